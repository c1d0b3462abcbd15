import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eclipse_site.settings.production")

application = get_wsgi_application()

# Imports models, so Django must be set up.
from eclipse_site.warmth import warm_up  # noqa: E402

warm_up()
