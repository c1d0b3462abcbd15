from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "eclipse_site"
    verbose_name = "Site"
