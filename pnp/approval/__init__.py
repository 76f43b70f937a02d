"""What people approved: the record of it, and the present texts and faces of a game compared with it."""
