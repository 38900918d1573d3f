package flow

import (
	"slices"
	"strings"
)

// MostNodes is how many nodes a picture shows before some of them become clusters.
const MostNodes = 60

// Used is the graph without the keys that nothing in it uses. What may read each of them, since
// it loads the whole state, reads a cluster of all.
func (g *Graph) Used() *Graph {
	all := Node{ID: "cluster:every key", Kind: Cluster, Name: "every key"}
	out := &Graph{Schema: g.Schema, Nodes: append(slices.Clone(g.Nodes), all), Edges: slices.Clone(g.Edges)}
	used := map[string]bool{}
	for i := range out.Edges {
		e := &out.Edges[i]
		if e.Loaded {
			e.From = all.ID
		}
		used[e.From], used[e.To] = true, true
	}
	for _, n := range g.Nodes {
		used[n.ID] = used[n.ID] || n.Kind != Key
	}
	return out.only(used).fold(nil)
}

// Clustered is a graph of at most MostNodes nodes: what belongs to one agent becomes a part of
// it, and then all nodes of a kind become a cluster, of the most frequent one first, as far as that is needed.
func (g *Graph) Clustered() *Graph {
	if len(g.Nodes) > MostNodes {
		g = g.fold(g.Owners())
	}
	for len(g.Nodes) > MostNodes {
		g = g.fold(g.ofOneKind())
	}
	return g
}

// Owners are the agents that nodes belong to, by their IDs; none where that is several ones, or none.
func (g *Graph) Owners() map[string]string {
	has := map[string]string{}
	for _, e := range g.Edges {
		if known, again := has[e.To]; e.Kind == Has && again && known != e.From {
			has[e.To] = ""
		} else if e.Kind == Has {
			has[e.To] = e.From
		}
	}
	agents := map[string]bool{}
	for _, n := range g.Nodes {
		agents[n.ID] = n.Kind == Agent
	}
	owners := map[string]string{}
	for id, of := range has {
		for range len(has) { // a prompt of a callback of an agent
			if agents[of] || of == "" {
				break
			}
			of = has[of]
		}
		if agents[of] && !agents[id] && id != unseenID {
			owners[id] = of
		}
	}
	return owners
}

// ofOneKind maps the nodes of the kind that most are of to a cluster.
func (g *Graph) ofOneKind() map[string]string {
	most, groups := Key, map[Kind][]string{}
	for _, n := range g.Nodes {
		groups[n.Kind] = append(groups[n.Kind], n.ID)
		if len(groups[n.Kind]) > len(groups[most]) {
			most = n.Kind
		}
	}
	into := map[string]string{}
	for _, id := range groups[most] {
		into[id] = "cluster:all " + most.String() + "s"
	}
	return into
}

// fold replaces nodes by others, which are clusters where the graph does not have them, and joins their edges.
func (g *Graph) fold(into map[string]string) *Graph {
	out := &Graph{Schema: g.Schema}
	clusters := map[string]int{}
	for _, n := range g.Nodes {
		to, folded := into[n.ID]
		name, isCluster := strings.CutPrefix(to, "cluster:")
		switch at, known := clusters[to]; {
		case !folded:
			out.Nodes = append(out.Nodes, n)
		case known:
			out.Nodes[at].Size++
		case isCluster:
			clusters[to] = len(out.Nodes)
			out.Nodes = append(out.Nodes, Node{ID: to, Kind: Cluster, Name: name, Size: 1})
		}
	}
	edges := map[edgeID]int{}
	for _, e := range g.Edges {
		for _, end := range []*string{&e.From, &e.To} {
			if to, folded := into[*end]; folded {
				*end = to
			}
		}
		id := edgeID{e.From, e.To, e.Kind}
		switch i, known := edges[id]; {
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
