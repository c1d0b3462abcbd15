"""The error of wrong content."""


class ContentError(ValueError):
    """A content file is wrong: which file, which entry (if one is to blame), what was expected."""

    def __init__(self, file: str, entry: str | None, expected: str) -> None:
        self.file = file
        self.entry = entry
        self.expected = expected
        where = file if entry is None else f"{file}, entry {entry}"
        super().__init__(f"{where}: {expected}")
