package flow

import (
	"encoding/json"
	"fmt"
	"io"
)

type jsonGraph struct {
	Schema string     `json:"schema"`
	Nodes  []jsonNode `json:"nodes"`
	Edges  []jsonEdge `json:"edges"`
}

type jsonNode struct {
	ID     string   `json:"id"`
	Kind   string   `json:"kind"`
	Name   string   `json:"name"`
	Doc    string   `json:"doc,omitempty"`
	Runs   string   `json:"runs,omitempty"`
	Size   int      `json:"size,omitempty"`
	Places []string `json:"places,omitempty"`
}

type jsonEdge struct {
	From   string   `json:"from"`
	To     string   `json:"to"`
	Kind   string   `json:"kind"`
	Maybe  bool     `json:"maybe,omitempty"`
	Order  int      `json:"order,omitempty"`
	Places []string `json:"places"`
}

// String is "file:line:column".
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

func placeTexts(list []Place) []string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.String()
	}
	return texts
}

// JSON writes the whole graph, places included.
func (g *Graph) JSON(w io.Writer) error {
	out := jsonGraph{Schema: g.Schema, Nodes: []jsonNode{}, Edges: []jsonEdge{}}
	for _, n := range g.Nodes {
		j := jsonNode{ID: n.ID, Kind: n.Kind.String(), Name: n.Name, Doc: n.Doc, Size: n.Size, Places: placeTexts(n.Places)}
		if n.Kind == Agent {
			j.Runs = n.runs().String()
		}
		out.Nodes = append(out.Nodes, j)
	}
	for _, e := range g.Edges {
		out.Edges = append(out.Edges, jsonEdge{e.From, e.To, e.Kind.String(), e.Maybe, e.Order, placeTexts(e.Places)})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
