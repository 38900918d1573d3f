// Moves through a session's events without loading the page anew, follows what is appended, and copies values.
const session = document.getElementById("session");
if (session) follow(session);
document.documentElement.classList.add("js");
document.addEventListener("click", (e) => {
  const button = e.target.closest("button.copy");
  if (button) copy(button);
});

// copy takes the whole value from the server: the page may show a part of it.
async function copy(button) {
  const text = fetch(button.dataset.from, { credentials: "same-origin" }).then(async (answer) => {
    if (!answer.ok) throw new Error(answer.statusText);
    return new Blob([(await answer.text()).trimEnd()], { type: "text/plain" });
  });
  const before = button.firstChild.data;
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    button.firstChild.data = "Copied";
  } catch {
    button.firstChild.data = "Not copied";
  }
  setTimeout(() => { button.firstChild.data = before; }, 2000);
}

// morph makes an element like another one. What is alike stays untouched, and so do focus, selection, what is
// scrolled and what is unfolded.
function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && name !== "open") from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && name !== "open") from.setAttribute(name, value);
  }
  if (from.id === "at") from.value = to.value;
  morphChildren(from, to);
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.children) if (child.dataset.k) keyed.set(child.dataset.k, child);
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = wanted.dataset?.k;
    const has = key ? keyed.get(key) : at && !at.dataset?.k && at.nodeName === wanted.nodeName ? at : null;
    if (!has || has.parentNode !== from) {
      from.insertBefore(wanted, at);
      continue;
    }
    while (at !== has) at = dropped(at);
    at = has.nextSibling;
    morph(has, wanted);
  }
  while (at) at = dropped(at);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function follow(root) {
  const path = root.dataset.path;
  const slider = () => root.querySelector("#at");
  const seen = () => root.querySelector(".slider").dataset;
  let wanted = null; // what to show next; null: what is shown is right
  let busy = false;
  let sliding = false; // further moves take the place of the last one in the browser's history

  // show loads a place; while one is loading only the newest wish is kept.
  async function show(search, keep) {
    wanted = { search, keep };
    if (busy) return;
    busy = true;
    try {
      while (wanted) {
        const { search, keep } = wanted;
        wanted = null;
        const answer = await fetch(`${path}/part${search}`, { credentials: "same-origin" });
        if (!answer.ok) { location.reload(); return; }
        const part = document.createElement("template");
        part.innerHTML = await answer.text();
        if (wanted) { wanted.keep ??= keep; continue; }
        replace(part.content, keep !== undefined);
        if (keep) history[keep](null, "", path + search);
      }
    } finally {
      busy = false;
    }
  }

  // replace shows a part. The list of events follows who chose one, or was at its end.
  function replace(part, chosen) {
    const list = root.querySelector(".list");
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
    const focused = root.contains(document.activeElement);
    morphChildren(root, part);
    if (focused && document.activeElement === document.body) slider().focus({ preventScroll: true });
    if (chosen || atEnd) reveal();
  }

  function reveal() {
    const list = root.querySelector(".list"), one = root.querySelector(".chosen");
    if (!one) return;
    const outer = list.getBoundingClientRect(), inner = one.getBoundingClientRect();
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
    if (one.getBoundingClientRect().top < outer.top) list.scrollTop += one.getBoundingClientRect().top - outer.top;
  }

  // place is the address of an event, with the same keys in view.
  function place(seq) {
    const query = new URLSearchParams(location.search);
    if (seq >= Number(seen().last)) query.delete("at");
    else query.set("at", Math.max(1, seq));
    return query.size ? `?${query}` : "";
  }

  root.addEventListener("input", (e) => {
    if (e.target !== slider()) return;
    root.querySelector("output").textContent = e.target.value;
    show(place(Number(e.target.value)), sliding ? "replaceState" : "pushState");
    sliding = true;
  });
  root.addEventListener("focusout", () => { sliding = false; });
  root.addEventListener("submit", (e) => e.preventDefault());
  root.addEventListener("click", (e) => {
    const link = e.target.closest("a");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    const to = new URL(link.href);
    if (to.pathname !== new URL(path, location.href).pathname) return;
    e.preventDefault();
    sliding = false;
    show(to.search, "pushState");
  });
  window.addEventListener("popstate", () => show(location.search, ""));
  // The arrows to the sides do nothing on a page that isn't wider than its window.
  document.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step || document.activeElement !== document.body || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    show(place(Number(seen().at) + step), "pushState");
    e.preventDefault();
  });

  // What other processes append is looked for twice a second, while the page is seen.
  async function poll() {
    try {
      if (!document.hidden && !busy) {
        const answer = await fetch(`${path}/last`, { credentials: "same-origin" });
        if (answer.ok) {
          const now = (await answer.json()).last;
          if (now !== Number(seen().last) && !busy) await show(location.search);
        } else if (answer.status === 404) {
          location.reload(); // the session was deleted: say so
          return;
        }
      }
    } catch {
      // the server has ended, or is busy: the next try will tell
    }
    setTimeout(poll, 500);
  }
  reveal();
  if (!("still" in seen())) setTimeout(poll, 500);
}
