# SPDX-License-Identifier: MIT
"""rootle-record: an application is recorded, replayed on any driver, compared launch by launch, and made into tests."""
