"""What the functions of Python declarations take and give, whatever their types are called, read back with `ast`."""

import ast
from hashlib import sha256

# Recursive types are told apart by what they unfold to in so many steps.
DEPTH = 24


class Shapes:
    """The shapes of the annotations of one module: equal texts for types made of the same members, to any depth."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.types: dict[str, ast.AST] = {}
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self._known: dict[tuple[str, int], set[str]] = {}
        objects: dict[str, str] = {}
        for statement in self.tree.body:
            if isinstance(statement, ast.Assign):
                assert isinstance(statement.targets[0], ast.Name)
                self.types[statement.targets[0].id] = statement.value
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.value is not None:
                    self.types[statement.target.id] = statement.value
                elif isinstance(statement.annotation, ast.Name):
                    objects[statement.annotation.id] = statement.target.id
        for statement in self.tree.body:
            if isinstance(statement, ast.ClassDef) and statement.bases:
                self.types[statement.name] = statement
            elif isinstance(statement, ast.ClassDef):
                for inner in statement.body:
                    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                        assert inner.args.args[0].arg == "self"
                        inner.args.args.pop(0)
                        self.functions[f"{objects[statement.name]}.{inner.name}"] = inner
            elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions[statement.name] = statement

    def signature(self, name: str) -> dict[str, object]:
        """Return what a function takes, by name, whether it has to be given, and what it returns."""
        node = self.functions[name]
        given = {}
        for arg, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            given[arg.arg] = ("" if default is None else "?") + self.shape(arg.annotation, DEPTH)
        for arg in [*node.args.posonlyargs, *node.args.args]:
            # Further arguments: a dictionary, whose values count.
            annotation = arg.annotation.left if isinstance(arg.annotation, ast.BinOp) else arg.annotation
            given[f"*{arg.arg}"] = self.shape(annotation.slice.elts[1], DEPTH)
        return {"given": given, "returns": self.shape(node.returns, DEPTH)}

    def shape(self, node: ast.AST, depth: int) -> str:
        return "|".join(sorted(self.members(node, depth)))

    def members(self, node: ast.AST, depth: int) -> set[str]:
        """Return the shapes whose union an annotation is."""
        if depth == 0:
            return {"…"}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        if isinstance(node, ast.BinOp):
            return self.members(node.left, depth) | self.members(node.right, depth)
        if isinstance(node, ast.Name):
            if node.id in self.types:
                return self._named(node.id, depth)
            return set() if node.id == "Omit" else {node.id}
        if isinstance(node, ast.Constant):
            return {repr(node.value)}
        assert isinstance(node, ast.Subscript), ast.dump(node)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if node.value.id == "Literal":
            return {f"={ast.unparse(one)}" for one in inner}
        if node.value.id == "Union":
            return {member for one in inner for member in self.members(one, depth)}
        return {f"{node.value.id}[{','.join(self.shape(one, depth - 1) for one in inner)}]"}

    def _named(self, name: str, depth: int) -> set[str]:
        key = (name, depth)
        if key not in self._known:
            self._known[key] = self._declared(self.types[name], depth)
        return self._known[key]

    def _declared(self, node: ast.AST, depth: int) -> set[str]:
        """Return the shape of a declaration: of a class or of a call of TypedDict a digest of its members."""
        if isinstance(node, ast.ClassDef):
            keywords = node.keywords
            members = [(one.target.id, one.annotation) for one in node.body if isinstance(one, ast.AnnAssign)]
        elif isinstance(node, ast.Call):
            keywords = node.keywords
            members = [(key.value, value) for key, value in zip(node.args[1].keys, node.args[1].values, strict=True)]
        else:
            return self.members(node, depth)
        total = not any(one.arg == "total" and one.value.value is False for one in keywords)
        entries: list[str] = []
        for key, annotation in members:
            required = total
            if isinstance(annotation, ast.Subscript) and annotation.value.id in {"Required", "NotRequired"}:
                required = annotation.value.id == "Required"
                annotation = annotation.slice  # noqa: PLW2901
            entries.append(f"{key!r}{'' if required else '?'}:{self.shape(annotation, depth - 1)}")
        return {sha256(";".join(sorted(entries)).encode()).hexdigest()[:16]}
