from django.urls import path

from notifications import views

app_name = "notifications"
urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("stop/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("", views.mailbox, name="mailbox"),
    path("<int:key>/", views.caught_mail, name="caught-mail"),
    path("<int:key>/rendered/", views.rendered, name="rendered"),
    path("<int:key>/source/", views.source, name="source"),
]
