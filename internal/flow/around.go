package flow

import "slices"

// Around is the part of the graph that is at most depth edges away from some nodes. What belongs
// to an agent counts as the agent; nothing is reached through what can't be seen.
func (g *Graph) Around(ids []string, depth int) *Graph {
	near := map[string]bool{}
	for _, id := range ids {
		g.own(id, near)
	}
	for range depth {
		next := map[string]bool{}
		for _, e := range g.Edges {
			if near[e.From] && e.From != unseenID {
				next[e.To] = true
			}
			if near[e.To] && e.To != unseenID {
				next[e.From] = true
			}
		}
		for id := range next {
			near[id] = true
		}
	}
	return g.only(near)
}

// own adds a node and what belongs to it.
func (g *Graph) own(id string, to map[string]bool) {
	if to[id] {
		return
	}
	to[id] = true
	for _, e := range g.Edges {
		if e.From == id && e.Kind == Has && e.To != unseenID {
			g.own(e.To, to)
		}
	}
}

// Between is the part of the graph on the shortest ways of data from one node to another: from
// a key to what reads it, from there to the agent that it belongs to, and on to what these write.
// It has no nodes if there is no way.
func (g *Graph) Between(from, to string) *Graph {
	forward, back := map[string][]string{}, map[string][]string{}
	link := func(a, b string) {
		if a != unseenID && b != unseenID {
			forward[a], back[b] = append(forward[a], b), append(back[b], a)
		}
	}
	kinds := map[string]Kind{}
	for _, n := range g.Nodes {
		kinds[n.ID] = n.Kind
	}
	for _, e := range g.Edges {
		switch {
		case e.Kind == Has:
			link(e.To, e.From)
			if kinds[e.To] != Prompt {
				link(e.From, e.To)
			}
		case e.Kind < Has && e.Kind != Clears:
			link(e.From, e.To)
		}
	}
	start, end := distances(from, forward), distances(to, back)
	keep := map[string]bool{}
	for id, d := range start {
		if rest, ok := end[id]; ok && d+rest == start[to] {
			keep[id] = true
		}
	}
	return g.only(keep)
}

func distances(from string, next map[string][]string) map[string]int {
	far := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, id := range next[queue[0]] {
			if _, ok := far[id]; !ok {
				far[id] = far[queue[0]] + 1
				queue = append(queue, id)
			}
		}
	}
	return far
}

// only is the graph of some of the nodes, and the edges between them.
func (g *Graph) only(keep map[string]bool) *Graph {
	out := &Graph{Schema: g.Schema}
	for _, n := range g.Nodes {
		if keep[n.ID] {
			out.Nodes = append(out.Nodes, n)
		}
	}
	out.Edges = slices.DeleteFunc(slices.Clone(g.Edges), func(e Edge) bool { return !keep[e.From] || !keep[e.To] })
	return out
}
