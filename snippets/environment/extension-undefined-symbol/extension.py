"""Compile a small extension module that uses a function of PyTorch's libc10, with one C++ ABI or the other."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import torch

torch.set_num_threads(1)

SOURCE = """
#include <Python.h>
#include <string>
namespace c10::detail { [[noreturn]] void torchCheckFail(const char*, const char*, unsigned, const std::string&); }
static volatile bool wrong = false;
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "kernels", nullptr, -1, nullptr};
PyMODINIT_FUNC PyInit_kernels() {
    if (wrong) c10::detail::torchCheckFail("init", "kernels.cpp", 8, "wrong");
    return PyModule_Create(&module);
}
"""


def build(*, cxx11_abi: bool) -> None:
    """Write kernels.so into the working folder, as the build of a wheel does on some machine."""
    headers = Path(sysconfig.get_paths()["include"])
    if not shutil.which("g++") or not (headers / "Python.h").is_file():
        message = f"to show this, install g++ and the headers of this Python; looked for {headers / 'Python.h'}"
        raise SystemExit(message)
    Path("kernels.cpp").write_text(SOURCE)
    libraries = Path(torch.__file__).parent / "lib"
    compiler = ["g++", "-shared", "-fPIC", f"-D_GLIBCXX_USE_CXX11_ABI={int(cxx11_abi)}"]
    link = ["-L", libraries, "-lc10", f"-Wl,-rpath,{libraries}", "-o", "kernels.so"]
    subprocess.run([*compiler, f"-I{headers}", "kernels.cpp", *link], check=True)
