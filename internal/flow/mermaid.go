package flow

import (
	"bytes"
	"fmt"
	"io"
)

var mermaidShapes = map[Kind][2]string{
	Key: {"([", "])"}, Prompt: {"[/", "/]"}, Agent: {"{{", "}}"}, Tool: {"[", "]"}, Callback: {"[[", "]]"},
	Host: {"(", ")"}, Client: {"((", "))"}, Unseen: {">", "]"}, Cluster: {"[(", ")]"},
}

// Mermaid writes the graph as a flowchart. Data flows from left to right; dashed edges are
// those that source does not prove.
func (g *Graph) Mermaid(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("flowchart LR\n")
	ids, shown := map[string]string{}, map[Kind]bool{}
	for i, n := range g.Nodes {
		ids[n.ID] = fmt.Sprintf("n%d", i)
		shown[n.Kind] = true
		shape := mermaidShapes[n.Kind]
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s:::%s\n", i, shape[0], mermaidText(n.title()), shape[1], n.Kind)
	}
	for _, e := range g.Edges {
		arrow := "-->"
		switch {
		case e.Maybe:
			arrow = "-.->"
		case e.Kind == Has:
			arrow = "---"
		case e.Kind == Sub:
			arrow = "==>"
		}
		label := "|" + e.Kind.String() + "|"
		if e.Kind == Has {
			label = ""
		}
		fmt.Fprintf(&b, "  %s %s%s %s\n", ids[e.From], arrow, label, ids[e.To])
	}
	for _, k := range []Kind{Key, Prompt, Agent, Tool, Callback, Host, Client, Unseen, Cluster} {
		if !shown[k] {
			continue
		}
		c := colors[k]
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#1f2328\n", k, c.fill, c.stroke)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// mermaidText writes all that could mean something as the number of its character.
func mermaidText(text string) string {
	return neutral(text, " _-.,:()", func(r rune) string { return fmt.Sprintf("#%d;", r) })
}
