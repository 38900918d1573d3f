// Parses values of states by the zod schemas of compiled files. A line in: {file, text, key}, where text is the JSON of
// a whole state, and with a key of that key's value. A line out: whether zod accepts it, what it makes of it, and what plain JSON does.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { file, text, key } = JSON.parse(line);
  const { stateSchema, wholeStateSchema = stateSchema } = await import(`./out/${file}.gen.js`);
  const value = JSON.parse(text);
  const schema = key && Object.hasOwn(stateSchema.shape, key) ? stateSchema.shape[key] : wholeStateSchema;
  const { success, data, error } = schema.safeParse(value);
  const problems = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  console.log(JSON.stringify({ ok: success, zod: success ? JSON.stringify(data) : "", plain: JSON.stringify(value), problems: problems?.join("; ") }));
}
