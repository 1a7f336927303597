"""What searches hold: tables, and trees kept from move to move."""
