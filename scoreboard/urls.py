from django.urls import include, path
from django.views.i18n import set_language

from scoreboard.views import (
    agreement,
    editions,
    health,
    home,
    installed,
    players,
    rounds,
    sessions,
    sharing,
)

session_patterns = [
    path("", sessions.board, name="board"),
    path("close/", sessions.close, name="close"),
    path("reopen/", sessions.reopen, name="reopen"),
    path("rematch/", sessions.rematch, name="rematch"),
    path("history/", sessions.history, name="history"),
    path("cards/", editions.cards, name="cards"),
    path("agreement/", agreement.agreement, name="agreement"),
    path("rounds/", rounds.record, name="record"),
    path("rounds/<int:round_pk>/", rounds.correct, name="correct"),
    path("rounds/<int:round_pk>/remove/", rounds.remove, name="remove"),
    path("read-cards/", rounds.read_cards, name="read-cards"),
    path("share/", sharing.share, name="share"),
    path("share/<int:link_pk>/revoke/", sharing.revoke, name="revoke"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("demo/", home.demo, name="demo"),
    path("demo/leave/", home.leave_demo, name="leave-demo"),
    path("sessions/", sessions.everything, name="sessions"),
    path("sessions/new/", sessions.new, name="new-session"),
    path("sessions/<int:pk>/", include(session_patterns)),
    path("players/", players.players, name="players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/rename/", players.rename, name="rename"),
    path("editions/", editions.editions, name="editions"),
    path("editions/new/", editions.new, name="new-edition"),
    path("editions/<str:key>/", editions.edition, name="edition"),
    path("editions/<str:key>/change/", editions.change, name="change-edition"),
    path("editions/<str:key>/hide/", editions.hide, name="hide-edition"),
    path("rules/", editions.rule_sheet, name="rules"),
    path("s/<str:token>/", sharing.shared, name="shared"),
    path("language/", set_language, name="language"),
    path("health/", health.health, name="health"),
    path("app.webmanifest", installed.manifest, name="manifest"),
    path("worker.js", installed.worker, name="worker"),
    path("offline/", installed.offline, name="offline"),
]
