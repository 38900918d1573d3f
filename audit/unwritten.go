package audit

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// unwritten reports a key that is read and that nothing sets, once in programs that have
// something in common. It is certain where another key that is set was meant.
func unwritten(j *judge, k *key) diag.List {
	return apart(k.reads, func(first Fact) *diag.Diagnostic { return j.unwritten(k, first) })
}

func (j *judge) unwritten(k *key, first Fact) *diag.Diagnostic {
	writes := sharing(k.writes, first)
	if slices.ContainsFunc(writes, func(f Fact) bool { return runs(f, first) && !f.Copied }) || j.mayBe(first, (*Fact).writes) {
		return nil
	}
	open := j.openFor(first, func(o Open) bool { return o.Writes && !o.Copied })
	if slices.ContainsFunc(sharing(j.mayBeSet[k.name], first), func(f Fact) bool { return !f.Optional || first.Optional }) {
		return nil
	}
	switch {
	case len(writes) > 0 && open == nil:
		return j.unwrittenAnew(k, first, writes)
	case len(writes) > 0:
		return nil
	}
	meant, sure := j.meant(k, first)
	copied := j.openFor(first, func(o Open) bool { return o.Writes }) != nil
	sure = sure && linked(meant.writes, first) && !copied
	if meant == nil && open != nil {
		return nil
	}
	d := diag.Diagnostic{
		ID: "unwritten-key", Severity: diag.Warning, Span: first.Place,
		Message: diag.Quote(k.name) + " is read, but nothing sets it",
		Related: places(others(k.reads, first), "it is read here, too"),
	}
	switch {
	case meant != nil && sure && open == nil:
		d.Severity = diag.Error
		d.Hint = "did you mean " + diag.Quote(meant.name) + "?"
	case meant != nil:
		d.Hint = "did you mean " + diag.Quote(meant.name) + "? If both are meant, look for what sets " + diag.Quote(k.name)
	case open == nil && !copied && j.fails(first) && !j.mayBeKept(k, first):
		d.Severity = diag.Error
		d.Message += ": the run fails here, also in the sessions that this program creates"
		d.Hint = "give it to the sessions that are created, or write {" + k.name + "?} if it may be missing; use other brackets if the braces are meant as text"
	default:
		d.Hint = "nothing is wrong if it comes from outside of this project, such as the state that a client creates sessions with; otherwise set it"
		if first.Kind == Placeholder {
			d.Hint += ", or rephrase the instruction if the braces are meant as text"
		}
	}
	if meant != nil {
		d.Related = append(places(meant.writes, diag.Quote(meant.name)+" is set here"), d.Related...)
	}
	return &d
}

// mayBeKept reports whether another program may have set a key before, which a database has kept for the
// user or the app.
func (j *judge) mayBeKept(k *key, read Fact) bool {
	scope := scopeOf(k.name)
	return (scope == runtime.ScopeUser || scope == runtime.ScopeApp) && j.storage(read, nil) != Memory
}

// unwrittenAnew judges a key that is only set to what was read under it, or by functions that no
// program runs.
func (j *judge) unwrittenAnew(k *key, first Fact, writes []Fact) *diag.Diagnostic {
	if idle := slices.DeleteFunc(slices.Clone(writes), func(f Fact) bool { return f.Copied }); len(idle) > 0 {
		j.unused = append(j.unused, uncalledUse{k.name, first, idle})
		return nil
	}
	return &diag.Diagnostic{
		ID: "unwritten-key", Severity: diag.Warning, Span: first.Place,
		Message: diag.Quote(k.name) + " is read, but it is only ever set to what was read under it",
		Hint:    "nothing is wrong if it comes from outside of this project, such as the state that a client creates sessions with; otherwise set it",
		Related: places(writes, "it is set to its own value here"),
	}
}

// fails reports whether a place ends the run where the key that it reads is missing, in a
// program that creates its sessions by itself.
func (j *judge) fails(read Fact) bool {
	begins := slices.ContainsFunc(j.Begins, func(p string) bool { return slices.Contains(read.Programs, p) })
	return read.Fails && begins && (!strings.HasSuffix(read.Place.File, ".py") || j.isRun(read.Place))
}

// meant returns the one key that is set and that was probably meant by another, and
// whether that is sure: it reads the same, or nobody reads it by its own name.
func (j *judge) meant(k *key, read Fact) (meant *key, sure bool) {
	near := j.nearest(k.name, j.names, func(name string) bool {
		return name != k.name && len(sharing(j.keys[name].writes, read)) > 0 && !onlyNumbersDiffer(name, k.name)
	})
	if len(near) != 1 || otherWord(k.name, near[0]) {
		return nil, false
	}
	meant = j.keys[near[0]]
	if diag.Fold(meant.name) == diag.Fold(k.name) {
		return meant, true
	}
	lonely := len(sharing(meant.reads, read)) == 0 && !j.mayBe(Fact{Key: meant.name, Programs: read.Programs}, (*Fact).reads) &&
		j.openFor(read, func(o Open) bool { return o.Reads }) == nil
	return meant, lonely && len(k.name) > 3
}
