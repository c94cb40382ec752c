"""A correct library in Django REST Framework: model view sets, SQLite, pages, filters, and a document by drf-spectacular."""

import sys
import tempfile

import serve

folder = tempfile.TemporaryDirectory()
import django
from django.conf import settings

settings.configure(
    SECRET_KEY="of-the-tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework", "drf_spectacular"],
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": folder.name + "/db.sqlite3",
        "OPTIONS": {"timeout": 60, "transaction_mode": "IMMEDIATE"}}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    REST_FRAMEWORK={
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "DEFAULT_AUTHENTICATION_CLASSES": [__name__ + ".Token"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "PAGE_SIZE": 20,
    },
    SPECTACULAR_SETTINGS={"TITLE": "Library", "VERSION": "1.0.0", "COMPONENT_SPLIT_REQUEST": True},
)

django.setup()
from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed


class Member(AnonymousUser):
    is_authenticated = True


class Token(BaseAuthentication):
    def authenticate(self, request):
        header = get_authorization_header(request)
        if not header:
            return None
        if header != b"Bearer token-of-library":
            raise AuthenticationFailed()
        return Member(), None

    def authenticate_header(self, request):
        return "Bearer"


from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, models
from django.urls import include, path
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema, extend_schema_view
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework import permissions, routers, serializers, viewsets


class TokenDocument(OpenApiAuthenticationExtension):
    target_class = Token
    name = "token"

    def get_security_definition(self, auto_schema):
        return {"type": "http", "scheme": "bearer"}


class Author(models.Model):
    name = models.CharField(max_length=100)
    born = models.DateField(null=True, blank=True)
    email = models.EmailField(blank=True)

    class Meta:
        app_label = "contenttypes"
        db_table = "author"
        ordering = ["id"]


class Book(models.Model):
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=2, choices=[("en", "English"), ("de", "German")], default="en")
    pages = models.PositiveIntegerField(default=1)
    price = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    in_print = models.BooleanField(default=True)
    added = models.DateTimeField(auto_now_add=True)
    site = models.URLField(blank=True)
    rating = models.FloatField(null=True, blank=True)

    class Meta:
        app_label = "contenttypes"
        db_table = "book"
        ordering = ["id"]


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ["id", "name", "born", "email"]


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ["id", "title", "language", "pages", "price", "in_print", "added", "site", "rating"]
        extra_kwargs = {"pages": {"min_value": 1, "max_value": 100000}, "rating": {"min_value": 0, "max_value": 5}}


class ErrorSerializer(serializers.Serializer):
    detail = serializers.CharField()


def documented(**views):
    errors = {400: OpenApiTypes.OBJECT, 401: ErrorSerializer, 404: ErrorSerializer}
    few = {"list": [401], "create": [400, 401], "retrieve": [401, 404], "destroy": [401, 404]}
    success = {"list": 200, "create": 201, "retrieve": 200, "destroy": 204, "update": 200, "partial_update": 200}
    def all_of(name, serializer):
        body = None if name == "destroy" else serializer(many=name == "list")
        return {success[name]: body, **{status: errors[status] for status in few.get(name, errors)}}
    serializer, parameters = views["serializer"], views.get("parameters", [])
    return extend_schema_view(**{
        name: extend_schema(responses=all_of(name, serializer), parameters=parameters if name == "list" else [])
        for name in success})


@documented(serializer=AuthorSerializer)
class AuthorView(viewsets.ModelViewSet):
    queryset = Author.objects.all()
    serializer_class = AuthorSerializer


@documented(serializer=BookSerializer, parameters=[
    OpenApiParameter("language", str, enum=["en", "de"]), OpenApiParameter("title", str)])
class BookView(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer

    def get_queryset(self):
        found, query = super().get_queryset(), self.request.query_params
        if self.action == "list" and "language" in query:
            if query["language"] not in ("en", "de"):
                raise serializers.ValidationError({"language": ["unknown"]})
            found = found.filter(language=query["language"])
        if self.action == "list" and "title" in query:
            found = found.filter(title__icontains=query["title"])
        return found


class Document(SpectacularJSONAPIView):
    permission_classes = [permissions.AllowAny]
    authentication_classes = []


router = routers.DefaultRouter()
router.register("authors", AuthorView)
router.register("books", BookView)
urlpatterns = [path("openapi.json", Document.as_view()), path("api/", include(router.urls))]

with connection.schema_editor() as editor:
    editor.create_model(Author)
    editor.create_model(Book)
connection.close()
sys.modules[__name__] = sys.modules["__main__"]
serve.django(WSGIHandler())
