"""What is played for the players before they start to think."""
