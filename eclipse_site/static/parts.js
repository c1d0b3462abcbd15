// Links and forms of the turn page ask for the parts that change, by htmx. Without this file they
// lead to whole pages. What a part shows is told by its data-v; the server sends only others.

const body = document.body;
const part = (name) => document.getElementById(`part-${name}`);
const asked = () => document.getElementById("asked");
const narrow = matchMedia("(max-width: 900px)");

/** Tell people who listen to the page. */
function say(text) {
  const line = document.getElementById("say");
  // The same words twice are read twice.
  line.textContent = line.textContent === text ? `${text}\u00a0` : text;
}

/** A note on top of the page, put there by the script itself. */
function note(text) {
  const list = document.createElement("ul");
  list.className = "notes";
  const item = document.createElement("li");
  item.className = "note error";
  item.textContent = text;
  list.append(item);
  part("notes").replaceChildren(list);
  // So that the next answer clears it.
  part("notes").dataset.v = "";
  say(text);
}

const byItself = (detail) => "X-Live" in (detail.requestConfig?.headers ?? detail.headers ?? {});

body.addEventListener("htmx:configRequest", ({ detail }) => {
  const sent = detail.elt.closest?.("#part-text") ? "text" : "";
  const have = [...document.querySelectorAll("[data-v]")].map((e) => [e.id.slice(5), e.dataset.v]);
  detail.headers["X-Have"] = have.filter(([name]) => name !== sent).map((h) => h.join("=")).join();
});

// One at a time: a form that was sent is waited for, a step gives way to the next one, and news to both.
let current = null;
body.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const waits = current && (byItself(event.detail) || current.verb !== "get");
  if (waits) return event.preventDefault();
  const before = current;
  current = { xhr, verb: requestConfig.verb };
  before?.xhr.abort();
});
body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (current?.xhr === detail.xhr) current = null;
});

// A page of another kind, such as the log-in, is shown as a page.
body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, pathInfo } = event.detail;
  pathInfo.anchor = undefined;
  if (xhr.status < 300 && xhr.getResponseHeader("X-Parts") === null) {
    event.preventDefault();
    if (!byItself(event.detail)) location.assign(pathInfo.responsePath || pathInfo.finalRequestPath);
  } else if (xhr.getResponseHeader("X-Parts")?.split(",").some((name) => name && !part(name))) {
    // The same address has become another page: the game has begun.
    event.preventDefault();
    location.reload();
  }
});

/** Whoever designs a ship stays there: what takes the place of a link of the drawing. */
function redrawn(link) {
  if (!link.closest?.("#part-design")) return null;
  const kind = link.closest(".tabs") ? ".tabs [aria-current]" : link.matches(".part") ? ".part.here" : ".slot.pick";
  return document.querySelector(`#design ${kind}`);
}

body.addEventListener("htmx:afterOnLoad", ({ detail }) => {
  const parts = (detail.xhr.getResponseHeader("X-Parts") ?? "").split(",");
  document.getElementById("main")?.classList.toggle("idle", !document.getElementById("choose"));
  body.dispatchEvent(new CustomEvent("parts", { detail: parts }));
  if (byItself(detail)) return;
  const told = parts.includes("notes") ? part("notes").innerText : "";
  const refused = document.getElementById("refused");
  const heading = parts.includes("text") && detail.elt.closest?.("#part-text") ? null : asked();
  const next = refused ?? (parts.includes("ask") ? heading : null);
  // Of a link that is gone htmx tells through what was around it.
  const drawn = refused ? null : redrawn(detail.requestConfig?.elt ?? detail.elt);
  if (drawn) {
    drawn.focus({ preventScroll: true });
  } else if (next) {
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    // Beside the map the composer is in sight; on a phone it lies below, and a blueprint before it.
    // Where nothing is asked any more, what was done and the map come first.
    const idle = document.querySelector("main.idle") && !refused;
    const at = (refused ? null : document.getElementById("design")) ?? next.closest("section");
    if (idle) scrollTo(0, 0);
    else if (narrow.matches || refused) {
      at.scrollIntoView({ block: "start" });
      // What is read at last is pressed at once.
      if (!refused) document.querySelector("#choose form .primary")?.scrollIntoView({ block: "nearest" });
    }
  } else if (document.activeElement === body) {
    asked()?.focus({ preventScroll: true });
  }
  const step = document.querySelector("#choose .steps .now, #choose .says");
  say([told, step?.innerText ?? ""].filter(Boolean).join(" "));
});

body.addEventListener("htmx:responseError", ({ detail }) => {
  if (!byItself(detail)) note(body.dataset.refused.replace("{code}", detail.xhr.status));
});
body.addEventListener("htmx:sendError", ({ detail }) => {
  if (!byItself(detail)) note(body.dataset.lost);
});

// The way back: the same page stays and takes the parts of the address that is gone back to.
const show = (path) => htmx.ajax("GET", path, { target: "body", swap: "none" });
body.addEventListener("htmx:historyCacheMiss", (event) => {
  event.preventDefault();
  show(location.pathname + location.search);
});

// News are put away; the next ones come again.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-dismiss]")) return;
  part("told").replaceChildren();
  part("told").dataset.v = "";
  asked()?.focus({ preventScroll: true });
});

// Links within pictures are not htmx's.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.('svg a[href^="?"]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  htmx.ajax("GET", link.getAttribute("href").split("#")[0], { target: "body", swap: "none", push: "true" });
});
