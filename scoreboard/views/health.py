from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For whoever watches the server: does the database answer, and is it of this version?"""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return HttpResponse("migrations are missing", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
