package flow

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Text writes the graph for a terminal: the tree of agents with what each has and uses, then the
// other functions, keys that nothing uses, and what could not be seen. With places, each use is on a line of
// its own with where it is, and keys come first, each with who uses it.
func (g *Graph) Text(w io.Writer, places bool) error {
	t := &texter{Graph: g, places: places, done: map[string]bool{}}
	if places {
		for _, n := range g.Nodes {
			if n.Kind == Key || n.Kind == Cluster {
				t.node(n, 0)
			}
		}
	}
	owned := map[string]bool{}
	for _, e := range g.Edges {
		if e.Kind == Has || e.Kind == Sub {
			owned[e.To] = true
		}
	}
	for _, root := range []bool{true, false} { // in a circle of agents, none is a root
		for _, n := range g.Nodes {
			if n.Kind != Key && n.Kind != Unseen && (!root || !owned[n.ID]) {
				t.node(n, 0)
			}
		}
	}
	t.unused()
	t.unseen()
	_, err := w.Write(t.out.Bytes())
	return err
}

type texter struct {
	*Graph
	places bool
	done   map[string]bool
	out    bytes.Buffer
}

func (t *texter) node(n Node, depth int) {
	indent := strings.Repeat("  ", depth)
	head := indent + n.Kind.String() + " " + line(n.Name) + n.remark()
	if t.done[n.ID] {
		if depth > 0 {
			fmt.Fprintln(&t.out, head+" (above)")
		}
		return
	}
	t.done[n.ID] = true
	if isShown := t.places || n.Kind == Agent || n.Kind == Host; isShown && len(n.Places) == 1 {
		head += "  " + n.Places[0].String()
	}
	fmt.Fprintln(&t.out, head)
	t.uses(n, indent+"  ")
	for _, e := range t.Edges {
		if e.From == n.ID && (e.Kind == Has || e.Kind == Sub) {
			if child, ok := t.Find(e.To); ok && child.Kind != Unseen {
				t.node(child, depth+1)
			}
		}
	}
}

var passive = []string{"read by", "shown in", "written by", "merged by", "cleared by", "output of", "begun by"}

// uses writes what a node does with keys, and of a key who does that.
func (t *texter) uses(n Node, indent string) {
	for kind := Reads; kind <= Next; kind++ {
		if kind == Has || kind == Sub {
			continue
		}
		var names []string
		said := ""
		for _, e := range t.Of(n.ID) {
			if e.Kind != kind || kind == Next && e.To == n.ID {
				continue
			}
			verb := cmp.Or(kind.Verb(), "then")
			if kind != Next && kind.IsRead() == (e.From == n.ID) {
				verb = passive[kind]
			}
			other := e.To
			if e.To == n.ID {
				other = e.From
			}
			name := t.nameOf(other, n.Kind == Key)
			if e.Maybe {
				name += " (perhaps)"
			}
			if t.places {
				fmt.Fprintf(&t.out, "%s%s %s  %s\n", indent, verb, name, strings.Join(firstPlaces(e.Places), " "))
				continue
			}
			names, said = append(names, name), verb
		}
		if len(names) > 0 {
			fmt.Fprintf(&t.out, "%s%s %s\n", indent, said, strings.Join(names, ", "))
		}
	}
}

func firstPlaces(list []Place) []string {
	const most = 3
	var texts []string
	for _, p := range list[:min(len(list), most)] {
		texts = append(texts, p.String())
	}
	if len(list) > most {
		texts = append(texts, "and "+plural(len(list)-most, "more place"))
	}
	return texts
}

func (t *texter) nameOf(id string, withKind bool) string {
	n, _ := t.Find(id)
	switch {
	case n.Kind == Unseen:
		return "a key that is known only at run time"
	case withKind || n.Kind != Key:
		return n.Kind.String() + " " + line(n.Name)
	}
	return line(n.Name)
}

// unused lists the keys that nothing uses, which are in no tree.
func (t *texter) unused() {
	var names []string
	for _, n := range t.Nodes {
		if n.Kind == Key && !t.done[n.ID] && len(t.Of(n.ID)) == 0 {
			names = append(names, line(n.Name))
		}
	}
	const most = 20
	if more := len(names) - most; more > 0 {
		names = append(names[:most], strconv.Itoa(more)+" more")
	}
	if len(names) > 0 {
		fmt.Fprintf(&t.out, "not used: %s\n", strings.Join(names, ", "))
	}
}

func (t *texter) unseen() {
	n, ok := t.Find(unseenID)
	if !ok {
		return
	}
	fmt.Fprintf(&t.out, "not seen: %s\n", plural(len(n.Places), "place"))
	for _, p := range n.Places {
		fmt.Fprintln(&t.out, "  "+p.String())
	}
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
