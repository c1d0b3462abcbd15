// The map: zoom by buttons, keys, wheel and two fingers, move by dragging and arrows, go from hex to
// hex by arrows. Without this file the whole map is shown. The part that is shown is kept when the
// picture is exchanged.

const MOST = 6, STEP = 1.35, STILL = 5;

const figure = () => document.querySelector("figure[data-map]");
const picture = () => figure()?.querySelector("svg.map");
let view = null; // what is shown, in units of the map; null: all of it

/** The whole picture, in the shape of the space that it has. */
function whole() {
  const svg = picture();
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [x, y, w, h] = svg.dataset.whole.split(" ").map(Number);
  const { width, height } = svg.getBoundingClientRect();
  const wide = width && height ? width / height : w / h;
  const W = Math.max(w, h * wide), H = Math.max(h, w / wide);
  return { x: x - (W - w) / 2, y: y - (H - h) / 2, w: W, h: H };
}

function show(next) {
  const svg = picture(), all = whole();
  if (next && next.w < all.w * 0.98) {
    const w = Math.max(next.w, all.w / MOST), h = (w * all.h) / all.w;
    const mid = { x: next.x + next.w / 2, y: next.y + next.h / 2 };
    const within = (at, from, size, part) => Math.min(Math.max(at, from), from + size - part);
    view = { x: within(mid.x - w / 2, all.x, all.w, w), y: within(mid.y - h / 2, all.y, all.h, h), w, h };
  } else {
    view = null;
  }
  const box = view ? [view.x, view.y, view.w, view.h].map((n) => n.toFixed(1)).join(" ") : svg.dataset.whole;
  svg.setAttribute("viewBox", box);
  figure().classList.toggle("zoomed", view !== null);
}

const shown = () => view ?? whole();

/** Zoom by a factor; the point of the map at `at` stays where it is. */
function zoom(factor, at) {
  const now = shown();
  const p = at ?? { x: now.x + now.w / 2, y: now.y + now.h / 2 };
  const w = now.w / factor, h = now.h / factor;
  show({ x: p.x - ((p.x - now.x) / now.w) * w, y: p.y - ((p.y - now.y) / now.h) * h, w, h });
}

function move(dx, dy) {
  const now = shown();
  if (view) show({ ...now, x: now.x + dx, y: now.y + dy });
}

function point(event) {
  const box = picture().getBoundingClientRect(), now = shown();
  return {
    x: now.x + ((event.clientX - box.left) / box.width) * now.w,
    y: now.y + ((event.clientY - box.top) / box.height) * now.h,
  };
}

function home() {
  const [x, y, w, h] = figure().dataset.home.trim().split(" ").map(Number), all = whole();
  const W = Math.max(w, (h * all.w) / all.h), H = (W * all.h) / all.w;
  show({ x: x - (W - w) / 2, y: y - (H - h) / 2, w: W, h: H });
}

const deeds = { in: () => zoom(STEP), out: () => zoom(1 / STEP), whole: () => show(null), home };

// --- fingers and mouse ------------------------------------------------------------------------------

const down = new Map();
let dragged = false;

function spread() {
  const [a, b] = [...down.values()];
  return { far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1,
    clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}

function press(event) {
  if (event.button) return;
  if (!down.size) dragged = false;
  down.set(event.pointerId, event);
}

function drag(event) {
  const last = down.get(event.pointerId);
  if (!last) return;
  if (down.size === 2) {
    const before = spread(), at = point(before);
    down.set(event.pointerId, event);
    const after = spread(), box = picture().getBoundingClientRect(), now = shown();
    dragged = true;
    zoom(after.far / before.far, at);
    move(((before.clientX - after.clientX) / box.width) * now.w, ((before.clientY - after.clientY) / box.height) * now.h);
    return;
  }
  const dx = event.clientX - last.clientX, dy = event.clientY - last.clientY;
  if (!view || (!dragged && Math.hypot(dx, dy) < STILL)) return;
  if (!dragged) picture().setPointerCapture(event.pointerId);
  dragged = true;
  down.set(event.pointerId, event);
  const box = picture().getBoundingClientRect();
  move((-dx / box.width) * view.w, (-dy / box.height) * view.h);
}

const release = (event) => down.delete(event.pointerId);

function wheel(event) {
  if (!event.ctrlKey && !figure().contains(document.activeElement)) return;
  // At the end of the way out the page scrolls again.
  if (!event.ctrlKey && !view && event.deltaY > 0) return;
  event.preventDefault();
  zoom(STEP ** (-Math.sign(event.deltaY) * Math.min(1, Math.abs(event.deltaY) / 60)), point(event));
}

// --- keys -------------------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const links = () => [...picture().querySelectorAll("#galaxy a, #part-marks a")];

function centre(link) {
  const at = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(link.getAttribute("transform") ?? "");
  return at ? { x: +at[1], y: +at[2] } : { x: 0, y: 0 };
}

/** The nearest hex in a direction; where a choice lies upon a hex, the choice. */
function beside(link, [dx, dy]) {
  const from = centre(link);
  let best = null, least = Infinity;
  for (const other of links()) {
    const to = centre(other), x = to.x - from.x, y = to.y - from.y, far = Math.hypot(x, y);
    const ahead = (x * dx + y * dy) / far;
    if (far < 1 || ahead < 0.45) continue;
    const cost = far * (2 - ahead);
    if (cost <= least + 0.01) [best, least] = [other, cost];
  }
  return best;
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
  const way = WAYS[event.key], link = event.target.closest("svg a");
  if (way && link) beside(link, way)?.focus();
  else if (way && view) move(way[0] * view.w * 0.15, way[1] * view.h * 0.15);
  else if (way) (links().find((l) => l.tabIndex === 0) ?? links()[0])?.focus();
  else if (event.key === "+" || event.key === "=") zoom(STEP);
  else if (event.key === "-") zoom(1 / STEP);
  else if (event.key === "0") show(null);
  else return;
  event.preventDefault();
}

/** One hex can be reached by Tab, the others from there by arrows; choices all by Tab. */
function focused(event) {
  const link = event.target.closest?.("svg a");
  if (!link) return;
  if (link.closest("#galaxy")) rove(link);
  if (!view) return;
  const at = centre(link);
  if (at.x < view.x + 60 || at.x > view.x + view.w - 60 || at.y < view.y + 60 || at.y > view.y + view.h - 60) {
    show({ ...view, x: at.x - view.w / 2, y: at.y - view.h / 2 });
  }
}

function rove(link) {
  for (const other of picture().querySelectorAll("#galaxy a")) other.setAttribute("tabindex", other === link ? 0 : -1);
}

// --- one picture after another ----------------------------------------------------------------------

function begin() {
  const frame = figure();
  if (!frame || frame.tabIndex === 0) return;
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", frame.dataset.label);
  frame.querySelector(".tools").hidden = false;
  const first = frame.querySelector("#galaxy a");
  if (first) rove(first);
  const svg = picture();
  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", drag);
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(kind, release);
  svg.addEventListener("click", (event) => {
    if (dragged) event.preventDefault();
    if (dragged) event.stopPropagation();
    dragged = false;
  }, true);
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("wheel", wheel, { passive: false });
  frame.addEventListener("keydown", key);
  frame.addEventListener("focusin", focused);
  frame.addEventListener("click", (event) => deeds[event.target.closest("[data-do]")?.dataset.do]?.());
  whole();
  show(view);
}

document.body.addEventListener("parts", begin);
addEventListener("resize", () => figure() && show(view));
begin();
