package flow

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/source"
)

// looks are what nodes of a kind look like in pictures: their colors, and their shapes in Mermaid and for Graphviz.
var looks = [...]struct {
	fill, stroke string
	mermaid      [2]string
	dot          string
}{
	Key:      {"#fff8e1", "#b7791f", [2]string{"([", "])"}, `box, style="rounded,filled"`},
	Prompt:   {"#f3ebff", "#7c4dbd", [2]string{"[/", "/]"}, "note, style=filled"},
	Agent:    {"#e3f0ff", "#2166b8", [2]string{"{{", "}}"}, "hexagon, style=filled"},
	Tool:     {"#e6f6ec", "#2a7d4f", [2]string{"[", "]"}, "box, style=filled"},
	Callback: {"#e2f6f6", "#1f7a80", [2]string{"[[", "]]"}, "cds, style=filled"},
	Host:     {"#f1f3f5", "#5c6670", [2]string{"(", ")"}, "ellipse, style=filled"},
	Client:   {"#fdeaf2", "#be185d", [2]string{"((", "))"}, "doublecircle, style=filled"},
	Unseen:   {"#ffffff", "#8a929a", [2]string{">", "]"}, `box, style="dashed,filled"`},
	Cluster:  {"#f7f7f2", "#77735f", [2]string{"[(", ")]"}, "folder, style=filled"},
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
		shape := looks[n.Kind].mermaid
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s:::%s\n", i, shape[0], mermaidText(n.title()), shape[1], n.Kind)
	}
	for _, e := range g.Edges {
		arrow, label := "-->", "|"+e.Kind.String()+"|"
		if e.Kind == Has {
			arrow, label = "---", ""
		}
		if e.Kind == Sub {
			arrow = "==>"
		}
		if e.Maybe {
			arrow = "-.->"
		}
		fmt.Fprintf(&b, "  %s %s%s %s\n", ids[e.From], arrow, label, ids[e.To])
	}
	for kind, look := range looks {
		if shown[Kind(kind)] {
			fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#1f2328\n", Kind(kind), look.fill, look.stroke)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// mermaidText writes all that could mean something as the number of its character.
func mermaidText(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" _-.,:()", r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

// DOT writes the graph for Graphviz.
func (g *Graph) DOT(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("digraph flow {\n  rankdir=LR\n" +
		"  node [fontname=\"sans-serif\", fontsize=11]\n  edge [fontname=\"sans-serif\", fontsize=9]\n")
	ids := map[string]string{}
	for i, n := range g.Nodes {
		ids[n.ID] = fmt.Sprintf("n%d", i)
		look := looks[n.Kind]
		fmt.Fprintf(&b, "  n%d [label=%s, shape=%s, fillcolor=\"%s\", color=\"%s\"]\n",
			i, dotText(n.title()), look.dot, look.fill, look.stroke)
	}
	for _, e := range g.Edges {
		label, style := "label="+dotText(e.Kind.String()), "solid"
		if e.Kind == Has {
			label = "arrowhead=none"
		}
		if e.Maybe {
			style = "dashed"
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

// title is what a picture writes on a node.
func (n Node) title() string {
	const longest = 48
	name := []rune(line(n.Name))
	if len(name) > longest {
		name = append(name[:longest-1], '…')
	}
	return string(name) + n.remark()
}

// remark is how many nodes a cluster is for, or how an agent runs its sub-agents.
func (n Node) remark() string {
	switch {
	case n.Kind == Cluster && n.Size > 0:
		return " (" + plural(n.Size, "node") + ")"
	case n.Unit != nil && n.Unit.Runs != source.ByModel:
		return " (" + n.Unit.Runs.String() + ")"
	}
	return ""
}

// line is a text on one line: what is no character that can be seen is a space.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	return strings.Join(strings.Fields(text), " ")
}
