package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// Rules describes the findings that only Findings has. The others are those of a check
// against a schema.
func Rules() diag.Rules { return diag.Rules{similarKeys, conflictingTypes} }

// unread reports a key that is set and never read.
func unread(j *judge, k *key) diag.List {
	if len(k.writes) == 0 {
		return nil
	}
	first := k.writes[0]
	if len(sharing(k.reads, first)) > 0 || j.mayBe(first, (*Fact).reads) ||
		j.openFor(first, func(o Open) bool { return o.Reads }) != nil || j.isMeant(k) || j.isFound(k) {
		return nil
	}
	d := diag.Diagnostic{
		ID: "unread-key", Severity: diag.Warning, Span: first.Place,
		Message: diag.Quote(k.name) + " is set, but nothing reads it",
		Hint:    "nothing is wrong if a client of the sessions reads it; otherwise read it or don't set it",
		Related: places(k.writes[1:], "it is set here, too"),
	}
	if !slices.ContainsFunc(k.writes, func(f Fact) bool { return f.Kind != Output }) {
		d.ID = "unread-output-key"
		d.Message = "nothing reads " + diag.Quote(k.name) + ", under which an agent's final text is saved"
		d.Hint = "nothing is wrong if a client of the sessions reads it; otherwise read it in another agent's instruction, or leave the output key out"
	}
	return diag.List{d}
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
func (j *judge) isFound(k *key) bool { return j.related[k.facts[0].Place] }
