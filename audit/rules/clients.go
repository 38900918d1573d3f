package rules

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
)

// clientsSay is what clients say of the keys that are set; the files are read when it is first asked for.
func (j *judge) clientsSay() *audit.Clients {
	if j.clients == nil {
		var keys []string
		for _, name := range j.Names {
			if len(j.Keys[name].Writes) > 0 {
				keys = append(keys, name)
			}
		}
		said := j.Clients(keys)
		j.clients = &said
	}
	return j.clients
}

// handedOut is where a program hands out its whole state to clients; nil: it doesn't.
func (j *judge) handedOut(f audit.Fact) *audit.Open {
	return j.OpenFor(f, func(o audit.Open) bool { return o.Reads && o.Client })
}

// isLeftToClients reports whether a client may read a key that nothing else reads: where the whole state
// goes to clients, unless they are here and don't name it; elsewhere if one has its name.
func (j *judge) isLeftToClients(k *index.Key, f audit.Fact, out *audit.Open) bool {
	if j.Clients == nil {
		return out != nil
	}
	said := j.clientsSay()
	if out == nil {
		return said.Read[k.Name]
	}
	if said.All || said.Named[k.Name] {
		return true
	}
	for _, program := range out.Programs {
		if said.Of[program] {
			return false
		}
	}
	return true
}

// isSetByClients reports whether a client of the project gives a key to sessions.
func (j *judge) isSetByClients(k *index.Key) bool {
	return j.Clients != nil && j.clientsSay().Set[k.Name]
}

// clientOf says which clients may read a key: those in the project are known where it hands out its whole state.
func clientOf(out *audit.Open) string {
	if out != nil {
		return "a client outside of this project"
	}
	return "a client of the sessions"
}
