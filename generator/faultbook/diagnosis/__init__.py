"""From the matches in a log to an answer."""
