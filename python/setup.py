# SPDX-License-Identifier: Apache-2.0
"""The extension is optional: where it cannot be compiled, ashlar works without it (see ashlar._memory)."""
from setuptools import Extension, setup

setup(ext_modules=[Extension("ashlar._native", ["src/ashlar/_native.c"], optional=True, py_limited_api=False)])
