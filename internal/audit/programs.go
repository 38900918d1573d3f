package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/rules/graph"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
)

// about is what a finding says, of which key.
type about struct{ rule, key string }

// perProgram applies the rules on whole projects to each program. What programs have in common is reported if all of
// them agree, once.
func (p *audited) perProgram(sources diag.Sources) (list diag.List) {
	names := p.programs()
	var found diag.List
	said := map[about][]string{} // by which programs
	for _, name := range names {
		some := p.program(name, sources)
		for _, d := range some {
			id := about{d.ID, d.Arg("key")}
			said[id] = append(said[id], name)
		}
		found = append(found, some...)
	}
	told := map[about][]diag.Span{}
	for _, d := range found {
		id := about{d.ID, d.Arg("key")}
		of := p.of(d.Span)
		if len(of) == 0 { // any program may have it
			of = names
		}
		isDenied := slices.ContainsFunc(of, func(name string) bool { return !slices.Contains(said[id], name) })
		if isDenied || p.isElsewhere(d) || slices.Contains(told[id], d.Span) {
			continue
		}
		told[id] = append(told[id], d.Span)
		for _, r := range d.Related {
			told[id] = append(told[id], r.Span)
		}
		list = append(list, d)
	}
	return p.unreadTogether(list)
}

// isElsewhere reports whether a finding is for check, or about a key that nothing reads, or sets, in a program of
// Python, and that another one does: files can be one program by ways that are not seen, such as a path that is set
// when it begins.
func (p *audited) isElsewhere(d diag.Diagnostic) bool {
	if p.Governed[d.Span.File] {
		return true
	}
	k := p.keys[d.Arg("key")]
	if k == nil || !strings.HasSuffix(d.Span.File, ".py") {
		return false
	}
	return d.ID == project.UnreadKey.ID && len(k.reads) > 0 || d.ID == project.UnwrittenKey.ID && len(k.writes) > 0
}

// programs are the names of all programs; one without a name, if there are none.
func (p *audited) programs() (names []string) {
	for _, of := range p.Programs {
		names = append(names, of...)
	}
	if len(names) == 0 {
		return []string{""}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// has reports whether a place may be part of a program.
func (p *audited) has(name string, at diag.Span) bool {
	of := p.of(at)
	return len(of) == 0 || slices.Contains(of, name)
}

// program applies the rules to the uses and agents of one program.
func (p *audited) program(name string, sources diag.Sources) diag.List {
	code := project.Code{Told: p.told(), Begun: p.Begun[name]}
	for _, u := range p.Uses {
		if p.has(name, u.Place()) {
			d := p.lostAt(u)
			u.Lost = d != nil && d.Severity == diag.Error && !isInRun(*d)
			code.Uses = append(code.Uses, u)
		}
	}
	facts := flow.Facts{Sources: sources, Begun: p.Begun[name]}
	for _, u := range p.Units {
		if p.has(name, u.Place) {
			facts.Units = append(facts.Units, u)
		}
	}
	s := draft(code.Uses)
	list := slices.DeleteFunc(project.Project(s, nil, code), func(d diag.Diagnostic) bool {
		isAnswer := d.ID == project.UnreadOutputKey.ID // which agents that come later see in the conversation
		return isAnswer || p.isLookedUp(d)
	})
	if len(facts.Units) == 0 {
		return list
	}
	facts.Units = append(facts.Units, unseen(code.Uses))
	return append(list, graph.Find(flow.Build(s, facts), sources)...)
}

// unseen is who sets keys that are not known.
func unseen(uses []source.Use) *source.Unit {
	u := &source.Unit{Kind: source.Host}
	for _, use := range uses {
		if use.Writes() && use.Partial && !use.Named {
			u.Uses = append(u.Uses, use)
		}
	}
	return u
}

// told are the keys of which findings say that what reads them fails to: the findings show where these are used.
func (p *audited) told() map[string]bool {
	told := map[string]bool{}
	for _, d := range p.Findings {
		if diag.IsOn(diag.OnPrompts, d.ID) {
			told[d.Arg("key")] = true
		}
		for _, r := range d.Related {
			told[p.declared[r.Span]] = true
		}
	}
	return told
}

// isLookedUp reports whether a finding is about a key in doubled braces, of which another says that it is looked up.
func (p *audited) isLookedUp(d diag.Diagnostic) bool {
	return d.ID == project.UnwrittenKey.ID && slices.ContainsFunc(p.Findings, func(o diag.Diagnostic) bool {
		isAround := o.Span.Start <= d.Span.Start && d.Span.End <= o.Span.End
		return o.ID == prompt.LiteralBraces.ID && o.Span.File == d.Span.File && isAround
	})
}

// unreadTogether makes one finding of those about keys that nothing reads in a program.
func (p *audited) unreadTogether(list diag.List) (rest diag.List) {
	const mostPlaces, mostNames = 3, 20
	first, names := map[string]int{}, map[string][]string{}
	for _, d := range list {
		of := strings.Join(p.of(d.Span), "\x00")
		at, again := first[of]
		if d.ID != project.UnreadKey.ID || !again {
			rest = append(rest, d)
		}
		if d.ID != project.UnreadKey.ID {
			continue
		}
		name := diag.Quote(d.Arg("key"))
		names[of] = append(names[of], name)
		if !again {
			first[of] = len(rest) - 1
			continue
		}
		if len(names[of]) <= mostPlaces+1 {
			rest[at].Related = append(rest[at].Related, diag.Related{Span: d.Span, Message: name + " is set here"})
		}
	}
	for of, at := range first {
		count := len(names[of])
		if count == 1 {
			continue
		}
		if count > mostNames {
			names[of] = append(names[of][:mostNames], "…")
		}
		rest[at].Message = fmt.Sprintf("%d keys are set and never read: %s", count, strings.Join(names[of], ", "))
		rest[at].Hint = "nothing is wrong if something else reads them, such as a client of the sessions; " +
			"otherwise read them or don't set them"
	}
	return rest
}
