"""`python -m eclipse_site.healthcheck [web|mail]`: ends with 0 if that program of the site answers.

It reads PORT, ALLOWED_HOSTS and INBOUND_PORT from the environment and needs no settings, so that a
container can be asked often.
"""

import os
import smtplib
import sys
import urllib.error
import urllib.request


def web_answers(timeout: float = 5) -> bool:
    """Whether the health page of the web server on this machine reports success."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/healthz",
        headers={"Host": _allowed_host()},
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:  # noqa: S310 - our own http address
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def mail_answers(timeout: float = 5) -> bool:
    """Whether the mail listener on this machine greets and answers NOOP."""
    port = int(os.environ.get("INBOUND_PORT", "8025"))
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=timeout) as client:
            return client.noop()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False


def _allowed_host() -> str:
    """A host name that the site accepts; it refuses requests for others before any page runs."""
    first = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    return first if first not in ("", "*") else "127.0.0.1"


if __name__ == "__main__":
    checks = {"web": web_answers, "mail": mail_answers}
    sys.exit(not checks[sys.argv[1] if len(sys.argv) > 1 else "web"]())
