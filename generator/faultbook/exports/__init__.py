"""The book for machines, as values: entries as JSON and Markdown, the index, alert rules, texts for language models.

Everything here is made from :class:`~faultbook.exports.published.PublishedEntry`, which the wheel carries as JSON, so
an installation without a repository exports the same.
"""
