from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from eclipse_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/", include("games.api.urls")),
    path("mail/", include("notifications.urls")),
    path("", include("games.urls")),
]
