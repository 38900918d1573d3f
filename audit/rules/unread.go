package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// unread reports a key that is set and never read, once in programs that have something
// in common.
func unread(j *judge, k *index.Key) diag.List {
	return index.PerProgram(k.Writes, func(first audit.Fact) *diag.Diagnostic { return j.unread(k, first) })
}

func (j *judge) unread(k *index.Key, first audit.Fact) *diag.Diagnostic {
	within, ok := j.isUnread(k, first)
	if !ok || j.isMeant(k) || j.isFound(k) {
		return nil
	}
	writes := index.Sharing(k.Writes, first)
	own := slices.IndexFunc(writes, func(f audit.Fact) bool { return !f.Answer })
	if idle := notOwn(index.Sharing(k.Reads, first)); len(idle) > 0 {
		if j.handedOut(first) == nil && within == nil && own >= 0 {
			j.unused = append(j.unused, uncalledUse{k.Name, first, idle})
		}
		return nil
	}
	if d := j.misspelt(k, first); d != nil {
		return d
	}
	out := j.handedOut(first)
	if own < 0 {
		if out == nil {
			j.answers = append(j.answers, answer{k.Name, first, within})
		}
		return nil
	}
	if j.isLeftToClients(k, first, out) {
		return nil
	}
	d := j.unreadFinding(k, writes[own], out)
	orWithin(d, within)
	return d
}

// orWithin says of a finding about what nothing reads which instruction may do so, or which read of a key that
// is not known, if there is one.
func orWithin(d *diag.Diagnostic, by *audit.Open) {
	switch {
	case by == nil:
	case by.Key:
		d.Hint += "; or if it is the key that is read there"
		d.Related = append(d.Related, diag.Related{Span: by.Place, Message: "which key is read here is known only when the program runs"})
	default:
		d.Hint += "; or if what is put into the instruction there has it in braces"
		d.Related = append(d.Related, diag.Related{Span: by.Place, Message: "what this instruction says is known only when the program runs, or a part of it"})
	}
}

// unreadFinding says that nothing reads a key, but what may get the whole state.
func (j *judge) unreadFinding(k *index.Key, first audit.Fact, out *audit.Open) *diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "unread-key", Severity: diag.Warning, Span: first.Place,
		Message: nothingReads.of(k.Name),
		Hint:    "nothing is wrong if " + clientOf(out) + " reads it; otherwise read it or don't set it",
		Related: index.Places(index.Others(k.Writes, first), "it is set here, too"),
	}
	writes := index.Sharing(k.Writes, first)
	if changing := index.Counting(k.Reads, first); len(changing) > 0 {
		d.Message = onlyOwnReads.of(k.Name)
		d.Related = append(d.Related, index.Places(notAt(changing, writes), "nothing else depends on what is read here")...)
	} else if !slices.ContainsFunc(writes, func(f audit.Fact) bool { return f.Kind != audit.Output }) {
		d.ID = "unread-output-key"
		d.Message = "nothing reads " + diag.Quote(k.Name) + ", under which an agent's final text is saved"
		d.Hint = "nothing is wrong if " + clientOf(out) + " reads it; otherwise read it in another agent's instruction, or leave the output key out"
		j.orLonger(&d, k, first)
	}
	if out != nil {
		d.Related = append(d.Related, diag.Related{Span: out.Place, Message: "the whole state is handed out here, and no client in this project names the key"})
	}
	return &d
}

// notOwn leaves the reads whose value goes elsewhere than back under the key.
func notOwn(reads []audit.Fact) []audit.Fact {
	return slices.DeleteFunc(reads, func(f audit.Fact) bool { return f.Own })
}

// notAt leaves the facts that are not where another one is.
func notAt(list, others []audit.Fact) []audit.Fact {
	return slices.DeleteFunc(list, func(f audit.Fact) bool {
		return slices.ContainsFunc(others[:min(len(others), words.MostShown+1)], func(o audit.Fact) bool { return o.Place == f.Place })
	})
}

// isUnread reports whether a key is set and nothing reads it but what changes it: within is an instruction, or a
// read of a key that is not known, which may do so.
func (j *judge) isUnread(k *index.Key, first audit.Fact) (within *audit.Open, ok bool) {
	reads := notOwn(slices.Clone(k.Reads))
	if len(index.Counting(reads, first)) > 0 || index.Loose(reads, first) || j.MayBe(first, (*audit.Fact).Reads) {
		return nil, false
	}
	if j.OpenFor(first, func(o audit.Open) bool { return o.Reads && !o.Within && !o.Client }) != nil {
		return nil, false
	}
	return j.OpenFor(first, func(o audit.Open) bool { return o.Reads && !o.Client }), true
}

// misspelt is the finding about a key that is set where another one was meant: one that
// reads the same, and that is set and read.
func (j *judge) misspelt(k *index.Key, first audit.Fact) *diag.Diagnostic {
	if within, ok := j.isUnread(k, first); !ok || within != nil || j.handedOut(first) != nil || len(index.Counting(k.Reads, first)) > 0 {
		return nil
	}
	for _, name := range j.Folded[diag.Fold(k.Name)] {
		other := j.Keys[name]
		if other == k || index.ScopeOf(name) != index.ScopeOf(k.Name) || len(index.Sharing(other.Writes, first)) == 0 {
			continue
		}
		if reads := index.Sharing(other.Reads, first); len(reads) > 0 && index.Linked(reads, first) {
			return &diag.Diagnostic{
				ID: similarKeys.ID, Severity: diag.Error, Span: first.Place,
				Message: diag.Quote(k.Name) + " is set, but what is read is " + diag.Quote(name),
				Hint:    "did you mean " + diag.Quote(name) + "?",
				Related: index.Places(reads, diag.Quote(name)+" is read here"),
			}
		}
	}
	return nil
}

// isMeant reports whether the finding about a key that nothing sets names this one.
func (j *judge) isMeant(k *index.Key) bool {
	if j.named == nil {
		j.named = map[*index.Key]bool{}
		for _, name := range j.Names {
			if other := j.Keys[name]; len(other.Reads) > 0 && len(other.Writes) == 0 {
				meant, _ := j.meant(other, other.Reads[0])
				j.named[meant] = true
			}
		}
	}
	return j.named[k]
}

// isFound reports whether a finding is about a reader of the key that fails to be one,
// such as {departure-gate}.
func (j *judge) isFound(k *index.Key) bool {
	return j.related[k.Facts[0].Place] || j.advised["write {"+k.Name+"}"]
}
