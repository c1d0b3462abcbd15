"""Components of the editions as typed data: `load_catalog` reads them, `schema` describes them."""

from rules.content.loader import ContentError, editions, load_catalog, modules_of
from rules.content.schema import Catalog

__all__ = ["Catalog", "ContentError", "editions", "load_catalog", "modules_of"]
