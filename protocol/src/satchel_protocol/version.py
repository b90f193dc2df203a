"""The version of both distributions. The wire format has its own, which is not this one."""

__version__ = "0.1.0"
