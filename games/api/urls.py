from django.urls import path

from games.api import standing, views

app_name = "api"
urlpatterns = [
    path("token/", views.TokenView.as_view(), name="token"),
    path("games/", views.GameListView.as_view(), name="games"),
    path("games/<str:game_id>/", views.GameDetailView.as_view(), name="game"),
    path("games/<str:game_id>/decisions/", views.DecisionListView.as_view(), name="decisions"),
    path(
        "games/<str:game_id>/decisions/<str:decision_id>/",
        views.CandidatesView.as_view(),
        name="candidates",
    ),
    path("games/<str:game_id>/orders/", views.OrdersView.as_view(), name="orders"),
    path("games/<str:game_id>/preview/", views.PreviewView.as_view(), name="preview"),
    path("games/<str:game_id>/undo/", views.UndoView.as_view(), name="undo"),
    path("games/<str:game_id>/events/", views.EventsView.as_view(), name="events"),
    path("games/<str:game_id>/standing/", standing.StandingListView.as_view(), name="standing"),
    path(
        "games/<str:game_id>/standing/<int:number>/",
        standing.StandingDetailView.as_view(),
        name="standing_order",
    ),
    path("games/<str:game_id>/log/", views.LogView.as_view(), name="log"),
]
