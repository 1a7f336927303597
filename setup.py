"""What Cython compiles: every module that has a .pxd beside it (pyproject.toml has the rest).

The build is all or nothing. If one extension fails, none is installed and one message says so;
the same sources then run in the interpreter, slower, with the same results. STARLING_PURE=1 builds
none. STARLING_SANITIZE=address,undefined compiles them with those sanitisers, which end the process
at the first access out of bounds (`.ci/nightly` runs the suite so).
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

WORKSHOP = Path("build", "starling")
ROOMS = ("games", "evaluators", "searchers", "training")
DIRECTIVES = {
    "language_level": "3",
    "cdivision": False,  # Python's division, as in the interpreter
    # Python's builtin methods in place of Cython's functions, which cost a quarter of the build.
    "binding": False,
    "embedsignature": True,
    "embedsignature.format": "clinic",  # so that `inspect` and `help` know their parameters
    "auto_pickle": False,
    "optimize.unpack_method_calls": False,
}
# What Cython would write into every module is compiled once, as a module without a source: a tenth
# of the build.
SHARED = "games.shared"
# No -march=native, no contraction: the same results on every machine. Python's own flags ask for
# warnings, which in generated code tell nothing, and cost a twentieth of the build.
FLAGS = [] if sys.platform == "win32" else ["-O1", "-g0", "-ffp-contract=off", "-Wno-all"]
SANITIZERS = os.environ.get("STARLING_SANITIZE", "")
if SANITIZERS:
    FLAGS = ["-O1", "-g1", "-ffp-contract=off", "-fno-omit-frame-pointer"]
    FLAGS += [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
# Levels of optimisation other than -O1, as measured: where 3% or more of a search's time depend on
# another, and where nothing does. -O2 throughout costs the build a third more.
LEVELS = {
    "-O3": {
        "evaluators.intervals.learned",
        "evaluators.values.network",
        "games.chess.chess",
        "games.chess.board",
        "searchers.bstar.bstar",
        "searchers.bstar.expansion",
        "searchers.bstar.interval_tree",
        "searchers.bstar.quantiles",
        "searchers.bstar.rules",
        "searchers.best_first.rbfms",
        "training.chess.gradient",
        "training.othello.equations",
    },
    "-O2": {
        "evaluators.core.evaluator",
        "evaluators.intervals.fitted",
        "evaluators.values.chess",
        "evaluators.values.othello",
        "evaluators.values.quiescence",
        "games.core.moves",
        "games.core.perft",
        "games.othello.endgame",
        "games.othello.bitboards",
        "games.synthetic.canonical",
        "games.synthetic.ngame",
        "games.synthetic.synthetic",
        "games.synthetic.uniform",
        "searchers.abtree.cuts",
        "searchers.abtree.growing",
        "searchers.abtree.store",
        "searchers.abtree.tree",
        "searchers.best_first.influence_tree",
        "searchers.best_first.minimax_tree",
        "searchers.best_first.spike_tree",
        "searchers.bstar.interval_keeping",
        "searchers.bstar.interval_store",
        "searchers.depth_first.alphabeta",
        "searchers.depth_first.move_order",
        "searchers.depth_first.tabled",
        "searchers.state_space.backup",
        "searchers.state_space.gamma",
        "searchers.state_space.states",
        "searchers.storage.kept_tree",
    },
    "-Og": {  # called a few times a search, or leaving the work to others
        "evaluators.core.budget",
        "evaluators.intervals.calibrated",
        "evaluators.intervals.nullmove",
        "evaluators.intervals.probe",
        "evaluators.intervals.shallow",
        "games.core.position",
        "searchers.bstar.doubt",
        "searchers.bstar.doubting",
        "searchers.bstar.widening",
        "searchers.depth_first.ending",
        "searchers.storage.forgetting",
        "searchers.storage.keeper",
    },
    "-O0": {  # what even short searches do not notice: a beginning, a trace
        "evaluators.intervals.bounds",
        "evaluators.intervals.fixed",
        "games.parts.part",
        "searchers.abtree.orders",
        "searchers.abtree.retention",
        "searchers.bstar.interval_trace",
        "searchers.core.random",
        "searchers.core.trace",
        "searchers.depth_first.mtdf",
    },
}


def extensions() -> list[Extension]:
    """The modules to compile; none where the interpreter is asked for."""
    if os.environ.get("STARLING_PURE", "") not in ("", "0"):
        return []
    declared = sorted(str(path) for room in ROOMS for path in Path(room).rglob("*.pxd"))
    modules = [name[:-4].replace(os.sep, ".") for name in declared if _compiled(name)]
    return [
        Extension(
            m,
            [m.replace(".", os.sep) + (".c" if m == SHARED else ".py")],
            define_macros=_macros(m),
            extra_compile_args=[*FLAGS, *_level(m)],
            extra_link_args=[f"-fsanitize={SANITIZERS}"] if SANITIZERS else [],
        )
        for m in [*modules, SHARED]
    ]


def _level(module: str) -> list[str]:
    """The flag for a module's level, which counts more than the one of all; none with sanitisers,
    and where the compiler has no such levels."""
    if SANITIZERS or not FLAGS:
        return []
    return [level for level, modules in LEVELS.items() if module in modules]


def _macros(module: str) -> list[tuple[str, str]]:
    """What makes Cython's code for Python's objects, of which nothing hot has any, small: calls of
    Python's own arithmetic and look-ups, in place of copies of them at every use.

    Where a Python class may override a method, its cache of look-ups pays: searches of games in
    plain Python are a tenth quicker for it.
    """
    small = [("CYTHON_USE_PYLONG_INTERNALS", "0")]
    declaration = Path(*module.split(".")).with_suffix(".pxd")
    overridden = declaration.exists() and "cpdef" in declaration.read_text(encoding="utf-8")
    return small if overridden else [*small, ("CYTHON_USE_DICT_VERSIONS", "0")]


def _compiled(declaration: str) -> bool:
    """Whether a .pxd belongs to a module to compile; one of C macros replaces it, and a face has
    none."""
    path = Path(declaration)
    return path.stem != "__init__" and "cdef extern" not in path.read_text(encoding="utf-8")


def _undate() -> None:
    """Let Cython's own declarations be older than anything: pip unpacks them anew for every
    install, and two modules of three, which use them, would be built again. `way.txt` knows their
    version."""
    import Cython
    from Cython.Build.Dependencies import DependencyTree

    own = os.path.join(os.path.dirname(os.path.abspath(Cython.__file__)), "")
    dated = DependencyTree.timestamp

    def timestamp(tree: DependencyTree, name: str) -> float:
        return 0.0 if os.path.abspath(name).startswith(own) else dated(tree, name)

    DependencyTree.timestamp = timestamp


class BuildAllOrNone(build_ext):
    """Builds every extension, or removes what was built and goes on without any."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        if self.inplace:  # an editable install would build in a folder that it throws away
            self.build_lib = str(WORKSHOP / "lib")
            self.build_temp = str(WORKSHOP / "temp")

    def run(self) -> None:
        self._forget()
        try:
            self._clear()
            self._translate()
            super().run()
        except Exception as error:  # whatever a compiler does, pure Python remains
            self._remove()
            print(
                f"starling: not compiled ({error}); it will run in the interpreter, slower.\n"
                "starling: install a C compiler and run 'pip install -e .' again to compile it.",
                file=sys.stderr,
            )
            self.extensions = []

    def _clear(self) -> None:
        """Keep what was built, so that only what was edited is built again, unless it was built in
        another way."""
        import Cython

        asked = [os.environ.get(name) for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
        tools = [sys.implementation.cache_tag, Cython.__version__, *asked]
        levels = [(level, sorted(modules)) for level, modules in LEVELS.items()]
        way = repr([tools, FLAGS, SHARED, levels, sorted(DIRECTIVES.items())])
        note = WORKSHOP / "way.txt"
        if not note.exists() or note.read_text(encoding="utf-8") != way:
            shutil.rmtree(WORKSHOP, ignore_errors=True)
            WORKSHOP.mkdir(parents=True)
            note.write_text(way, encoding="utf-8")

    def _translate(self) -> None:
        """Let Cython turn the Python sources into C."""
        from Cython.Build import cythonize

        _undate()
        gc.set_threshold(20_000)  # looking for garbage in Cython's trees takes a sixth of its time
        translated = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            build_dir=str(WORKSHOP / "cython"),
            shared_utility_qualified_name=SHARED,
            shared_utility_features_disabled=["MemoryView"],
            quiet=True,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]

    def _forget(self) -> None:
        """Remove what an earlier layout left beside the sources: binaries that have none. The one
        that is shared has none either, and is copied there again."""
        for room in ROOMS:
            for suffix in (".so", ".pyd"):
                for binary in Path(room).rglob(f"*{suffix}"):
                    if not binary.with_name(binary.name.partition(".")[0] + ".py").exists():
                        binary.unlink()

    def _remove(self) -> None:
        for extension in self.extensions:
            for path in (
                Path(self.get_ext_fullpath(extension.name)),
                Path(self.build_lib, self.get_ext_filename(extension.name)),
                Path(self.get_ext_filename(extension.name)),
            ):
                path.unlink(missing_ok=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone})
