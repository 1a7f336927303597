# Not compiled: the C side of signals.py.
cdef extern from *:
    int check_signals "PyErr_CheckSignals"() except -1
