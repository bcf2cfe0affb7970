"""Work on many machines: parts and logs as Ray tasks, and stale parts as the jobs of a CI matrix."""
