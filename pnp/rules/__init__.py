"""The rules summary: its sentences and document, as HTML, Markdown and PDF."""
