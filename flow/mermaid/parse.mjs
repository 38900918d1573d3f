// Reads flowcharts with Mermaid's own parser.
import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';
const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window; globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, maxEdges: 5000, maxTextSize: 5000000 });
for (const f of process.argv.slice(2)) {
  try { const d = await mermaid.mermaidAPI.getDiagramFromText(readFileSync(f, 'utf8'));
    const v = d.db.getVertices(); const n = v.size ?? Object.keys(v).length;
    console.log(f, 'nodes', n, 'edges', d.db.getEdges().length); }
  catch (e) { console.error(f, e.message); process.exitCode = 1; }
}
