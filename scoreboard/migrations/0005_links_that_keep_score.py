import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def playgroup_of_their_session(apps, editor) -> None:
    link, game = (apps.get_model("scoreboard", name) for name in ("ShareLink", "GameSession"))
    theirs = game.objects.filter(pk=OuterRef("game")).values("playgroup")
    link.objects.update(playgroup=Subquery(theirs))
    # PostgreSQL alters no table with keys that are still to be checked.
    editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("scoreboard", "0004_links_that_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="by_link",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scoreboard.sharelink",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="playgroup",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="scoreboard.playgroup",
            ),
        ),
        migrations.RunPython(playgroup_of_their_session, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="sharelink",
            name="playgroup",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="scoreboard.playgroup",
            ),
        ),
        migrations.AlterField(
            model_name="sharelink",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="scoreboard.gamesession",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="right",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "see"), (2, "keep score"), (3, "own")], default=1
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.CheckConstraint(
                condition=models.Q(("right__in", [1, 2])), name="link_right_known"
            ),
        ),
    ]
