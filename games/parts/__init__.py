"""Parts that specs build, their options and registries; reading text and files."""
