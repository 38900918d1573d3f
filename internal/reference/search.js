// Shows the keys that match what is typed; "/" goes to the field, Escape empties it.
const field = document.getElementById("find");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("[data-find]")];
const others = [...document.querySelectorAll("[data-key]:not([data-find])")];

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const keys = new Set();
  for (const item of items) {
    item.hidden = !words.every((w) => item.dataset.find.toLowerCase().includes(w));
    if (!item.hidden) keys.add(item.dataset.key);
  }
  for (const other of others) other.hidden = !keys.has(other.dataset.key);
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-key]:not([hidden])");
  }
  found.textContent = words.length ? keys.size + (keys.size === 1 ? " key" : " keys") : "";
}

field.addEventListener("input", search);
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && document.activeElement !== field) {
    e.preventDefault();
    field.focus();
  } else if (e.key === "Escape" && document.activeElement === field) {
    field.value = "";
    search();
  }
});
search();
