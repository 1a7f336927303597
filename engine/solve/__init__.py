"""Solved games with proofs that can be checked.

`checking` verifies a certificate by the rules of its game alone. `solving` finds the value of a
position and the choices that prove it. `certificate` writes them, and what an interrupted run has.
"""
