package flow

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// Graph is who uses which key. Nodes and edges are sorted; each node has an ID of its own, and
// the edges of a kind between two nodes are one.
type Graph struct {
	Schema  string `json:"schema"` // the file of the schema
	Drafted bool   `json:"-"`      // nobody wrote the schema
	Begun   bool   `json:"-"`      // all is seen that sessions begin with
	Nodes   []Node `json:"nodes"`
	Edges   []Edge `json:"edges"`
}

// Node is a key, or what uses keys.
type Node struct {
	ID     string       `json:"id"` // the kind, a colon and the name; with "#2" where that is not unique
	Kind   Kind         `json:"kind"`
	Name   string       `json:"name"`
	Doc    string       `json:"doc,omitempty"`
	Runs   string       `json:"runs,omitempty"`   // of an Agent: how it runs its sub-agents
	Size   int          `json:"size,omitempty"`   // of a Cluster: how many nodes it is for
	Places []Place      `json:"places,omitempty"` // of the declaration
	Unit   *source.Unit `json:"-"`                // nil: source shows none, as of a key
	Key    *schema.Key  `json:"-"`                // of a Key
}

// Kind says what a node is.
type Kind uint8

// The kinds of nodes, in the order of a graph's nodes. A Host is a function that no agent,
// tool or callback leads to. The one Client is for all that the schema lets see and set keys. Unseen is for
// all that source leaves open; there is one node at most. A Cluster is for several nodes, in a
// graph that is made smaller.
const (
	Key Kind = iota
	Prompt
	Agent
	Tool
	Callback
	Host
	Client
	Unseen
	Cluster
)

var kindNames = []string{"key", "prompt", "agent", "tool", "callback", "host", "client", "unseen", "cluster"}

// String is the kind in lower case: "key".
func (k Kind) String() string { return kindNames[k] }

// MarshalText is String, in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Edge leads from where data or control comes from to where it goes.
type Edge struct {
	From   string   `json:"from"` // the ID of a node
	To     string   `json:"to"`   // and that of another one
	Kind   EdgeKind `json:"kind"`
	Maybe  bool     `json:"maybe,omitempty"` // source does not prove it
	Needed bool     `json:"-"`               // a placeholder that is not optional, or a read that fails without the key
	Loaded bool     `json:"-"`               // all that reads the key reads all keys at once
	Order  int      `json:"order,omitempty"` // among the parts of From, from 1; 0: none
	Places []Place  `json:"places"`
}

// EdgeKind says what an edge means.
type EdgeKind uint8

// Reads and Shows lead from a key to what reads it, and to a prompt that shows it. Writes, Merges, Clears,
// Outputs (an agent's answer is saved) and Begins (a session begins with it) lead to a key.
// Has leads from an agent to its tools, callbacks and prompts, Sub to its sub-agents, Next
// from a node of a workflow to the one after it.
const (
	Reads EdgeKind = iota
	Shows
	Writes
	Merges
	Clears
	Outputs
	Begins
	Has
	Sub
	Next
)

var edgeNames = []string{"read", "prompt", "write", "merge", "clear", "output", "begin", "has", "sub-agent", "next"}

// String is the kind as printers show it: "write".
func (k EdgeKind) String() string { return edgeNames[k] }

// MarshalText is String, in JSON.
func (k EdgeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

var verbs = []string{"reads", "shows", "writes", "merges", "clears", "answers into", "begins sessions with"}

// Verb says what a node does to a key: "writes". It is empty where no key is at an end.
func (k EdgeKind) Verb() string {
	if k >= Has {
		return ""
	}
	return verbs[k]
}

// Changes reports whether an edge of the kind leads to a key.
func (k EdgeKind) Changes() bool { return k >= Writes && k <= Begins }

// IsRead reports whether an edge of the kind leads from a key.
func (k EdgeKind) IsRead() bool { return k == Reads || k == Shows }

// Place is where source shows something; Line and Column count from 1.
type Place struct {
	File         string
	Line, Column int
}

// String is "file:line:column".
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// MarshalText is String, in JSON.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Find returns a node by its ID.
func (g *Graph) Find(id string) (Node, bool) {
	for _, n := range g.Nodes {
		if n.ID == id {
			return n, true
		}
	}
	return Node{}, false
}

// Of returns the edges that begin or end at a node.
func (g *Graph) Of(id string) []Edge {
	var list []Edge
	for _, e := range g.Edges {
		if e.From == id || e.To == id {
			list = append(list, e)
		}
	}
	return list
}
