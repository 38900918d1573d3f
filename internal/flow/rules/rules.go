package rules

import (
	"bytes"
	"cmp"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// Find applies the rules to a graph of all code that can use the keys. Sources are the files that
// places are in.
func Find(g *flow.Graph, sources diag.Sources) diag.List {
	f := &finder{
		drafted: g.Drafted, begun: g.Begun, tree: newTree(g), sources: sources,
		nodes: map[string]flow.Node{}, of: map[string][]flow.Edge{}, from: map[string][]flow.Edge{},
	}
	f.index(g)
	for _, n := range g.Nodes {
		if n.Kind != flow.Key || n.Key.Span.File != g.Schema && !g.Drafted {
			continue
		}
		f.readBeforeWrite(n.Key, n.ID)
		f.parallelWrite(n.Key, n.ID)
		f.emptiedOutputKey(n.Key, n.ID)
		f.loopWithoutReset(n.Key, n.ID)
		f.sensitiveThroughKey(n.Key, n.ID)
	}
	return f.list
}

type finder struct {
	drafted  bool // nobody wrote the schema
	begun    bool // all is seen that sessions begin with
	tree     *tree
	sources  diag.Sources
	nodes    map[string]flow.Node
	of, from map[string][]flow.Edge // all edges of a key, and those from a node
	mayWrite bool                   // code writes keys that are known only at run time
	list     diag.List
}

func (f *finder) index(g *flow.Graph) {
	for _, n := range g.Nodes {
		f.nodes[n.ID] = n
	}
	for _, e := range g.Edges {
		f.from[e.From] = append(f.from[e.From], e)
		f.of[e.From] = append(f.of[e.From], e)
		f.of[e.To] = append(f.of[e.To], e)
		hidden := e.Kind == flow.Has && f.kind(e.To) == flow.Unseen // a part of an agent that can't be seen
		f.mayWrite = f.mayWrite || hidden || e.Kind.Changes() && f.kind(e.To) == flow.Unseen
	}
}

// hint is what to do where keys are declared, and where nobody declares them.
func (f *finder) hint(declared, drafted string) string {
	if f.drafted {
		return drafted
	}
	return declared
}

// report reports a finding on a key, with what shows it. In a draft it is where the first of that is.
func (f *finder) report(r diag.Rule, k *schema.Key, hint string, shown []flow.Edge, format string, args ...any) *diag.Diagnostic {
	d := diag.New(r, k.Span, "%s "+format, append([]any{diag.Key(k.Wire())}, args...)...)
	d.Hint = hint
	for i, e := range shown {
		if len(e.Places) == 0 {
			continue
		}
		p := e.Places[0]
		src := f.sources[p.File]
		if src == nil {
			continue
		}
		at := src.Offset(diag.Position{Line: p.Line, Column: p.Column})
		place := diag.Span{File: p.File, Start: at, End: at}
		if bytes.HasPrefix(src.Text[at:], []byte(k.Wire())) {
			place.End += len(k.Wire())
		}
		if f.drafted && i == 0 {
			d.Span = place
			continue
		}
		d.Related = append(d.Related, diag.Related{Span: place, Message: f.said(e)})
	}
	f.list = append(f.list, d)
	return &f.list[len(f.list)-1]
}

func (f *finder) said(e flow.Edge) string {
	other, verb := e.From, map[flow.EdgeKind]string{
		flow.Reads: "reads it", flow.Shows: "shows it", flow.Writes: "writes it", flow.Merges: "merges it", flow.Clears: "clears it",
		flow.Outputs: "saves its answer under it", flow.Begins: "creates sessions with it",
	}[e.Kind]
	if e.Kind.IsRead() {
		other = e.To
	}
	n := f.nodes[other]
	return n.Kind.String() + " " + diag.Quote(n.Name) + " " + verb
}

// edges returns the edges of a key by whether they change it.
func (f *finder) edges(id string) (reads, changes []flow.Edge) {
	for _, e := range f.of[id] {
		if e.Kind.IsRead() {
			reads = append(reads, e)
		} else if e.Kind.Changes() {
			changes = append(changes, e)
		}
	}
	return reads, changes
}

// readBeforeWrite finds a prompt that needs a key of which all writers are agents that run
// after the prompt's own or at the same time, or are the agent itself, and a prompt or a tool of which a model decides whether they did.
func (f *finder) readBeforeWrite(k *schema.Key, id string) {
	reads, changes := f.edges(id)
	if k.Default != nil || k.Optional || len(k.Params) > 0 || len(k.WrittenBy) > 0 || f.mayWrite {
		return
	}
	for _, read := range reads {
		agent := f.tree.agentOf(read.To)
		isTool := f.kind(read.To) == flow.Tool
		if !isTool && read.Kind != flow.Shows || !read.Needed || read.Maybe || agent == "" {
			continue
		}
		reader, who := "the prompt of agent "+diag.Quote(f.nodes[agent].Name), ""
		if isTool {
			reader = "tool " + diag.Quote(f.nodes[read.To].Name)
		} else {
			who = f.writersAfter(agent, changes)
		}
		certain := f.drafted && f.begun && who != ""
		if who == "" {
			who = f.byChance(agent, read.To, changes)
		}
		if who == "" {
			continue
		}
		hint := f.hint("run the agent that writes it first, or give the key a default",
			"run the agent that writes it first, or mark the placeholder with ? if the key may be missing")
		d := f.report(check.ReadBeforeWrite, k, hint, append([]flow.Edge{read}, changes...),
			"is needed by %s, and only %s the key", reader, who)
		if certain {
			d.MakeCertain()
		} else if f.drafted {
			d.Hint += "; nothing is wrong if a client creates sessions with it"
		}
	}
}

// writersAfter says who changes a key, if all who do so are agents that run after an agent or at the same time, or its
// own answers.
func (f *finder) writersAfter(agent string, changes []flow.Edge) (who string) {
	for _, c := range changes {
		writer := f.tree.agentOf(c.From)
		switch {
		case c.Kind == flow.Clears:
		case writer != "" && f.tree.before(agent, writer):
			who = "agents after it write"
		case writer != "" && f.tree.together(agent, writer) != "":
			who = cmp.Or(who, "agents beside it write")
		case c.Kind != flow.Outputs || writer != agent || agent == "":
			return ""
		default:
			who = cmp.Or(who, "its own answer sets")
		}
	}
	return who
}

func (f *finder) kind(id string) flow.Kind {
	n := f.nodes[id]
	return n.Kind
}

// parallelWrite finds two agents that run at the same time and both set the key.
func (f *finder) parallelWrite(k *schema.Key, id string) {
	if k.Merge != schema.MergeLast || len(k.Params) > 0 {
		return
	}
	_, changes := f.edges(id)
	for i, a := range changes {
		for _, b := range changes[:i] {
			if !sets(a) || !sets(b) {
				continue
			}
			x, y := f.tree.agentOf(a.From), f.tree.agentOf(b.From)
			if group := f.tree.together(x, y); group != "" {
				g := f.nodes[group]
				hint := f.hint("give each agent its own key, or the key a merge", "give each agent its own key")
				d := f.report(check.ParallelWrite, k, hint, []flow.Edge{b, a},
					"is written by agents that %s runs at the same time: the last one wins", diag.Quote(g.Name))
				if f.drafted && a.Kind == flow.Outputs && b.Kind == flow.Outputs { // whatever the model does
					d.MakeCertain()
				}
				return
			}
		}
	}
}

func sets(e flow.Edge) bool { return !e.Maybe && (e.Kind == flow.Writes || e.Kind == flow.Outputs) }

// loopWithoutReset finds a flag that code in a loop tests and that only the loop itself writes.
func (f *finder) loopWithoutReset(k *schema.Key, id string) {
	reads, changes := f.edges(id)
	if k.Type == nil || k.Type.Kind != schema.Bool && k.Type.Kind != schema.Enum || k.Scope.String() == "temp" || len(changes) == 0 || f.mayWrite {
		return
	}
	for _, read := range reads {
		kind := f.kind(read.To)
		agent := f.tree.agentOf(read.To)
		loop := f.tree.loopOf(agent)
		if read.Maybe || loop == "" || kind != flow.Callback && kind != flow.Agent {
			continue
		}
		inside := true
		for _, c := range changes {
			writer := f.tree.agentOf(c.From)
			inside = inside && c.Kind != flow.Clears && c.Kind != flow.Begins && writer != loop && f.tree.loopOf(writer) == loop
		}
		if inside {
			l := f.nodes[loop]
			f.report(check.LoopWithoutReset, k, "clear it before the loop, or make it a temp key", append([]flow.Edge{read}, changes...),
				"is tested in the loop %s, and nothing resets it before the next run", diag.Quote(l.Name))
			return
		}
	}
}

// sensitiveThroughKey finds a function that reads a sensitive key and writes another one that a
// prompt shows.
func (f *finder) sensitiveThroughKey(k *schema.Key, id string) {
	if !k.Sensitive {
		return
	}
	reads, _ := f.edges(id)
	for _, read := range reads {
		if read.Kind != flow.Reads || read.Maybe {
			continue
		}
		for _, write := range f.from[read.To] {
			other := f.nodes[write.To]
			if !write.Kind.Changes() || write.Kind == flow.Clears || write.Maybe || other.Kind != flow.Key || other.Key.Sensitive {
				continue
			}
			shown, _ := f.edges(other.ID)
			for _, show := range shown {
				if show.Kind == flow.Shows && !show.Maybe {
					f.report(check.SensitiveThroughKey, k, "make sure that its value does not go along, or mark "+diag.Quote(other.Name)+" sensitive", []flow.Edge{read, write, show},
						"is sensitive, and what reads it writes %s, which a prompt shows", diag.Quote(other.Name))
					break
				}
			}
		}
	}
}
