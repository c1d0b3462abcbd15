from django.urls import path, re_path

from games.views import battles, history, live, lobby, orders, profile, ships, standing, turn

app_name = "games"
urlpatterns = [
    path("", lobby.home, name="home"),
    path("live/", live.games, name="live_home"),
    path("new/", lobby.new, name="new"),
    path("profile/", profile.profile, name="profile"),
    path("profile/token/", profile.token, name="token"),
    path("games/<str:game_id>/", turn.game, name="game"),
    path("games/<str:game_id>/live/", live.game, name="live"),
    path("games/<str:game_id>/orders/", orders.orders, name="orders"),
    path("games/<str:game_id>/undo/", orders.take_back, name="undo"),
    path("games/<str:game_id>/history/", history.history, name="history"),
    path("games/<str:game_id>/ships/", ships.ships, name="ships"),
    path("games/<str:game_id>/standing/", standing.standing, name="standing"),
    path("games/<str:game_id>/battles/<int:seq>/<str:sector>/", battles.report, name="battle"),
    path("games/<str:game_id>/log/", history.log_file, name="log"),
    re_path(
        rf"^games/(?P<game_id>[^/]+)/(?P<deed>{'|'.join(lobby.DEEDS)})/$", lobby.act, name="act"
    ),
]
