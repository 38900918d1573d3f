package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// unwritten reports a key that is read and that nothing sets, once in programs that have
// something in common. It is certain where another key that is set was meant.
func unwritten(j *judge, k *index.Key) diag.List {
	return index.PerProgram(k.Reads, func(first audit.Fact) *diag.Diagnostic { return j.unwritten(k, first) })
}

func (j *judge) unwritten(k *index.Key, first audit.Fact) *diag.Diagnostic {
	writes := index.Sharing(k.Writes, first)
	if index.Loose(k.Writes, first) || slices.ContainsFunc(writes, func(f audit.Fact) bool { return index.CountsFor(f, first) && !f.Copied }) || j.MayBe(first, (*audit.Fact).Writes) {
		return nil
	}
	open := j.OpenFor(first, func(o audit.Open) bool { return o.Writes && !o.Copied })
	if slices.ContainsFunc(index.Sharing(j.MayBeSet[k.Name], first), func(f audit.Fact) bool { return !f.Optional || first.Optional }) {
		return nil
	}
	switch {
	case len(writes) > 0 && open == nil:
		return j.unwrittenAnew(k, first, writes)
	case len(writes) > 0:
		return nil
	}
	meant, sure := j.meant(k, first)
	copied := j.OpenFor(first, func(o audit.Open) bool { return o.Writes }) != nil
	sure = sure && index.Linked(meant.Writes, first) && !copied
	fails := meant == nil && open == nil && !copied && j.fails(first) && !j.mayBeKept(k, first)
	if meant == nil && open != nil || !fails && j.isSetByClients(k) {
		return nil
	}
	d := diag.Diagnostic{
		ID: "unwritten-key", Severity: diag.Warning, Span: first.Place,
		Message: nothingSets.of(k.Name),
		Related: index.Places(index.Others(k.Reads, first), "it is read here, too"),
	}
	switch {
	case meant != nil && sure && open == nil:
		d.Severity = diag.Error
		d.Hint = "did you mean " + diag.Quote(meant.Name) + "?"
	case meant != nil:
		d.Hint = "did you mean " + diag.Quote(meant.Name) + "? If both are meant, look for what sets " + diag.Quote(k.Name)
	case fails:
		d.Severity = diag.Error
		d.Message += ": the run fails here, also in the sessions that this program creates"
		d.Hint = "give it to the sessions that are created, or write {" + k.Name + "?} if it may be missing; use other brackets if the braces are meant as text"
	default:
		d.Hint = "nothing is wrong if it comes from outside of this project, such as the state that a client creates sessions with; otherwise set it"
		if first.Kind == audit.Placeholder {
			d.Hint += ", or rephrase the instruction if the braces are meant as text"
		}
	}
	if meant != nil {
		d.Related = append(index.Places(meant.Writes, diag.Quote(meant.Name)+" is set here"), d.Related...)
	}
	return &d
}

// mayBeKept reports whether another program may have set a key before, which a database has kept for the
// user or the app.
func (j *judge) mayBeKept(k *index.Key, read audit.Fact) bool {
	scope := index.ScopeOf(k.Name)
	return (scope == runtime.ScopeUser || scope == runtime.ScopeApp) && j.Storage(read, nil) != audit.Memory
}

// unwrittenAnew judges a key that is only set to what was read under it, or by functions that no
// program runs.
func (j *judge) unwrittenAnew(k *index.Key, first audit.Fact, writes []audit.Fact) *diag.Diagnostic {
	if idle := slices.DeleteFunc(slices.Clone(writes), func(f audit.Fact) bool { return f.Copied }); len(idle) > 0 {
		j.unused = append(j.unused, uncalledUse{k.Name, first, idle})
		return nil
	}
	return &diag.Diagnostic{
		ID: "unwritten-key", Severity: diag.Warning, Span: first.Place,
		Message: diag.Quote(k.Name) + " is read, but it is only ever set to what was read under it",
		Hint:    "nothing is wrong if it comes from outside of this project, such as the state that a client creates sessions with; otherwise set it",
		Related: index.Places(writes, "it is set to its own value here"),
	}
}

// fails reports whether a place ends the run where the key that it reads is missing, in a
// program that creates its sessions by itself.
func (j *judge) fails(read audit.Fact) bool {
	begins := slices.ContainsFunc(j.Begins, func(p string) bool { return slices.Contains(read.Programs, p) })
	return read.Fails && begins && (!strings.HasSuffix(read.Place.File, ".py") || j.IsRun(read.Place))
}

// meant returns the one key that is set and that was probably meant by another, and
// whether that is sure: it reads the same, or nobody reads it by its own name.
func (j *judge) meant(k *index.Key, read audit.Fact) (meant *index.Key, sure bool) {
	near := j.Nearest(k.Name, j.Names, func(name string) bool {
		return name != k.Name && len(index.Sharing(j.Keys[name].Writes, read)) > 0 && !index.OnlyNumbersDiffer(name, k.Name)
	})
	if len(near) != 1 || index.OtherWord(k.Name, near[0]) {
		return nil, false
	}
	meant = j.Keys[near[0]]
	if diag.Fold(meant.Name) == diag.Fold(k.Name) {
		return meant, true
	}
	lonely := len(index.Sharing(meant.Reads, read)) == 0 && !j.MayBe(audit.Fact{Key: meant.Name, Programs: read.Programs}, (*audit.Fact).Reads) &&
		j.OpenFor(read, func(o audit.Open) bool { return o.Reads }) == nil
	return meant, lonely && len(k.Name) > 3
}
