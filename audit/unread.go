package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// unread reports a key that is set and never read, once in programs that have something
// in common.
func unread(j *judge, k *key) diag.List {
	return apart(k.writes, func(first Fact) *diag.Diagnostic { return j.unread(k, first) })
}

func (j *judge) unread(k *key, first Fact) *diag.Diagnostic {
	within, ok := j.isUnread(k, first)
	if !ok || j.isMeant(k) || j.isFound(k) {
		return nil
	}
	writes := sharing(k.writes, first)
	own := slices.IndexFunc(writes, func(f Fact) bool { return !f.Answer })
	if idle := sharing(k.reads, first); len(idle) > 0 {
		if within == nil && own >= 0 {
			j.unused = append(j.unused, uncalledUse{k.name, first, idle})
		}
		return nil
	}
	if d := j.misspelt(k, first); d != nil {
		return d
	}
	if own < 0 {
		return nil
	}
	first = writes[own]
	d := diag.Diagnostic{
		ID: "unread-key", Severity: diag.Warning, Span: first.Place,
		Message: diag.Quote(k.name) + " is set, but nothing reads it",
		Hint:    "nothing is wrong if a client of the sessions reads it; otherwise read it or don't set it",
		Related: places(others(k.writes, first), "it is set here, too"),
	}
	if !slices.ContainsFunc(writes, func(f Fact) bool { return f.Kind != Output }) {
		d.ID = "unread-output-key"
		d.Message = "nothing reads " + diag.Quote(k.name) + ", under which an agent's final text is saved"
		d.Hint = "nothing is wrong if a client of the sessions reads it; otherwise read it in another agent's instruction, or leave the output key out"
		j.orLonger(&d, k, first)
	}
	if within != nil {
		d.Hint += "; or if what is put into the instruction there has it in braces"
		d.Related = append(d.Related, diag.Related{Span: within.Place, Message: "a part of this instruction is known only when the program runs"})
	}
	return &d
}

// isUnread reports whether a key is set and nothing reads it, but for what an instruction
// may be given.
func (j *judge) isUnread(k *key, first Fact) (within *Open, ok bool) {
	if len(running(k.reads, first)) > 0 || j.mayBe(first, (*Fact).reads) || j.openFor(first, func(o Open) bool { return o.Reads && !o.Within }) != nil {
		return nil, false
	}
	return j.openFor(first, func(o Open) bool { return o.Reads }), true
}

// misspelt is the finding about a key that is set where another one was meant: one that
// reads the same, and that is set and read.
func (j *judge) misspelt(k *key, first Fact) *diag.Diagnostic {
	if within, ok := j.isUnread(k, first); !ok || within != nil {
		return nil
	}
	for _, name := range j.folded[diag.Fold(k.name)] {
		other := j.keys[name]
		if other == k || scopeOf(name) != scopeOf(k.name) || len(sharing(other.writes, first)) == 0 {
			continue
		}
		if reads := sharing(other.reads, first); len(reads) > 0 && linked(reads, first) {
			return &diag.Diagnostic{
				ID: similarKeys.ID, Severity: diag.Error, Span: first.Place,
				Message: diag.Quote(k.name) + " is set, but what is read is " + diag.Quote(name),
				Hint:    "did you mean " + diag.Quote(name) + "?",
				Related: places(reads, diag.Quote(name)+" is read here"),
			}
		}
	}
	return nil
}

// isMeant reports whether the finding about a key that nothing sets names this one.
func (j *judge) isMeant(k *key) bool {
	if j.named == nil {
		j.named = map[*key]bool{}
		for _, name := range j.names {
			if other := j.keys[name]; len(other.reads) > 0 && len(other.writes) == 0 {
				meant, _ := j.meant(other, other.reads[0])
				j.named[meant] = true
			}
		}
	}
	return j.named[k]
}

// isFound reports whether a finding is about a reader of the key that fails to be one,
// such as {departure-gate}.
func (j *judge) isFound(k *key) bool {
	return j.related[k.facts[0].Place] || j.advised["write {"+k.name+"}"]
}
