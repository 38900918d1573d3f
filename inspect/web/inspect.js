// Moves through a session's events without loading the page anew, and follows what is appended.
const session = document.getElementById("session");
if (session) follow(session);

function follow(root) {
  const path = root.dataset.path;
  let at = Number(root.dataset.at);
  let last = Number(root.dataset.last);
  let wanted = null; // the event to show next; null: what is shown is right
  let busy = false;

  // show loads an event's part; while one is loading only the newest wish is kept.
  async function show(seq, push) {
    wanted = { seq, push };
    if (busy) return;
    busy = true;
    try {
      while (wanted) {
        const { seq, push } = wanted;
        wanted = null;
        const answer = await fetch(`${path}/part?at=${seq}`, { credentials: "same-origin" });
        if (!answer.ok) { location.reload(); return; }
        const part = await answer.text();
        if (wanted) continue;
        replace(part);
        if (push) history.replaceState(null, "", at === last ? path : `${path}?at=${at}`);
      }
    } finally {
      busy = false;
    }
  }

  // replace puts the part in place, and keeps the focus and what is scrolled to.
  function replace(part) {
    const focused = document.activeElement && document.activeElement.id;
    const open = [...root.querySelectorAll("details[open] > summary")].map((s) => s.textContent);
    const top = root.querySelector(".timeline ol")?.scrollTop;
    root.innerHTML = part;
    const slider = root.querySelector("#at");
    at = Number(slider.value);
    last = Number(root.querySelector(".last").textContent);
    root.dataset.at = at;
    for (const s of root.querySelectorAll("details > summary")) {
      if (open.includes(s.textContent)) s.parentElement.open = true;
    }
    if (top !== undefined) root.querySelector(".timeline ol").scrollTop = top;
    if (focused === "at") slider.focus();
    reveal();
  }

  function reveal() {
    root.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  root.addEventListener("input", (e) => {
    if (e.target.id !== "at") return;
    root.querySelector("output").textContent = e.target.value;
    show(Number(e.target.value), true);
  });
  root.addEventListener("submit", (e) => e.preventDefault());
  root.addEventListener("click", (e) => {
    const link = e.target.closest("a");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    const to = new URL(link.href);
    if (to.pathname !== new URL(path, location.href).pathname) return;
    e.preventDefault();
    show(Number(to.searchParams.get("at") || 0), true);
  });
  document.addEventListener("keydown", (e) => {
    if (e.target.closest("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[e.key];
    if (e.key === "Home") show(1, true);
    else if (e.key === "End") show(0, true);
    else if (step && last) show(Math.min(last, Math.max(1, at + step)), true);
    else return;
    e.preventDefault();
  });

  // What other processes append is looked for twice a second, while the page is seen.
  async function poll() {
    try {
      if (!document.hidden && !busy) {
        const answer = await fetch(`${path}/last`, { credentials: "same-origin" });
        if (answer.ok) {
          const now = (await answer.json()).last;
          // Whoever chose an event while this was asked gets that one, which shows the new last too.
          if (now !== last && !busy) await show(at === last ? 0 : at, false);
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
  setTimeout(poll, 500);
}
