package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// Facts is what a graph is made of.
type Facts struct {
	Units   []*source.Unit
	Prompts []source.Use // in prompt files and in the instructions of the schema
	Sources diag.Sources // the files that spans are in
	Begun   bool         // all is seen that sessions begin with
}

// Build makes the graph of a schema. Keys that it doesn't declare are left out: check reports
// them.
func Build(s *schema.Schema, f Facts) *Graph {
	b := &builder{
		schema: s, index: keys.New(s), sources: f.Sources,
		taken: map[string]bool{}, keyIDs: map[*schema.Key]string{}, unitIDs: map[*source.Unit]string{},
		prompts: map[string]string{}, edges: map[edgeID]*Edge{},
	}
	b.keys()
	for _, u := range f.Units {
		n := Node{Kind: kindOfUnit[u.Kind], Name: u.Name, Unit: u, Places: b.places(u.Place)}
		if n.Kind == Agent {
			n.Runs = u.Runs.String()
		}
		b.unitIDs[u] = b.add(n)
	}
	b.promptFiles(f.Prompts)
	for _, u := range f.Units {
		b.unit(u)
	}
	b.clients()
	g := b.graph()
	g.Begun = f.Begun
	return g
}

type edgeID struct {
	from, to string
	kind     EdgeKind
}

type builder struct {
	schema  *schema.Schema
	index   *keys.Index
	sources diag.Sources

	nodes   []Node
	taken   map[string]bool
	keyIDs  map[*schema.Key]string
	unitIDs map[*source.Unit]string
	prompts map[string]string // nodes by file, and of instructions of the schema by name
	edges   map[edgeID]*Edge
	unseen  []Place
}

const unseenID = "unseen:"

func (b *builder) add(n Node) string {
	id := n.Kind.String() + ":" + n.Name
	for i := 2; b.taken[id]; i++ {
		id = fmt.Sprintf("%s:%s#%d", n.Kind, n.Name, i)
	}
	b.taken[id] = true
	n.ID = id
	b.nodes = append(b.nodes, n)
	return id
}

func (b *builder) keys() {
	for _, k := range b.schema.Keys {
		b.keyIDs[k] = b.add(Node{Kind: Key, Name: k.Wire(), Doc: k.Doc, Key: k, Places: b.places(k.Span)})
	}
}

func (b *builder) places(span diag.Span) []Place {
	if span.File == "" {
		return nil
	}
	p := Place{File: span.File}
	if src := b.sources[span.File]; src != nil {
		at := src.Position(span.Start)
		p.Line, p.Column = at.Line, at.Column
	}
	return []Place{p}
}

// promptFiles makes a node of each instruction of the schema, and of each prompt file that
// shows or saves a key.
func (b *builder) promptFiles(uses []source.Use) {
	for _, i := range b.schema.Instructions {
		id := b.add(Node{Kind: Prompt, Name: i.Name, Doc: i.Doc, Places: b.places(i.Span)})
		b.prompts[source.InstructionName(i.Name)] = id
		if i.File != "" {
			b.prompts["\x00"+i.Source] = id
		}
	}
	for _, u := range uses {
		if u.Kind != source.Placeholder && u.Kind != source.Output {
			continue
		}
		b.use(b.promptAt(u.Span), u)
	}
}

// promptAt is the prompt that a place is in: in the schema's own file the instruction whose
// declaration is the last before it.
func (b *builder) promptAt(at diag.Span) string {
	if at.File == b.schema.File {
		var last *schema.Instruction
		for _, i := range b.schema.Instructions {
			if i.Source == at.File && i.Span.Start <= at.Start && (last == nil || i.Span.Start > last.Span.Start) {
				last = i
			}
		}
		if last != nil {
			return b.prompts[source.InstructionName(last.Name)]
		}
	}
	file := "\x00" + at.File
	if b.prompts[file] == "" {
		b.prompts[file] = b.add(Node{Kind: Prompt, Name: at.File, Places: []Place{{File: at.File, Line: 1, Column: 1}}})
	}
	return b.prompts[file]
}

func (b *builder) unit(u *source.Unit) {
	id := b.unitIDs[u]
	for _, use := range u.Uses {
		b.use(id, use)
	}
	for n, p := range u.Parts {
		to := b.unitIDs[p.Unit]
		if i := instructionOf(b.schema, p.Instruction); p.Unit == nil && i != nil {
			to = b.prompts[source.InstructionName(i.Name)]
		}
		if p.File != "" {
			to = b.promptAt(diag.Span{File: p.File})
		}
		if to != "" && to != id {
			b.edge(Edge{From: id, To: to, Kind: kindOfPart[p.Kind], Order: n + 1}, p.Place)
		}
	}
	for _, at := range u.Open {
		b.open(Edge{From: id, To: unseenID, Kind: Has}, at)
	}
}

// What units and their parts are in a graph.
var (
	kindOfUnit = map[source.UnitKind]Kind{
		source.Agent: Agent, source.Tool: Tool, source.Callback: Callback, source.Prompt: Prompt, source.Host: Host,
	}
	kindOfPart = map[source.PartKind]EdgeKind{source.Has: Has, source.Sub: Sub, source.Next: Next}
)

var kindOfUse = map[source.UseKind]EdgeKind{
	source.Get: Reads, source.Loaded: Reads, source.Placeholder: Shows, source.Set: Writes,
	source.Clear: Clears, source.Output: Outputs, source.Begin: Begins,
}

// use adds the edges of one use: of a key that is known in parts one for each key that it may
// be, unless it can be any.
func (b *builder) use(id string, u source.Use) {
	kind, ok := kindOfUse[u.Kind]
	if !ok {
		return
	}
	if u.Merge {
		kind = Merges
	}
	if !u.Partial {
		if k := b.declared(u.Key); k != nil {
			isLoaded := u.Kind == source.Loaded
			edge := Edge{Kind: kind, Maybe: isLoaded, Loaded: isLoaded, Needed: u.Presence() == source.Demanded}
			b.keyEdge(id, k, edge, u.Place())
		}
		return
	}
	if u.Key != source.UnknownPart {
		var may []*schema.Key
		for _, k := range b.schema.Keys {
			if u.MayBe(k) {
				may = append(may, k)
			}
		}
		family := b.index.Find(strings.ReplaceAll(u.Key, source.UnknownPart, "x")) // of any x
		for _, k := range may {
			b.keyEdge(id, k, Edge{Kind: kind, Maybe: len(may) > 1 || k != family}, u.Place())
		}
		if len(may) > 0 {
			return
		}
	}
	e := Edge{From: id, To: unseenID, Kind: kind}
	if kind.IsRead() {
		e.From, e.To = e.To, e.From
	}
	b.open(e, u.Place())
}

// declared is the key of a name, perhaps of another one of its names.
func (b *builder) declared(wire string) *schema.Key {
	if k := b.index.Find(wire); k != nil {
		return k
	}
	m, _ := b.index.Moved(wire)
	return m.Key
}

func (b *builder) keyEdge(unit string, k *schema.Key, e Edge, at diag.Span) {
	e.From, e.To = unit, b.keyIDs[k]
	if e.Kind.IsRead() {
		e.From, e.To = e.To, e.From
	}
	b.edge(e, at)
}

// open adds an edge to or from what can't be seen.
func (b *builder) open(e Edge, at diag.Span) {
	e.Maybe = true
	b.edge(e, at)
	b.unseen = append(b.unseen, b.places(at)...)
}

func instructionOf(s *schema.Schema, folded string) *schema.Instruction {
	for _, i := range s.Instructions {
		if source.InstructionName(i.Name) == folded || source.InstructionName(i.GoName) == folded {
			return i
		}
	}
	return nil
}

// edge adds an edge, or its place to the one that there is. What is proven once is proven.
func (b *builder) edge(e Edge, at diag.Span) {
	id := edgeID{e.From, e.To, e.Kind}
	known := b.edges[id]
	if known == nil {
		known = &e
		b.edges[id] = known
	}
	known.Maybe, known.Loaded = known.Maybe && e.Maybe, known.Loaded && e.Loaded
	if e.Kind == Reads { // who asks first, or has a value for a missing key, too, knows what to do
		known.Needed = known.Needed && e.Needed
	} else {
		known.Needed = known.Needed || e.Needed
	}
	known.Places = append(known.Places, b.places(at)...)
}

// clients makes a node of those whom the schema lets see and set keys.
func (b *builder) clients() {
	if !b.schema.HasClients() {
		return
	}
	const doc = "Browsers and other programs that see and set keys by the schema's contract."
	id := b.add(Node{Kind: Client, Name: "clients", Doc: doc})
	for _, k := range b.schema.Keys {
		if k.Client.CanRead() {
			b.keyEdge(id, k, Edge{Kind: Reads}, k.Span)
		}
		if k.Client.CanWrite() {
			kind := Writes
			if k.Merge != schema.MergeLast {
				kind = Merges
			}
			b.keyEdge(id, k, Edge{Kind: kind}, k.Span)
		}
	}
}

func (b *builder) graph() *Graph {
	g := &Graph{Schema: b.schema.File, Drafted: b.schema.Drafted, Nodes: b.nodes}
	if len(b.unseen) > 0 {
		g.Nodes = append(g.Nodes, Node{
			ID: unseenID, Kind: Unseen, Places: sorted(b.unseen),
			Name: "not seen", Doc: "What is known only when the program runs.",
		})
	}
	slices.SortStableFunc(g.Nodes, func(x, y Node) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	for _, e := range b.edges {
		e.Places = sorted(e.Places)
		g.Edges = append(g.Edges, *e)
	}
	g.sortEdges()
	return g
}

func (g *Graph) sortEdges() {
	slices.SortFunc(g.Edges, func(x, y Edge) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Order, y.Order),
			cmp.Compare(x.To, y.To), cmp.Compare(x.Kind, y.Kind))
	})
}

func sorted(list []Place) []Place {
	slices.SortFunc(list, func(x, y Place) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	})
	return slices.Compact(list)
}
