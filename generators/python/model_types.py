"""Annotations in trees of pydantic models: of fields, exact at run time, and of parameters, easy to meet."""

from __future__ import annotations

from ..types import NEVER, Array, Literal, Object, Primitive, Ref, Tuple, Type, Union
from .annotations import Annotator, others
from .classes import Module, references


class ModelAnnotator(Annotator):
    """Prints the types of fields and results. `ours` are names of the tree's own that it needs, `runtime` likewise."""

    number = "int | float"

    def __init__(self) -> None:
        super().__init__()
        self.ours: set[str] = set()
        self.runtime: set[str] = set()
        self.fields = False

    def members(self, type_: Type) -> list[str]:
        """Return the annotations whose union a type is; constants by kind, since Python finds 1 and True equal."""
        flat = type_.members if isinstance(type_, Union) else (type_,)
        texts = [m for m in flat if isinstance(m, Literal) and m.kind == "string"]
        numbers = [m for m in flat if isinstance(m, Literal) and m.kind == "number" and isinstance(m.value, int)]
        found: list[str] = []
        if texts:
            found += super().members(Union(tuple(texts)) if len(texts) > 1 else texts[0])
        if numbers:
            self.ours.add("NotBool")
            self.used |= {"Annotated", "Literal"}
            found.append(f"Annotated[Literal[{', '.join(str(m.value) for m in numbers)}], NotBool]")
        for member in flat:
            if member in texts or member in numbers:
                continue
            found += [text for text in self.one(member) if text not in found]
        if "None" in found and len(found) > 1:
            found.remove("None")
            found.append("None")
        return found

    def one(self, type_: Type) -> list[str]:
        """Return the annotations of a type that is no union."""
        if isinstance(type_, Primitive):
            if type_.name == "integer":
                self.ours.add("Integer")
                return ["Integer"]
            if type_.name == "number":
                return ["int", "float"]
            if type_ is NEVER:
                self.ours.add("Never")
                return ["Never"]
        if isinstance(type_, Literal):
            self.used.add("Annotated")
            if type_.kind == "boolean":
                self.ours.add("OnlyBool")
                self.used.add("Literal")
                return [f"Annotated[Literal[{type_.value}], OnlyBool]"]
            self.fields = True
            return [f"Annotated[float, Field(ge={type_.value!r}, le={type_.value!r})]"]
        return super().one(type_)

    def tuples(self, type_: Tuple) -> list[str]:
        """Return a tuple for each number of items that there may be; more than are named are checked by a marker."""
        if type_.rest is None:
            return super().tuples(type_)
        items = [self.print(item) for item in type_.items]
        rest = self.print(type_.rest)
        if not items:
            return [f"list[{rest}]"]
        self.ours.add("Items")
        self.used.add("Annotated")
        shorter = [f"tuple[{', '.join(items[:n])}]" if n else "tuple[()]" for n in range(type_.required, len(items))]
        shown = " | ".join([*shorter, f"tuple[{', '.join(items)}, *tuple[{rest}, ...]]"])
        return [f"Annotated[{shown}, Items]"]


class ArgumentAnnotator(Annotator):
    """Prints the types of parameters: a model, or a plain dictionary with the raw keys in its place."""

    def __init__(self, module: Module, *, exact_integers: bool = False) -> None:
        super().__init__(exact_integers=exact_integers)
        self._module = module
        self._open: list[str] = []

    def one(self, type_: Type) -> list[str]:
        """Return the annotations of a type that is no union; what holds models takes any sequence or mapping."""
        if isinstance(type_, Ref):
            named = self._module.by_name[type_.name]
            if named.is_class:
                self.used |= {"Any", "Mapping"}
                return [named.name, "Mapping[str, Any]"]
            if named.name in self._open or not self._has_models(named.type):
                return [named.name]
            self._open.append(named.name)
            texts = self.members(named.type)
            self._open.pop()
            return texts
        if isinstance(type_, Array) and self._has_models(type_):
            self.used.add("Sequence")
            return [f"Sequence[{self.print(type_.items)}]"]
        return super().one(type_)

    def mapping(self, type_: Object) -> str:
        """Return an object without named members as a dictionary."""
        if self._has_models(type_):
            self.used.add("Mapping")
            return f"Mapping[str, {self.print(others(type_))}]"
        return super().mapping(type_)

    def _has_models(self, type_: Type) -> bool:
        seen: set[str] = set()
        todo = [type_]
        while todo:
            for name in references(todo.pop()):
                if name not in seen:
                    seen.add(name)
                    named = self._module.by_name[name]
                    if named.is_class:
                        return True
                    todo.append(named.type)
        return False
