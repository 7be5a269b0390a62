# SPDX-License-Identifier: MIT
"""What OpenCL 1.2 says about images, as numpy functions.

Written from the specification alone, so that it can judge any driver. Sections are those of the
OpenCL 1.2 specification. Where it leaves a choice, functions return an Interval of all allowed
results; `strict` narrows it to what exact arithmetic gives.

    formats      channel orders and data types: what is stored, what a kernel sees (5.3.1.1)
    conversion   stored numbers to colours and back (8.3)
    addressing   coordinates to texels (8.1, 8.2, 8.4)
    sampling     read_image: addressing, filters, borders, layers (6.12.14, 8.2)
    boxes        which texels a transfer by the host moves (5.3.3 to 5.3.6)
"""
