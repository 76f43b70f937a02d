"""Faults put into finished PDFs and folders, to count how many `pnp verify` sees, and honest builds, which it must accept.

python -m tests.security.print_faults --seed 1
python -m tests.security.print_faults --honest
"""
