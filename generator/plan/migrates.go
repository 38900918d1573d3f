package plan

import "github.com/seed92179c4c/stategen/runtime"

// Migrates reports whether values of the key may be under a name that is to be left,
// or in another form than today's. Values don't move to the name of the next release
// yet, and temp keys are never stored.
func (k *Key) Migrates() bool {
	left := len(k.Moves.Names)
	if k.RenamedTo != "" {
		left--
	}
	return k.Scope != runtime.ScopeTemp && (left > 0 || len(k.Moves.Older) > 0 || Rewritten(k.Type))
}

// Migrates reports whether any key's values may have to be migrated.
func (p *Plan) Migrates() bool {
	for _, k := range p.Keys {
		if k.Migrates() {
			return true
		}
	}
	return false
}
