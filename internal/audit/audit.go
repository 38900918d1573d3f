package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// Findings says what is wrong in a project without a schema: errors where that is certain, warnings where it is
// likely, whose hints say what would settle it. Found has the findings of its readers, those against Draft among them.
// Uses in tests count for nothing. Sources are the files that places are in. It tells how many keys are used, too.
func Findings(found source.Found, sources diag.Sources) (list diag.List, keys int) {
	found.Findings = append(slices.Clone(found.Findings), inTexts(found.Texts, Draft(found.Uses))...)
	found.Uses = slices.Concat(found.Uses, shown(found.Texts), opens(found.Open))
	p := newAudited(found)
	isUngoverned := func(u source.Use) bool { return !p.Governed[u.Place().File] }
	for _, name := range p.names {
		k := p.keys[name]
		if slices.ContainsFunc(slices.Concat(k.reads, k.writes), isUngoverned) {
			keys++
		}
		if d, is := prompt.NearlyScoped(k.first.Place(), k.name); is {
			list = append(list, d)
		}
		p.doubtLost(k)
	}
	list = append(list, p.perProgram(sources)...)
	list = slices.DeleteFunc(append(list, p.settled()...), func(d diag.Diagnostic) bool { return p.Governed[d.Span.File] })
	return list.Sort(), keys
}

// settled are the findings against the draft, as likely as they are without a schema.
func (p *audited) settled() (list diag.List) {
	for i := range p.Findings {
		d := p.Findings[i]
		d.Related = slices.Clone(d.Related)
		for n, r := range d.Related {
			if name := p.declared[r.Span]; name != "" {
				d.Related[n].Message = diag.Quote(name) + " is used here"
			}
		}
		switch d.ID {
		case prompt.LiteralBraces.ID:
			if d.Likely { // the model is shown the value, which may be meant
				continue
			}
			d.Hint = "use other brackets if the braces are meant"
		case code.ReadModifyWrite.ID:
			if scopeOf(d.Arg("key")) == runtime.ScopeSession { // its runs come one after the other, mostly
				continue
			}
			d.MakeLikely()
			d.Hint = "nothing is wrong if tools and agents that do so never run at the same time, for one session"
		case source.DirectStateMutation.ID:
			if isInRun(d) {
				if !p.isMissedLater(d) {
					continue
				}
				d.MakeLikely()
				d.Hint = "yield an event with a state delta; nothing is wrong if only this run needs it"
			} else if p.storage(p.of(d.Span)) == source.MaybeDatabase {
				d.MakeLikely()
				d.Hint += "; nothing is wrong if a state of this program's own stores what is set"
			}
		case code.TypeAssertionMismatch.ID:
			if !p.isMismatch(&d) {
				continue
			}
		case code.TempAtCreate.ID, code.UnserializableValue.ID:
			storage := p.storage(p.of(d.Span))
			if storage == source.Memory || p.ofLost(d) {
				continue
			}
			if storage != source.Database {
				d.MakeLikely()
				d.Hint += "; nothing is wrong as long as sessions are only kept in memory"
			}
		}
		if len(p.names) > 0 || !prompt.NeedsValue(d.ID) { // braces are text in runs without any
			list = append(list, d)
		}
	}
	return prompt.New(draft(nil)).WithoutValues(list, p.Uses)
}

// isInRun reports whether a finding is about a key that is set in the session of a run.
func isInRun(d diag.Diagnostic) bool { return d.Arg("session") == "run" }

// isMissedLater reports whether a finding is about a key that a run sets for the user or the app, and that no state delta
// sets. What else a run sets, mostly that run alone needs.
func (p *audited) isMissedLater(d diag.Diagnostic) bool {
	k := p.keys[d.Arg("key")]
	return k != nil && isShared(k.name) && len(p.deltas(k, source.Use{Span: d.Span})) == 0
}

// doubtLost makes findings about lost writes likely where a state delta, which is stored, sets the same key: then
// the other write may be for the run that is going on.
func (p *audited) doubtLost(k *key) {
	for _, u := range k.writes {
		d := p.lostAt(u)
		if d == nil || u.Delta || d.Likely {
			continue
		}
		if deltas := p.deltas(k, u); len(deltas) > 0 {
			d.MakeLikely()
			d.Hint = "nothing is wrong if the state delta that sets " + diag.Quote(k.name) + ", too, is what is to be stored"
			d.Related = append(slices.Clone(d.Related), places(deltas, "a state delta sets it here")...)
		}
	}
}

// deltas are the state deltas that set a key in programs that another write is part of.
func (p *audited) deltas(k *key, write source.Use) []source.Use {
	return slices.DeleteFunc(p.sharing(k.writes, write), func(o source.Use) bool { return !o.Delta })
}

// ofLost reports whether a finding is about the value of a write that is lost, so that no database has it: the value
// stands behind the key.
func (p *audited) ofLost(d diag.Diagnostic) bool {
	const mostBetween = 4 // a quote, a comma and a space or two
	return slices.ContainsFunc(p.Uses, func(u source.Use) bool {
		between := d.Span.Start - u.Span.End
		if u.Kind != source.Set || u.Span.File != d.Span.File {
			return false
		}
		return between > 0 && between <= mostBetween && p.lostAt(u) != nil
	})
}
