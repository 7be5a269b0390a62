# SPDX-License-Identifier: MIT
"""rootle-debug: stops kernels on the bundled driver's simulated GPU, and looks at their variables."""
