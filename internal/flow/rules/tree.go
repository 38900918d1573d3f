package rules

import (
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
)

// tree is the tree of agents. An agent with several parents has none, as far as order goes:
// it can run in several places.
type tree struct {
	runs   map[string]source.Runs
	parent map[string]string // "" for several
	order  map[string]int
	owner  map[string]string // of tools, callbacks and prompts; "" for several
}

func newTree(g *flow.Graph) *tree {
	t := &tree{runs: map[string]source.Runs{}, parent: map[string]string{}, order: map[string]int{}, owner: map[string]string{}}
	for _, n := range g.Nodes {
		if n.Kind == flow.Agent {
			t.runs[n.ID] = n.Runs
			t.owner[n.ID] = n.ID
		}
	}
	once := func(m map[string]string, of, to string) {
		if known, ok := m[of]; ok && known != to {
			to = ""
		}
		m[of] = to
	}
	for _, e := range g.Edges {
		switch e.Kind {
		case flow.Sub:
			once(t.parent, e.To, e.From)
			t.order[e.To] = e.Order
		case flow.Has:
			once(t.owner, e.To, e.From)
		case flow.Next:
			once(t.parent, e.To, "")
		}
	}
	return t
}

// agentOf is the one agent that a node belongs to; "" if there is none or several.
func (t *tree) agentOf(id string) string {
	for range len(t.owner) + 1 {
		of := t.owner[id]
		if of == id || of == "" {
			return of
		}
		id = of
	}
	return ""
}

// path lists an agent and those above it; nil in a circle, and where one has several parents.
func (t *tree) path(agent string) []string {
	var list []string
	for agent != "" {
		if len(list) > len(t.runs) {
			return nil
		}
		list = append(list, agent)
		up, hasParent := t.parent[agent]
		if hasParent && up == "" {
			return nil
		}
		agent = up
	}
	return list
}

// fork returns the agent under which two agents part, and the branches they are in.
func (t *tree) fork(a, b string) (at, left, right string) {
	x, y := t.path(a), t.path(b)
	if a == "" || b == "" || x == nil || y == nil {
		return "", "", ""
	}
	i, j := len(x)-1, len(y)-1
	if x[i] != y[j] {
		return "", "", ""
	}
	for i > 0 && j > 0 && x[i-1] == y[j-1] {
		i, j = i-1, j-1
	}
	if i == 0 || j == 0 {
		return "", "", ""
	}
	return x[i], x[i-1], y[j-1]
}

// before reports whether an agent runs before another one, the first time that they run: in a loop, too.
func (t *tree) before(a, b string) bool {
	at, left, right := t.fork(a, b)
	return at != "" && (t.runs[at] == source.InTurn || t.runs[at] == source.Repeatedly) && t.order[left] < t.order[right]
}

// together is the agent that runs two agents at the same time; "" if none does.
func (t *tree) together(a, b string) string {
	if at, _, _ := t.fork(a, b); at != "" && t.runs[at] == source.Together {
		return at
	}
	return ""
}

// loopOf is the loop that an agent is in, or that it is; "" if there is none.
func (t *tree) loopOf(agent string) string {
	for _, id := range t.path(agent) {
		if t.runs[id] == source.Repeatedly {
			return id
		}
	}
	return ""
}
