"""What experiments leave behind: tables, figures, pages."""
