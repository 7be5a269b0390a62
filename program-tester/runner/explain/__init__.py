# SPDX-License-Identifier: MIT
"""run-tests explain: why tests fail, in a few rules over what the tests are about."""
