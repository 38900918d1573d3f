package flow

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// View says which part of a graph is wanted.
type View struct {
	Keys   []string // by name
	Agents []string // by name; tools, callbacks, prompts and functions are found as well
	From   string   // a key or another node by its name, from which data goes
	To     string   // to this one
	Depth  int      // how many edges around Keys and Agents
}

// IsPart reports whether the view asks for less than everything.
func (v View) IsPart() bool { return len(v.Keys)+len(v.Agents) > 0 || v.From != "" || v.To != "" }

// View returns the part of a graph. It is an error if there is nothing of a name, or no way
// from From to To.
func (g *Graph) View(v View) (*Graph, error) {
	if !v.IsPart() {
		return g, nil
	}
	var around []string
	for _, name := range v.Keys {
		ids, err := g.named(name, func(n Node) bool { return n.Kind == Key })
		if err != nil {
			return nil, fmt.Errorf("the schema declares no key %w", err)
		}
		around = append(around, ids...)
	}
	for _, name := range v.Agents {
		ids, err := g.named(name, func(n Node) bool { return n.Kind != Key })
		if err != nil {
			return nil, fmt.Errorf("there is no agent, tool, callback, prompt or function %w", err)
		}
		around = append(around, ids...)
	}
	if v.From == "" && v.To == "" {
		return g.Around(around, v.Depth), nil
	}
	if v.From == "" || v.To == "" || len(around) > 0 {
		return nil, fmt.Errorf("--from and --to go together, and without --key and --agent")
	}
	return g.way(v.From, v.To)
}

func (g *Graph) way(from, to string) (*Graph, error) {
	any := func(Node) bool { return true }
	starts, err := g.named(from, any)
	if err != nil {
		return nil, fmt.Errorf("there is nothing called %w", err)
	}
	ends, err := g.named(to, any)
	if err != nil {
		return nil, fmt.Errorf("there is nothing called %w", err)
	}
	for _, start := range starts {
		for _, end := range ends {
			if part := g.Between(start, end); len(part.Nodes) > 0 {
				return part, nil
			}
		}
	}
	return nil, fmt.Errorf("no data is seen to go from %s to %s", diag.Quote(from), diag.Quote(to))
}

// named returns the IDs of the nodes that have a name or an ID.
func (g *Graph) named(name string, wanted func(Node) bool) ([]string, error) {
	var ids, names []string
	for _, n := range g.Nodes {
		if !wanted(n) {
			continue
		}
		names = append(names, n.Name)
		if n.Name == name || n.ID == name {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) > 0 {
		return ids, nil
	}
	if near := diag.Nearest(name, names); len(near) > 0 {
		return nil, fmt.Errorf("%s; did you mean %s?", diag.Quote(name), diag.Quote(near[0]))
	}
	return nil, fmt.Errorf("%s", diag.Quote(name))
}

// Formats are the names of what Write can write.
func Formats() []string { return []string{"text", "mermaid", "dot", "json"} }

// Write writes a view of the graph in a format. A picture shows no keys that nothing uses, and
// clusters where there are more than MostNodes nodes.
func (g *Graph) Write(w io.Writer, format string, v View) error {
	part, err := g.View(v)
	if err != nil {
		return err
	}
	picture := part
	if !v.IsPart() {
		picture = part.Used()
	}
	if format == "text" && !v.IsPart() && len(picture.Nodes) > MostText {
		part = picture.Clustered()
	}
	switch format {
	case "text":
		return part.Text(w, v.IsPart())
	case "mermaid":
		return picture.Clustered().Mermaid(w)
	case "dot":
		return picture.Clustered().DOT(w)
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(part)
	}
	return fmt.Errorf("format %s is not one of: %s", diag.Quote(format), strings.Join(Formats(), ", "))
}

// MostText is how many nodes the text shows before some of them become clusters.
const MostText = 150
