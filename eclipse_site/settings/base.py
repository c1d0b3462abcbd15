"""What all installations share. Every value that differs between them comes from the environment.

The variables are listed, with their meaning, in ``eclipse_site/docs/operations.md``.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from eclipse_site.settings.schedule import BEAT_SCHEDULE

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

SITE_NAME = env.str("SITE_NAME", default="Farspace")
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")

DEBUG = False
ROOT_URLCONF = "eclipse_site.urls"
WSGI_APPLICATION = "eclipse_site.wsgi.application"
AUTH_USER_MODEL = "eclipse_site.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "eclipse_site",
    "games",
    "notifications",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages shrink to a tenth. Tokens of forms are masked anew each time, and the length is blurred.
    "django.middleware.gzip.GZipMiddleware",
    "eclipse_site.security.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "eclipse_site.context.site",
            ],
        },
    },
]

# --- Servers -------------------------------------------------------------------------------------

DATABASES = {
    "default": {
        **env.db_url("DATABASE_URL"),
        "ENGINE": "eclipse_site.database",
        "CONN_MAX_AGE": env.int("DATABASE_CONN_MAX_AGE", default=60),
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }
}
# Tables belong to the owner; the site itself works as a role that cannot change or delete log rows.
# `manage.py prepare_database` uses this address, everything else DATABASE_URL.
DATABASE_ADMIN_URL = env.str("DATABASE_ADMIN_URL", default="") or env.str("DATABASE_URL")
# The role that migrations restrict (REVOKE UPDATE, DELETE on the log's tables).
DATABASE_APP_ROLE = env.str("DATABASE_APP_ROLE", default=DATABASES["default"]["USER"])

REDIS_URL = env.str("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "eclipse_site.cache.ValkeyCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
    },
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

# --- Background work -----------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A task taken by a worker that died is handed out again after this many seconds. Rows in
# PostgreSQL and the sweeps of the schedule are the real safety net; this only shortens the wait.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", default=300),
    "global_keyprefix": "celery:",
}
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 240
CELERY_TASK_SOFT_TIME_LIMIT = 210
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE

# --- Accounts ------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "games.accounts.StaffBackend",
    "games.accounts.AccountBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "eclipse_site.forms.SignupForm"
ACCOUNT_FORMS = {
    "login": "eclipse_site.account_forms.LogInForm",
    "signup": "eclipse_site.account_forms.SignUpForm",
    "reset_password": "eclipse_site.account_forms.ResetPasswordForm",
    "add_email": "eclipse_site.account_forms.AddEmailForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "eclipse_site.models.display_name"
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", default="mandatory")
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True

# --- Keys ----------------------------------------------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY")
# Fernet key that encrypts the seeds of running games (they decide every die and draw to come).
SEED_KEY = env.str("SEED_KEY")

# --- Mail ----------------------------------------------------------------------------------------

EMAIL_BACKEND = env.str("EMAIL_BACKEND", default="django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = env.str("EMAIL_HOST", default="localhost")
EMAIL_PORT = env.int("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=20)

# Shows all mails to everybody at /mail/; only the development settings switch it on.
MAILBOX_ENABLED = False

# The listener for replies: where it listens, and the domain of its reply addresses.
INBOUND_HOST = env.str("INBOUND_HOST", default="127.0.0.1")
INBOUND_PORT = env.int("INBOUND_PORT", default=8025)
INBOUND_DOMAIN = env.str("INBOUND_DOMAIN", default="localhost")

DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <noreply@{INBOUND_DOMAIN}>"
)
SERVER_EMAIL = env.str("SERVER_EMAIL", default=DEFAULT_FROM_EMAIL)

# --- API -----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.ShallowJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANONYMOUS", default="60/minute"),
        "user": env.str("API_RATE_ACCOUNT", default="600/minute"),
        # These two hold for pages and API together.
        "orders": env.str("RATE_ORDERS", default="240/minute"),
        "games": env.str("RATE_GAMES", default="30/hour"),
        # Pages that are computed for each request: history, ships, reports of battles.
        "pages": env.str("RATE_PAGES", default="240/minute"),
    },
    "NUM_PROXIES": env.int("TRUSTED_PROXIES", default=0),
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": f"{SITE_NAME} API",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}
# allauth counts failed log-ins per address; behind proxies it must know how many to trust.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# --- Language and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hant", _("Traditional Chinese"))]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files --------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    # The style sheet, which is kept in several files.
    "eclipse_site.stylesheet.StylesheetFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Security ------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "frame-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
# Orders are short; nobody needs to send megabytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024

# --- Logging -------------------------------------------------------------------------------------

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "handlers": {
        "stdout": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stdout",
            "formatter": "line",
            "filters": ["refusals"],
        },
    },
    "filters": {"refusals": {"()": "eclipse_site.logs.RefusalsInOneLine"}},
    "root": {"handlers": ["stdout"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Celery has two lines for every task, which would bury what people look for.
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
    },
}
