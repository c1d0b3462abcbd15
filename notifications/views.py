"""Pages: mail settings, unsubscribing, and the mailbox of a development installation."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from functools import wraps

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from eclipse_site.models import User
from notifications import mailbox as caught
from notifications.compose import UNSUBSCRIBE_SALT
from notifications.forms import PreferenceForm, ReplyForm
from notifications.models import CaughtMail, MailPreference


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Which mails the account wants."""
    assert isinstance(request.user, User)
    preference = MailPreference.objects.filter(user=request.user).first()
    # An unchecked box sends nothing, so an empty form is still an answer.
    data = request.POST if request.method == "POST" else None
    form = PreferenceForm(data, instance=preference or MailPreference(user=request.user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notifications:settings")
    return render(request, "notifications/settings.html", {"form": form})


@csrf_exempt
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails about games to the account that ``token`` names.

    Mail programs post here by themselves (RFC 8058), hence no log-in and no CSRF token; a GET only
    asks, since programs fetch links.
    """
    try:
        user = User.objects.filter(pk=signing.loads(token, salt=UNSUBSCRIBE_SALT)).first()
    except signing.BadSignature as error:
        raise Http404 from error
    if user is None:
        raise Http404
    if request.method == "POST":
        MailPreference.objects.update_or_create(user=user, defaults={"game_mails": False})
    return render(request, "notifications/unsubscribe.html", {"done": request.method == "POST"})


# --- the mailbox of a development installation ---------------------------------------------------

View = Callable[..., HttpResponseBase]


def development_only(view: View) -> View:
    """The page does not exist unless MAILBOX_ENABLED: it shows everybody's mails to anybody."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: int) -> HttpResponseBase:
        if not settings.MAILBOX_ENABLED:
            raise Http404
        return view(request, **kwargs)

    return guarded


@development_only
@require_GET
def mailbox(request: HttpRequest) -> HttpResponse:
    """All caught mails, the newest first."""
    page = Paginator(CaughtMail.objects.all(), 50).get_page(request.GET.get("page"))
    return render(request, "notifications/mailbox.html", {"page": page})


@development_only
@require_http_methods(["GET", "POST"])
def caught_mail(request: HttpRequest, key: int) -> HttpResponse:
    """One mail as rendered and as text, with a form that answers it through the listener."""
    mail = get_object_or_404(CaughtMail, pk=key)
    form = ReplyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            caught.answer(mail, form.cleaned_data["text"], quote=form.cleaned_data["quote"])
        except (OSError, smtplib.SMTPException) as error:
            messages.error(
                request,
                _("The mail listener at %(host)s:%(port)s did not take the answer: %(error)s")
                % {
                    "host": settings.INBOUND_HOST,
                    "port": settings.INBOUND_PORT,
                    "error": error,
                },
            )
        else:
            messages.success(request, _("Sent. What comes of it arrives in the mailbox."))
            return redirect("notifications:mailbox")
    context = {
        "mail": mail,
        "form": form,
        "text": caught.body(mail, "plain"),
        "has_html": bool(caught.body(mail, "html")),
        "answerable": bool(caught.header(mail, "Reply-To")),
    }
    return render(request, "notifications/caught_mail.html", context)


@development_only
@require_GET
@xframe_options_sameorigin
@csp(  # type: ignore[arg-type]
    {
        "default-src": [NONE],
        "style-src": [UNSAFE_INLINE],
        "img-src": ["data:"],
        "form-action": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [SELF],
        # Links of the mail open in a page of their own.
        "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
    }
)
def rendered(request: HttpRequest, key: int) -> HttpResponse:
    """The HTML part alone, for a frame: styled inline, without scripts, forms or remote files."""
    mail = get_object_or_404(CaughtMail, pk=key)
    html = caught.body(mail, "html")
    # Links leave the frame, whose sandbox would hold the pages they lead to.
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


@development_only
@require_GET
def source(request: HttpRequest, key: int) -> HttpResponse:
    """The whole mail as it would have been sent."""
    mail = get_object_or_404(CaughtMail, pk=key)
    return HttpResponse(bytes(mail.raw), content_type="text/plain; charset=utf-8")
