"""Secret reply addresses: making them, and finding the row that one belongs to.

The address is ``turn+SECRET@INBOUND_DOMAIN``. SECRET is a keyed hash of a random nonce in the row;
the row also holds the SECRET's plain hash, by which it is found. So a copy of the database alone
gives nobody a working address, and a mail sent again after a crash still shows the same one.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

from django.conf import settings
from django.utils.crypto import salted_hmac

from notifications.models import OutgoingMail, ReplyAddress

PREFIX = "turn+"
SECRET_BYTES = 20
"""160 bits: 32 letters and digits. Some mail servers write addresses in small letters, hence
base 32 and not 64."""

_LOCAL_PART = re.compile(re.escape(PREFIX) + r"([a-z2-7]{32})\Z")
_SALT = "notifications.addresses"


def new_address(mail: OutgoingMail) -> ReplyAddress:
    """Give ``mail`` the address that answers to it go to."""
    nonce = secrets.token_hex(16)
    digest = _digest(_secret(nonce, settings.SECRET_KEY))
    return ReplyAddress.objects.create(
        mail=mail, tenancy=mail.tenancy, nonce=nonce, digest=digest, decisions=mail.decisions
    )


def written(address: ReplyAddress) -> str:
    """The address as it stands in the mail.

    If the site's key was changed since the row was made and the old key is not among
    SECRET_KEY_FALLBACKS, the row gets a new secret (its mail was not sent yet).
    """
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        secret = _secret(address.nonce, key)
        if _digest(secret) == address.digest:
            break
    else:
        secret = _secret(address.nonce, settings.SECRET_KEY)
        address.digest = _digest(secret)
        address.save(update_fields=["digest"])
    return f"{PREFIX}{secret}@{settings.INBOUND_DOMAIN}"


def is_our_domain(recipient: str) -> bool:
    """Whether mail for ``recipient`` belongs here at all."""
    return recipient.rpartition("@")[2].lower() == settings.INBOUND_DOMAIN.lower()


def digest_of(recipient: str) -> str | None:
    """By what the row of ``recipient`` would be found; ``None`` unless it has the domain and the
    form of a reply address. Whether there is such a row is not looked up."""
    match = _LOCAL_PART.match(recipient.rpartition("@")[0].lower())
    return _digest(match[1]) if match and is_our_domain(recipient) else None


def find(digest: str) -> ReplyAddress | None:
    """The row with that digest, or ``None`` if there is none: forged, mistyped or erased."""
    rows = ReplyAddress.objects.select_related("tenancy__game", "tenancy__user", "mail")
    return rows.filter(digest=digest).first()


def _secret(nonce: str, key: str | bytes) -> str:
    code = salted_hmac(_SALT, nonce, secret=key, algorithm="sha256").digest()
    return base64.b32encode(code[:SECRET_BYTES]).decode().lower()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
