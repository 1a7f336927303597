"""Compile with Cython every module that has declarations (pyproject.toml has the rest).

If one extension fails, none is installed, one message says so, and the same sources run in the
interpreter, slower. STARLING_PURE=1 builds none. STARLING_SANITIZE=address adds that sanitiser.
"""

import os
import re
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # pip leaves it out
from declarations import compiled_modules, remove_orphans, write_constants

MADE = Path("build", "starling")
DIRECTIVES = {
    "language_level": "3",
    "cdivision": False,  # Python's division, as in the interpreter
    # Python's builtin methods in place of Cython's functions, which cost a quarter of the build
    "binding": False,
    "embedsignature": True,
    "embedsignature.format": "clinic",  # so that `inspect` and `help` know their parameters
    "auto_pickle": False,
    "optimize.unpack_method_calls": False,
}
SHARED = "games.shared"
"""A module without a source: C code of Cython's own that would be compiled with every module."""
# No -march=native, no contraction: the same results on every machine.
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off", "-Wno-all"]
SANITIZERS = os.environ.get("STARLING_SANITIZE", "")
if SANITIZERS:
    FLAGS = ["-O1", "-g1", "-ffp-contract=off", "-fno-omit-frame-pointer"]
    FLAGS += [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
MACROS = [("CYTHON_USE_PYLONG_INTERNALS", "0")]  # smaller C for Python's integers
COLD = re.compile(r"^static (?:PyObject \*|int )__pyx_p[wf]_", re.MULTILINE)
"""In Cython's C, what only Python calls: half of the machine code. Searches call `__pyx_f_`."""
MARK = "STARLING_COLD "
TAIL = "/* #### Code section: module_exttypes ### */\n"
"""In Cython's C, what follows a module's functions: types, import, functions of Cython itself."""
HOT = re.compile(
    r"^static CYTHON_INLINE [\w ]+ __Pyx_(?:div_|mod_|TypeTest|IsSubtype).*?^}\n",
    re.MULTILINE | re.DOTALL,
)
"""In the tail, what searches call: compiled like the calls, which then contain it."""
MARKED = PRAGMA = ""
LITTLE = '"Og", "fp-contract=off", "wrapv"'
"""GCC's options for code that Python calls seldom."""
RESET = "#pragma GCC reset_options\n"
if FLAGS and not SANITIZERS:  # a compiler other than GCC ignores the attribute and the pragma
    MARKED = f"__attribute__((optimize({LITTLE})))"
    PRAGMA = f"#pragma GCC optimize ({LITTLE})\n"
    FLAGS.append("-Wno-attributes")
MACROS.append((MARK.strip(), MARKED))


def extensions() -> list[Extension]:
    """Return the extensions to compile; none if STARLING_PURE is set, except to 0."""
    if os.environ.get("STARLING_PURE", "") not in ("", "0"):
        return []
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=MACROS,
            extra_compile_args=FLAGS,
            extra_link_args=FLAGS if SANITIZERS else [],
        )
        for source in [*compiled_modules(Path()), Path(*SHARED.split(".")).with_suffix(".c")]
    ]


class BuildAllOrNone(build_ext):
    """Build every extension, or remove what was built and go on without any."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        if self.inplace:  # pip would use a folder that it removes
            self.build_lib, self.build_temp = str(MADE / "lib"), str(MADE / "temp")
        else:  # a wheel has no `training`
            self.extensions = [e for e in self.extensions if not e.name.startswith("training.")]

    def run(self) -> None:
        try:
            self._clear()
            self._translate()
            super().run()
        except Exception as error:  # whatever a compiler does, pure Python remains
            for name in [self.get_ext_filename(extension.name) for extension in self.extensions]:
                Path(name).unlink(missing_ok=True)
                Path(self.build_lib, name).unlink(missing_ok=True)
            print(
                f"starling: not compiled ({error}); it will run in the interpreter, slower.\n"
                "starling: install a C compiler and run 'pip install -e .' again to compile it.",
                file=sys.stderr,
            )
            self.extensions = []

    def _clear(self) -> None:
        """Remove binaries without a source, and all that was built with other tools or flags."""
        import Cython

        if self.inplace:
            remove_orphans(Path())
        tools = [os.environ.get(name) for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
        tools += [sys.implementation.cache_tag, Cython.__version__]
        way, note = repr([tools, FLAGS, MACROS, PRAGMA, DIRECTIVES]), MADE / "way.txt"
        if not note.exists() or note.read_text(encoding="utf-8") != way:
            shutil.rmtree(MADE, ignore_errors=True)
            MADE.mkdir(parents=True)
            note.write_text(way, encoding="utf-8")

    def _translate(self) -> None:
        """Translate the sources of all extensions to C, and make the C files their sources."""
        from Cython.Build import cythonize

        translated = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            build_dir=str(MADE / "cython"),
            shared_utility_qualified_name=SHARED,
            shared_utility_features_disabled=["MemoryView"],
            nthreads=self.parallel,
            quiet=True,
        )
        made = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = made[extension.name]
            _mark_cold(Path(*extension.sources))


def _mark_cold(translated: Path) -> None:
    """Mark, in a C file of Cython, the functions that only Python calls, and the tail.

    The compiler then spends little on them. A file that is marked already does not change.
    """
    text = translated.read_text(encoding="utf-8")
    if MARK not in text:
        functions, start, tail = COLD.sub(MARK + r"\g<0>", text).partition(TAIL)
        if PRAGMA and start:
            tail = PRAGMA + HOT.sub(RESET + r"\g<0>" + PRAGMA, tail)
        translated.write_text(functions + start + tail, encoding="utf-8")


if __name__ == "__main__":  # processes of Cython may import this file
    write_constants(Path())
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone})
