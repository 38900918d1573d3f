package flow

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

var dotShapes = map[Kind]string{
	Key: "box, style=\"rounded,filled\"", Prompt: "note, style=filled", Agent: "hexagon, style=filled", Tool: "box, style=filled",
	Callback: "cds, style=filled", Host: "ellipse, style=filled", Client: "doublecircle, style=filled", Unseen: "box, style=\"dashed,filled\"", Cluster: "folder, style=filled",
}

// DOT writes the graph for Graphviz.
func (g *Graph) DOT(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("digraph flow {\n  rankdir=LR\n  node [fontname=\"sans-serif\", fontsize=11]\n  edge [fontname=\"sans-serif\", fontsize=9]\n")
	ids := map[string]string{}
	for i, n := range g.Nodes {
		ids[n.ID] = fmt.Sprintf("n%d", i)
		c := colors[n.Kind]
		fmt.Fprintf(&b, "  n%d [label=%s, shape=%s, fillcolor=\"%s\", color=\"%s\"]\n",
			i, dotText(n.title()), dotShapes[n.Kind], c.fill, c.stroke)
	}
	for _, e := range g.Edges {
		style := "solid"
		if e.Maybe {
			style = "dashed"
		}
		label := fmt.Sprintf("label=%s, color=\"%s\"", dotText(e.Kind.String()), edgeColors[e.Kind])
		if e.Kind == Has {
			label = fmt.Sprintf("arrowhead=none, color=\"%s\"", edgeColors[e.Kind])
		}
		fmt.Fprintf(&b, "  %s -> %s [%s, style=%s]\n", ids[e.From], ids[e.To], label, style)
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// dotText quotes a text. Graphviz reads entities of HTML in it.
func dotText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(line(text)) + `"`
}
