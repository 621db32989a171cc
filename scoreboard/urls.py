from allauth.account import views as allauth
from allauth.mfa.webauthn import views as passkeys
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from scoreboard.views import (
    account,
    agreement,
    editions,
    group,
    health,
    home,
    installed,
    joining,
    links,
    merging,
    players,
    rounds,
    sessions,
    shared_data,
    sharing,
    sign_in,
)
from scoreboard.views.sign_in import of_own_passkey, ours

handler403 = "scoreboard.views.refused.refused"

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
    path("share/", links.share, name="share"),
]

# Of one session; under a link to all of them, after its number.
shared_patterns = [
    path("", sharing.shared, name="shared"),
    path("tv/", sharing.tv, name="tv"),
    path("keep-score/", sharing.keep_score, name="keep-score"),
    path("session.json", shared_data.session_json, name="shared-json"),
    path("session.csv", shared_data.session_csv, name="shared-csv"),
    path("qr.svg", shared_data.qr, name="shared-qr"),
    path("picture.png", shared_data.picture, name="shared-picture"),
]

# Those of allauth that have a use here, under the names by which it asks for them.
sign_in_patterns = [
    path("sign-in/", ours(allauth.login), name="account_login"),
    path("sign-in/code/", ours(allauth.request_login_code), name="account_request_login_code"),
    path("sign-in/enter/", ours(allauth.confirm_login_code), name="account_confirm_login_code"),
    path("sign-in/passkey/", ours(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path("sign-out/", ours(allauth.logout), name="account_logout"),
    path("signed-out/", sign_in.signed_out, name="signed-out"),
    path("keep/", ours(allauth.signup), name="account_signup"),
    path("keep/passkey/", ours(allauth.signup_by_passkey), name="account_signup_by_passkey"),
    path("keep/passkey/make/", ours(passkeys.signup_webauthn), name="mfa_signup_webauthn"),
    path("email/", ours(allauth.email), name="account_email"),
    path(
        "email/enter/",
        ours(allauth.email_verification_sent),
        name="account_email_verification_sent",
    ),
    path("password/", ours(allauth.password_change), name="account_change_password"),
    path("password/set/", ours(allauth.password_set), name="account_set_password"),
    path("password/forgotten/", ours(allauth.password_reset), name="account_reset_password"),
    path(
        "password/enter/",
        ours(allauth.confirm_password_reset_code),
        name="account_confirm_password_reset_code",
    ),
    path(
        "password/new/",
        ours(allauth.complete_password_reset),
        name="account_complete_password_reset",
    ),
    path("again/", ours(allauth.reauthenticate), name="account_reauthenticate"),
    path(
        "again/code/",
        ours(allauth.request_reauthentication_code),
        name="account_request_reauthentication_code",
    ),
    path(
        "again/enter/",
        ours(allauth.confirm_reauthentication_code),
        name="account_confirm_reauthentication_code",
    ),
    path(
        "again/passkey/",
        ours(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkeys/", require_safe(never_cache(passkeys.list_webauthn)), name="mfa_list_webauthn"),
    path("passkeys/add/", ours(sign_in.AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/", of_own_passkey(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
    path(
        "passkeys/<int:pk>/remove/",
        of_own_passkey(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("phones/", sign_in.phones, name="usersessions_list"),
    path("phones/<int:pk>/sign-out/", sign_in.end_phone, name="sign-out-there"),
]

group_patterns = [
    path("", group.group, name="group"),
    path("name/", group.name_group, name="name-group"),
    path("me/", group.call_me, name="call-me"),
    path("members/<int:pk>/", group.member, name="member"),
    path("members/<int:pk>/remove/", group.remove, name="remove-member"),
    path("members/<int:pk>/hand-over/", group.hand_over, name="hand-over"),
    path("invite/", joining.invite, name="invite"),
    path("invitations/<int:pk>/", joining.invitation, name="invitation"),
    path("invitations/<int:pk>/revoke/", joining.revoke, name="revoke-invitation"),
    path("links/", links.links, name="links"),
    path("links/<int:pk>/", links.link, name="link"),
    path("links/<int:pk>/revoke/", links.revoke, name="revoke"),
    path("links/<int:pk>/renew/", links.renew, name="renew-link"),
    path("leave/", group.leave, name="leave-group"),
    path("delete/", group.delete, name="delete-group"),
    path("switch/<int:member_pk>/", group.switch, name="switch"),
    path("begin/", group.begin_another, name="begin-group"),
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
    path("players/<int:pk>/hide/", players.hide, name="hide"),
    path("players/<int:pk>/remove/", players.remove, name="remove-player"),
    path("players/<int:pk>/me/", players.me, name="me"),
    path("players/<int:pk>/merge/", merging.merge, name="merge"),
    path("players/<int:pk>/merges/<int:merge_pk>/undo/", merging.undo, name="undo-merge"),
    path("editions/", editions.editions, name="editions"),
    path("editions/new/", editions.new, name="new-edition"),
    path("editions/<str:key>/", editions.edition, name="edition"),
    path("editions/<str:key>/change/", editions.change, name="change-edition"),
    path("editions/<str:key>/hide/", editions.hide, name="hide-edition"),
    path("rules/", editions.rule_sheet, name="rules"),
    path("s/<str:token>/", include(shared_patterns)),
    path("s/<str:token>/give-up/", sharing.give_up, name="give-up"),
    path("s/<str:token>/<int:pk>/", include(shared_patterns)),
    path("account/", include(sign_in_patterns)),
    path("account/", account.account, name="account"),
    path("account/take-along/", account.take_along, name="take-along"),
    path("account/new-link/", account.renew_secret, name="renew-secret"),
    path("account/delete/", account.delete, name="delete-account"),
    path("account/files/<int:member_pk>/", account.file, name="file"),
    path("group/", include(group_patterns)),
    path("join/<str:token>/", joining.join, name="join"),
    path("back/<str:token>/", account.come_back, name="come-back"),
    path("language/", set_language, name="language"),
    path("health/", health.health, name="health"),
    path("app.webmanifest", installed.manifest, name="manifest"),
    path("worker.js", installed.worker, name="worker"),
    path("offline/", installed.offline, name="offline"),
]
