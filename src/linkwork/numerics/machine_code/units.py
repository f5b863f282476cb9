"""How much machine code a kernel has.

Numba translates every function to machine code, links its bitcode into each of its callers, and optimises and translates
it there again. That makes hot loops fast, but two kinds of kernels need less:

    part  is called by other kernels only, and linked into them: it has no machine code of its own
    unit  is called in rare cases and never inlined: it is compiled once, under a symbol that is the name of its entry in
          the kernel cache, and what is linked into its callers is a function of one call

An entry that calls units is loaded after them. Numba's libraries of code are private to it: what is used
of them stands here, and `tests/numerics/test_units.py` shows whether a new version still has it.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core import codegen as _codegen
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering

PREFIX = "linkwork_unit."  # of symbols
OF_FUNCTIONS = (
    "cold",
    "noinline",
    "norecurse",
    "nosync",
    "nounwind",
    "willreturn",
    "memory(",
)  # attributes, not of arguments

loaded: dict[str, Any] = {}  # name of an entry -> what Numba keeps of a unit whose code this process has


class Unit(_codegen.JITCodeLibrary):
    """A library of code that gives its callers a call of its symbol to link, instead of itself."""

    symbol = mangled = ""

    def add_llvm_module(self, ll_module: Any) -> None:
        self.mangled = next(f.name for f in ll_module.functions if not f.is_declaration)
        super().add_llvm_module(ll_module)

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        function = self._final_module.get_function(self.mangled)
        self._shared_module = self._call_of(function)
        function.name = self.symbol

    def _call_of(self, function: Any) -> Any:
        """Return a module with a function, always inlined, that calls the symbol with its own arguments.

        The declaration has the attributes of the optimised definition, from which LLVM knows what a call may change.
        """
        kinds = [(str(a.type), b" ".join(a.attributes).decode()) for a in function.arguments]
        kept = [text for text in map(bytes.decode, function.attributes) if text.startswith(OF_FUNCTIONS)]
        result = str(function.global_value_type).split(" ", 1)[0]
        declared = ", ".join(f"{kind} {attributes}".strip() for kind, attributes in kinds)
        passed = ", ".join(f"{kind} %a{k}" for k, (kind, _) in enumerate(kinds))
        returned = "ret void" if result == "void" else f"ret {result} %r"
        text = f"""
            declare {result} @"{self.symbol}"({declared}) {" ".join(kept)}
            define linkonce_odr {result} @"{self.mangled}"({passed}) alwaysinline {{
              {"" if result == "void" else "%r = "}call {result} @"{self.symbol}"({passed})
              {returned}
            }}"""
        return llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)) + text)


class Part(_codegen.JITCodeLibrary):
    """A library of code for linking only."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple:
        return self.name, "part", self._get_module_for_linking().as_bitcode()


class _WithoutEnvironment:
    """Numba's code generator for a part, where there is no place for the environment of a function that is called."""

    def __init__(self, codegen: Any):
        self._codegen = codegen

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: the code that a part is linked into has the place."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


def rebuild(target_context: Any, payload: tuple) -> Any:
    """Return what Numba keeps of a kernel from what is stored of it."""
    (name, kind, bitcode), fndesc, environment, signature, _, _, annotation, reload_init, environments = payload
    if kind != "part":
        return CompileResult._rebuild(target_context, *payload)
    library = Part(target_context.codegen(), name)
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalize_final_module()
    return CompileResult(
        target_context=target_context, typing_context=target_context.typing_context, library=library, environment=environment,
        entry_point=target_context.get_executable(library, fndesc, environment), fndesc=fndesc, type_annotation=annotation,
        signature=signature, objectmode=False, lifted=(), typing_error=None, call_helper=None, metadata=None,
        reload_init=reload_init, referenced_envs=environments,
    )  # fmt: skip


def set_environments(result: Any) -> None:
    """Give code that was compiled just now the environments of the parts in it, as loading does."""
    for environment in result._find_referenced_environments():
        result.library.codegen.set_env(environment.env_name, environment)


def record(library: Any) -> tuple[str, tuple[str, ...]]:
    """Return the symbol of a library, "" if it is no unit, and the entries of the units that its code calls."""
    functions = getattr(library, "_final_module", None)
    names = [f.name for f in functions.functions if f.is_declaration] if functions is not None else []
    return getattr(library, "symbol", ""), tuple(n.removeprefix(PREFIX) for n in names if n.startswith(PREFIX))


def _pipeline(kind: type) -> Any:
    """Return Numba's own compiler, with another library for the code."""

    @register_pass(mutates_CFG=False, analysis_only=True)
    class Choose(LoweringPass):
        _name = f"linkwork_choose_{kind.__name__.lower()}"

        def __init__(self) -> None:
            LoweringPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
            if kind is Unit:
                from linkwork.numerics.kernel_cache import entry_name

                state.library.symbol = PREFIX + entry_name(state.func_id.func, state.args, state.library.codegen)
            state.library.enable_object_caching()
            return False

    class Compiler(CompilerBase):
        def define_pipelines(self) -> list:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            steps = [step for step, _ in passes.passes]
            passes.add_pass_after(Choose, steps[steps.index(NativeLowering) - 1])
            passes.finalize()
            return [passes]

    return Compiler


PART, UNIT = {"pipeline_class": _pipeline(Part)}, {"pipeline_class": _pipeline(Unit)}  # options for Numba
