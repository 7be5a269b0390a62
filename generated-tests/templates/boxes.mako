// Everything is done by the host.
