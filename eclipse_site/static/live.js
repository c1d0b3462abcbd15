// An open page asks whether something happened, with a question that costs next to nothing, and only
// then for the parts that changed. It asks less often while nobody looks.

const SOON = 1500, OFTEN = 5000, SELDOM = 20000, HIDDEN = 60000, MOST = 300000;
const IDLE_AFTER = 120000;

let failures = 0, timer = 0, asking = false, stopped = false, busy = 0, active = Date.now();
const source = () => document.querySelector("[data-live]");

function wait() {
  if (failures) return Math.min(OFTEN * 2 ** failures, MOST);
  if (document.hidden) return HIDDEN;
  if ("soon" in (source()?.dataset ?? {})) return SOON;
  return Date.now() - active > IDLE_AFTER ? SELDOM : OFTEN;
}

function plan(milliseconds = wait()) {
  clearTimeout(timer);
  if (!stopped) timer = setTimeout(look, milliseconds);
}

async function look() {
  const at = source();
  if (!at || asking || busy) return plan();
  asking = true;
  try {
    const answer = await fetch(at.dataset.live, {
      headers: { "If-None-Match": at.dataset.etag }, cache: "no-store", redirect: "manual",
    });
    if (answer.status === 200 && answer.headers.get("ETag") !== at.dataset.etag) await change(at);
    // Logged out, or the game is gone: the next click will tell.
    if (answer.type === "opaqueredirect" || answer.status === 404) stopped = true;
    failures = answer.status < 400 || answer.status === 404 ? 0 : failures + 1;
  } catch {
    failures += 1;
  } finally {
    asking = false;
    plan();
  }
}

/** Fetch what changed. What is being put together stays; the server knows it by its decision. */
async function change(at) {
  if (busy) return;
  const headers = { "X-Live": at.dataset.seq ?? "-1", "X-Decision": at.dataset.decision ?? "" };
  await htmx.ajax("GET", location.pathname + location.search, { target: "body", swap: "none", headers })
    // It gave way to the reader's own; the next question will tell whether that brought the news too.
    ?.catch(() => undefined);
}

const own = ({ detail }) => !("X-Live" in (detail.requestConfig?.headers ?? {}));
document.body.addEventListener("htmx:beforeRequest", (event) => { if (own(event) && !event.defaultPrevented) busy += 1; });
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (own(event)) {
    busy = Math.max(0, busy - 1);
    plan();
  }
});
document.body.addEventListener("parts", ({ detail }) => {
  const told = document.getElementById("part-told");
  const text = detail.includes("told") ? told?.innerText.trim() : "";
  const gone = document.querySelector("#part-ask > .note.warning");
  // The address was that of the order which is no longer asked for.
  if (gone && location.search) history.replaceState({ htmx: true }, "", location.pathname);
  if (text || gone) document.getElementById("say").textContent = `${gone?.innerText ?? ""} ${text ?? ""}`;
  tick();
});

for (const kind of ["pointerdown", "keydown", "scroll"]) {
  addEventListener(kind, () => {
    const rested = Date.now() - active > IDLE_AFTER;
    active = Date.now();
    if (rested) plan(0);
  }, { passive: true, capture: true });
}
document.addEventListener("visibilitychange", () => plan(document.hidden ? HIDDEN : 0));
addEventListener("online", () => { failures = 0; plan(0); });
addEventListener("pageshow", (event) => { if (event.persisted) plan(0); });

// --- clocks -----------------------------------------------------------------------------------------

/** As the server says it: days and hours, hours, hours and minutes in tens, minutes. */
function span(milliseconds, forms) {
  const [days, hours, both, minutes, up, few] = forms.split("|");
  const all = Math.floor(milliseconds / 60000);
  if (all < 0) return up;
  const d = Math.floor(all / 1440), h = Math.floor((all % 1440) / 60), m = all % 60;
  if (d) return days.replace("{d}", d).replace("{h}", h);
  if (h >= 3) return hours.replace("{h}", h);
  if (h) return both.replace("{h}", h).replace("{m}", Math.floor(m / 10) * 10);
  return all ? minutes.replace("{m}", m) : few;
}

function tick() {
  const now = Date.now();
  for (const clock of document.querySelectorAll("[data-until]")) {
    clock.textContent = span(new Date(clock.dataset.until) - now, clock.dataset.forms);
  }
  for (const clock of document.querySelectorAll("[data-since]")) {
    clock.textContent = span(Math.max(0, now - new Date(clock.dateTime)), clock.dataset.since);
  }
}
setInterval(tick, 20000);
plan();

// Until a profile says otherwise times are told as the clock beside the page shows them.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${zone};path=/;max-age=31536000;samesite=lax`;
