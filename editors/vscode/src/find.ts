import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** What the search for the command depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** isCommand reports whether a path is a file that can be run. */
function isCommand(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** folders lists where the command may be: PATH, then where `go install` puts it. */
function folders(s: Surroundings): string[] {
  const list = (s.env.PATH ?? s.env.Path ?? "").split(delimiter);
  if (s.env.GOBIN) list.push(s.env.GOBIN);
  for (const dir of (s.env.GOPATH ?? "").split(delimiter)) if (dir) list.push(join(dir, "bin"));
  list.push(join(s.home, "go", "bin"));
  return list.filter(isAbsolute); // a folder that depends on the working folder is the workspace's
}

/**
 * findCommand returns the path of the stategen command: the configured one or else the
 * first one that is found; undefined if there is none.
 */
export function findCommand(configured: string, s: Surroundings): string | undefined {
  if (configured) {
    const path = configured.replace(/^~(?=[/\\])/, s.home);
    return isAbsolute(path) && isCommand(path) ? path : undefined;
  }
  const name = s.platform === "win32" ? "stategen.exe" : "stategen";
  return folders(s).map((dir) => join(dir, name)).find(isCommand);
}
