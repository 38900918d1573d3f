// Reads flowcharts with Mermaid's own parser: files, and the blocks in pages of Markdown.
import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';
const dom = new JSDOM('<!doctype html><body></body>');
globalThis.window = dom.window; globalThis.document = dom.window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, maxEdges: 5000, maxTextSize: 5000000 });
for (const f of process.argv.slice(2)) {
  const text = readFileSync(f, 'utf8');
  const graphs = f.endsWith('.md') ? [...text.matchAll(/^```mermaid\n(.*?)^```$/gms)].map((m) => m[1]) : [text];
  let nodes = 0, edges = 0;
  try {
    if (graphs.length === 0) throw new Error('no flowchart');
    for (const graph of graphs) {
      const d = await mermaid.mermaidAPI.getDiagramFromText(graph);
      const v = d.db.getVertices();
      nodes += v.size ?? Object.keys(v).length;
      edges += d.db.getEdges().length;
    }
    console.log(f, 'graphs', graphs.length, 'nodes', nodes, 'edges', edges);
  } catch (e) { console.error(f, e.message); process.exitCode = 1; }
}
