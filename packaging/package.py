#!/usr/bin/env python3
"""Makes a Debian package or a Python wheel of an installed program.

    package.py deb PREFIX VERSION DIST
    package.py wheel PREFIX VERSION DIST

PREFIX contains bin/accord and share/. The wheel also contains the shared libraries that the program needs, except those
of glibc, in lib/accord/. Its platform tag names the newest version of glibc that any of these files requires (PEP 600).
"""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

DESCRIPTION = "Tests API clients and servers against the API's documentation"
# The libraries of glibc itself and of the C++ runtime of GCC, which PEP 600 expects on the system.
SYSTEM = re.compile(
    r"^(?:linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libgcc_s|libstdc\+\+)\.so"
)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def libraries(program):
    """Returns the paths of the shared libraries that a program loads, by name, without those of the system."""
    found = {}
    for line in run("ldd", str(program)).splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match and not SYSTEM.match(match[1]):
            found[match[1]] = pathlib.Path(match[2])
        elif "not found" in line:
            sys.exit(f"package: {program}: {line.strip()}")
    return found


def glibc(files):
    """Returns the newest version of glibc whose symbols the files use, such as (2, 34)."""
    versions = {(2, 17)}
    for file in files:
        for version in re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", str(file))):
            versions.add((int(version[0]), int(version[1])))
    return max(versions)


def deb(prefix, version, dist):
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
    minor = glibc([prefix / "bin" / "accord"])
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        root.chmod(0o755)
        shutil.copytree(prefix / "bin", root / "usr" / "bin")
        shutil.copytree(prefix / "share", root / "usr" / "share")
        # Debian's folders for completions.
        shutil.move(root / "usr/share/zsh/site-functions", root / "usr/share/zsh/vendor-completions")
        subprocess.run(["gzip", "-9n", str(root / "usr/share/man/man1/accord.1")], check=True)
        documents = root / "usr/share/doc/accord"
        documents.mkdir(parents=True)
        shutil.copy(prefix / "LICENSE", documents / "copyright")
        control = root / "DEBIAN"
        control.mkdir()
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        (control / "control").write_text(
            f"Package: accord\nVersion: {version}\nArchitecture: {architecture}\n"
            "Maintainer: The Accord authors <noreply@accord.invalid>\nSection: devel\nPriority: optional\n"
            f"Installed-Size: {size}\n"
            f"Depends: libc6 (>= {minor[0]}.{minor[1]}), libstdc++6, libjson-c5, libcurl4t64 | libcurl4\n"
            f"Recommends: ca-certificates\nDescription: {DESCRIPTION}\n"
            " Accord verifies a server against OpenAPI documents or contracts, serves them as\n"
            " a mock, and renders the reports of client tests.\n"
        )
        file = dist / f"accord_{version}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", str(root), str(file)], check=True,
                       stdout=subprocess.DEVNULL)


def wheel(prefix, version, dist):
    name = f"accord_cli-{version}"
    with tempfile.TemporaryDirectory() as scratch:
        data = pathlib.Path(scratch) / f"{name}.data"
        shutil.copytree(prefix / "share", data / "data" / "share")
        program = data / "scripts" / "accord"
        program.parent.mkdir()
        shutil.copy(prefix / "bin" / "accord", program)
        folder = data / "data" / "lib" / "accord"
        folder.mkdir(parents=True)
        for library, path in libraries(program).items():
            shutil.copy(path, folder / library)
            os.chmod(folder / library, 0o644)
            run("patchelf", "--set-rpath", "$ORIGIN", str(folder / library))
        # Installers put scripts into bin/ and data into the prefix.
        run("patchelf", "--set-rpath", "$ORIGIN/../lib/accord", str(program))
        newest = glibc([program, *folder.iterdir()])
        tag = f"py3-none-manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"
        info = pathlib.Path(scratch) / f"{name}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: accord-cli\nVersion: {version}\nSummary: {DESCRIPTION}\n"
            "License: Apache-2.0\nRequires-Python: >=3.8\n"
        )
        (info / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: accord\nRoot-Is-Purelib: false\nTag: {tag}\n"
        )
        shutil.copy(prefix / "LICENSE", info / "LICENSE")
        record = []
        files = sorted(file for file in pathlib.Path(scratch).rglob("*") if file.is_file())
        with zipfile.ZipFile(dist / f"{name}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files:
                path = file.relative_to(scratch).as_posix()
                content = file.read_bytes()
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                record.append(f"{path},sha256={digest},{len(content)}")
                entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
                # pip makes a script executable only if its mode is that of a regular file.
                entry.external_attr = (stat.S_IFREG | (0o755 if file == program else 0o644)) << 16
                archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
            path = f"{info.name}/RECORD"
            archive.writestr(path, "\n".join([*record, f"{path},,"]) + "\n")


def main():
    if len(sys.argv) != 5 or sys.argv[1] not in ("deb", "wheel"):
        sys.exit("usage: package.py deb|wheel PREFIX VERSION DIST")
    tool = {"deb": "dpkg-deb", "wheel": "patchelf"}[sys.argv[1]]
    if not shutil.which(tool):
        sys.exit(f"package: {tool} is missing (Debian: apt-get install {'dpkg' if tool == 'dpkg-deb' else tool})")
    action = {"deb": deb, "wheel": wheel}[sys.argv[1]]
    action(pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4]))


if __name__ == "__main__":
    main()
