import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findCommand } from "../out/find.js";

function command(dir, mode = 0o755) {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "stategen");
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

test("the command is the configured one, or the first that is found", () => {
  const home = mkdtempSync(join(tmpdir(), "stategen-"));
  const at = (env) => findCommand("", { platform: "linux", env, home });
  assert.equal(at({}), undefined);
  const byDefault = command(join(home, "go", "bin"));
  assert.equal(at({ PATH: "/nowhere" }), byDefault);
  const inPath = command(join(home, "path"));
  assert.equal(at({ PATH: `.:relative:${join(home, "path")}` }), inPath);
  const gobin = command(join(home, "gobin"));
  assert.equal(at({ GOBIN: join(home, "gobin") }), gobin);
  command(join(home, "text"), 0o644);
  assert.equal(at({ PATH: join(home, "text") }), byDefault);
  mkdirSync(join(home, "folder", "stategen"), { recursive: true });
  assert.equal(at({ PATH: join(home, "folder") }), byDefault);
  const configured = (path) => findCommand(path, { platform: "linux", env: {}, home });
  assert.equal(configured("~/path/stategen"), inPath);
  assert.equal(configured("path/stategen"), undefined, "a relative path is the workspace's");
  assert.equal(configured(join(home, "none")), undefined);
});
