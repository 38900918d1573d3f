package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/source"
)

// isMismatch reports whether a finding about a type that a value is asserted to have is one without a schema, and says
// what may make the assertion right.
func (p *audited) isMismatch(d *diag.Diagnostic) bool {
	k := p.keys[d.Arg("key")]
	if k == nil {
		return false
	}
	writes := slices.DeleteFunc(slices.Clone(k.writes), func(u source.Use) bool { return !p.meet(u.Place(), d.Span) })
	isOpen := p.mayBeSet(k.name, d.Span)
	isRefused := slices.ContainsFunc(p.Findings, func(o diag.Diagnostic) bool {
		return o.ID == code.UnserializableValue.ID && o.Arg("key") == k.name
	})
	isReload, storage := d.Arg("session") == "reloaded", p.storage(p.of(d.Span))
	switch {
	case len(writes) == 0 && !isOpen: // which unwritten-key says
		return false
	case isReload && (isRefused || storage == source.Memory):
		return false
	case isReload && storage == source.Database && isShared(k.name): // the next session has it from there
	case isReload:
		d.MakeLikely()
		d.Hint += "; nothing is wrong if sessions are only kept in memory, or each run sets the key before it reads it"
	case isOpen:
		d.MakeLikely()
		d.Hint += "; nothing is wrong if something outside of this project sets it, too"
	}
	d.Related = places(writes, "it is set here")
	return true
}

// storage is where programs keep sessions.
func (p *audited) storage(programs []string) (found source.Storage) {
	for _, program := range programs {
		found = max(found, p.Stores[program])
	}
	return found
}
