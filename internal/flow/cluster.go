package flow

import (
	"fmt"
	"slices"
	"strings"
)

// MostNodes is how many nodes a picture shows before some of them become clusters.
const MostNodes = 60

// Used is the graph without the keys that nothing in it uses. What may read each of them, since
// it loads the whole state, reads a cluster of all.
func (g *Graph) Used() *Graph {
	g = g.loads()
	keep := map[string]bool{}
	for _, n := range g.Nodes {
		keep[n.ID] = n.Kind != Key
	}
	for _, e := range g.Edges {
		keep[e.From], keep[e.To] = true, true
	}
	return g.only(keep)
}

func (g *Graph) loads() *Graph {
	all := Node{ID: "cluster:every key", Kind: Cluster, Name: "every key"}
	for _, n := range g.Nodes {
		if n.Kind == Key {
			all.Size++
		}
	}
	reads, perhaps := map[string]int{}, map[string][]Place{}
	for _, e := range g.Edges {
		if e.Kind == Reads && e.From != unseenID {
			if reads[e.To]++; e.Maybe {
				perhaps[e.To] = append(perhaps[e.To], e.Places...)
			}
		}
	}
	isLoad := func(e Edge) bool {
		mayRead := e.Kind == Reads && e.Maybe && e.From != unseenID
		return mayRead && all.Size > 1 && reads[e.To] == all.Size
	}
	out := &Graph{Schema: g.Schema, Nodes: slices.Clone(g.Nodes), Edges: slices.DeleteFunc(slices.Clone(g.Edges), isLoad)}
	if len(out.Edges) == len(g.Edges) {
		return g
	}
	out.Nodes = append(out.Nodes, all)
	for _, n := range g.Nodes {
		if e := (Edge{From: all.ID, To: n.ID, Kind: Reads, Maybe: true, Places: sorted(perhaps[n.ID])}); len(e.Places) > 0 && isLoad(e) {
			out.Edges = append(out.Edges, e)
		}
	}
	out.sortEdges()
	return out
}

// Clustered is a graph of at most MostNodes nodes: what belongs to one agent becomes a part of
// it, then keys with the same edges, and at last all nodes of a kind become clusters, as far as that
// is needed.
func (g *Graph) Clustered() *Graph {
	for _, step := range []func(*Graph) map[string]string{byAgent, byEdges, byKind} {
		if len(g.Nodes) <= MostNodes {
			break
		}
		g = g.fold(step(g))
	}
	return g
}

// byAgent folds what belongs to exactly one agent into that.
func byAgent(g *Graph) map[string]string {
	owner := map[string]string{}
	for _, e := range g.Edges {
		if e.Kind == Has && e.To != unseenID {
			if known, ok := owner[e.To]; ok && known != e.From {
				owner[e.To] = ""
			} else {
				owner[e.To] = e.From
			}
		}
	}
	into := map[string]string{}
	for id, of := range owner {
		for range len(owner) { // a prompt of a callback of an agent
			if owner[of] == "" {
				break
			}
			of = owner[of]
		}
		if of != "" && of != id {
			into[id] = of
		}
	}
	return into
}

func byEdges(g *Graph) map[string]string {
	edges := map[string]*strings.Builder{}
	for _, n := range g.Nodes {
		edges[n.ID] = &strings.Builder{}
	}
	for _, e := range g.Edges {
		fmt.Fprintf(edges[e.From], "%d>%s\n", e.Kind, e.To)
		fmt.Fprintf(edges[e.To], "%d<%s\n", e.Kind, e.From)
	}
	first := map[string]string{}
	return g.grouped(func(n Node) string {
		if n.Kind != Key {
			return ""
		}
		id := edges[n.ID].String()
		if first[id] == "" {
			first[id] = n.Name
		}
		return "keys like " + first[id]
	})
}

func byKind(g *Graph) map[string]string {
	return g.grouped(func(n Node) string {
		switch n.Kind {
		case Unseen:
			return ""
		case Cluster: // of keys
			return "all keys"
		}
		return "all " + n.Kind.String() + "s"
	})
}

// grouped maps the nodes of a group to the cluster for them; one alone stays what it is.
func (g *Graph) grouped(name func(Node) string) map[string]string {
	groups := map[string][]string{}
	for _, n := range g.Nodes {
		if to := name(n); to != "" {
			groups[to] = append(groups[to], n.ID)
		}
	}
	into := map[string]string{}
	for to, ids := range groups {
		for _, id := range ids {
			if len(ids) > 1 {
				into[id] = "cluster:" + to
			}
		}
	}
	return into
}

// fold replaces nodes by others, which are clusters where the graph does not have them.
func (g *Graph) fold(into map[string]string) *Graph {
	out := &Graph{Schema: g.Schema}
	at := map[string]int{}
	node := func(n Node) {
		i, ok := at[n.ID]
		if !ok {
			at[n.ID] = len(out.Nodes)
			out.Nodes = append(out.Nodes, n)
			return
		}
		out.Nodes[i].Size += n.Size
	}
	for _, n := range g.Nodes {
		to, ok := into[n.ID]
		switch name, isCluster := strings.CutPrefix(to, "cluster:"); {
		case !ok:
			node(n)
		case isCluster:
			node(Node{ID: to, Kind: Cluster, Name: name, Size: max(n.Size, 1)})
		}
	}
	target := func(id string) string {
		if to, ok := into[id]; ok {
			return to
		}
		return id
	}
	edges := map[edgeID]int{}
	for _, e := range g.Edges {
		e.From, e.To = target(e.From), target(e.To)
		id := edgeID{e.From, e.To, e.Kind}
		i, known := edges[id]
		switch {
		case e.From == e.To:
		case known:
			old := &out.Edges[i]
			old.Maybe = old.Maybe && e.Maybe
			old.Places = sorted(slices.Concat(old.Places, e.Places))
		default:
			edges[id] = len(out.Edges)
			out.Edges = append(out.Edges, e)
		}
	}
	out.sortEdges()
	return out
}
