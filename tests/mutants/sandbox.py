"""A copy of the source tree to change, build and test, shared by run and random."""
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MOST_MEMORY = 8 << 30  # bytes a test program may have: a mutant may ask for all there is


class Sandbox:
    """FOLDER/tree, the copy, and FOLDER/build, one build tree for all mutants.

    What an earlier Sandbox in the same folder has left is taken up: only files that differ are
    copied, with the present time, so that just these are compiled again.
    """

    def __init__(self, folder, configuration):
        self.tree = folder.resolve() / "tree"
        self.binaries = folder.resolve() / "build"
        self._copy()
        subprocess.run(["cmake", "-S", self.tree, "-B", self.binaries, "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1",
                        "-DWARODDS_BUILD_EXAMPLES=OFF", "-DWARODDS_BUILD_BENCH=OFF",
                        *configuration], check=True, stdout=subprocess.DEVNULL)

    def _copy(self):
        """All but build trees and hidden files."""
        kept = set()
        for source in _source_files(ROOT):
            target = self.tree / source.relative_to(ROOT)
            kept.add(target)
            if target.exists() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
        for old in set(_source_files(self.tree)) - kept if self.tree.exists() else ():
            old.unlink()

    def build(self, *targets):
        """Builds programs of tests, what can be; returns the compiler's complaints, or None."""
        done = subprocess.run(["cmake", "--build", self.binaries, "--target", *targets, "--", "-k", "0"],
                              capture_output=True, text=True)
        return None if done.returncode == 0 else done.stdout

    def failing_tests(self, program, timeout, most, mutant=0):
        """The first tests that fail, at most so many; the run ends with the last of them.

        A test that crashes, or that runs when `timeout` seconds are over, is one of them. The number is
        that of the mutant to be alive, among those that were built in.
        """
        command = next(path for path in self.binaries.rglob(program) if path.is_file())
        names = []
        running = "before the first test"
        with tempfile.TemporaryDirectory(prefix="warodds-tests-") as folder, subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                start_new_session=True, preexec_fn=_limit_memory,
                env={**os.environ, "WARODDS_MUTANT": str(mutant), "TEST_TMPDIR": folder}) as tests:
            late = threading.Event()

            def stop():
                late.set()
                _kill(tests)

            timer = threading.Timer(timeout, stop)
            timer.start()
            for line in tests.stdout:
                if begun := re.match(r"\[ RUN      \] ([\w/.]+)", line):
                    running = begun[1]
                failed = re.match(r"\[  FAILED  \] ([\w/]+\.[\w/.]+)", line)
                if failed and failed[1] not in names:
                    names.append(failed[1])
                if len(names) == most:
                    _kill(tests)
                    break
            tests.wait()
            timer.cancel()
        if len(names) == most or (tests.returncode in (0, 1) and names):
            return names
        if late.is_set():
            names.append(f"{running} (does not end)")
        elif tests.returncode != 0:
            names.append(f"{running} (ends with {tests.returncode})")
        return names


def _source_files(folder):
    for path, folders, files in os.walk(folder):
        folders[:] = [name for name in folders
                      if not name.startswith(".") and name not in ("build", "__pycache__")
                      and not (pathlib.Path(path) / name / "CMakeCache.txt").exists()]
        yield from (pathlib.Path(path) / name for name in files if not name.startswith("."))


def _limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _kill(tests):
    """With the programs it has started."""
    try:
        os.killpg(tests.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # it has just ended
