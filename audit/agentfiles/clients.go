package agentfiles

import (
	"maps"
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/clients"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// IsClient reports whether a file may be a part of a client, by its name.
func IsClient(name string) bool { return clients.Is(name) }

// What is read of clients. Where there is more, it may name any key.
const (
	mostClientFiles = 5000
	mostClientBytes = 64 << 20
)

// Clients says what the clients in a project say of keys, and its Python code beside what is seen to use them.
func (s *Surveyed) Clients(keys []string) audit.Clients {
	said := audit.Clients{Of: map[string]bool{}, Named: map[string]bool{}, Read: map[string]bool{}, Set: map[string]bool{}}
	search := clients.NewSearch(keys)
	s.readClients(search, &said)
	s.readPythonClients(search, &said)
	if len(said.Of) > 0 && !said.All {
		s.readAgain(search, said.Named)
	}
	return said
}

func (s *Surveyed) readClients(search *clients.Search, said *audit.Clients) {
	files, size := 0, 0
	below := s.programsBelow()
	for _, file := range s.files.Clients {
		name := s.files.Shown(file)
		if clients.IsBuilt(name) {
			continue
		}
		text, err := s.files.Read(file)
		if files, size = files+1, size+len(text); err != nil || files > mostClientFiles || size > mostClientBytes {
			said.All = true
			return
		}
		if check.AsText(text) != nil {
			continue
		}
		in := search.In(string(text), nil)
		maps.Copy(said.Named, in.Named)
		maps.Copy(said.Named, in.Pieces)
		maps.Copy(said.Read, in.Read)
		for _, key := range clients.SetIn(string(text)) {
			said.Set[key] = true
		}
		said.All = said.All || in.Walks
		if in.Calls {
			for _, program := range nearest(below, name) {
				said.Of[program] = true
			}
		}
	}
}

// readPythonClients adds what clients in Python say. Which of them are programs' only ones is not known: there
// may be scripts that only try a server.
func (s *Surveyed) readPythonClients(search *clients.Search, said *audit.Clients) {
	for name, source := range s.Sources {
		text := string(source.Text)
		if !pythonagents.Is(name) || pythonagents.IsTest(name) || !clients.IsPython(text) {
			continue
		}
		in := search.InPython(text)
		maps.Copy(said.Read, in.Read)
		for _, key := range clients.SetIn(text) {
			said.Set[key] = true
		}
		said.All = said.All || in.Walks
	}
}

// programsBelow are the programs that have files in folders or below.
func (s *Surveyed) programsBelow() map[string][]string {
	below := map[string][]string{}
	for _, fact := range s.Facts {
		if fact.Test {
			continue
		}
		for _, program := range fact.Programs {
			for dir := path.Dir(fact.Place.File); !slices.Contains(below[dir], program); dir = path.Dir(dir) {
				below[dir] = append(below[dir], program)
			}
		}
	}
	return below
}

// nearest are the programs of the nearest folder around a file that has some below it.
func nearest(below map[string][]string, file string) []string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if list := below[dir]; len(list) > 0 || dir == path.Dir(dir) {
			return list
		}
	}
}

// readAgain adds the keys that Python code names in quotes, or as attributes, where it isn't seen to use them. What
// is before a colon in a dict is what the code has itself.
func (s *Surveyed) readAgain(search *clients.Search, named map[string]bool) {
	uses := map[string][]diag.Span{}
	for _, fact := range s.Facts {
		if !fact.Guessed {
			uses[fact.Place.File] = append(uses[fact.Place.File], fact.Place)
		}
	}
	for name, source := range s.Sources {
		if !pythonagents.Is(name) || pythonagents.IsTest(name) {
			continue
		}
		text, known := string(source.Text), uses[name]
		slices.SortFunc(known, func(a, b diag.Span) int { return a.Start - b.Start })
		in := search.In(text, func(from, to int) bool {
			after, ok := slices.BinarySearchFunc(known, from, func(use diag.Span, at int) int { return use.Start - at })
			return ok || after > 0 && known[after-1].End >= to || clients.IsEntry(text, from, to)
		})
		maps.Copy(named, in.Quoted)
		maps.Copy(named, in.Pieces)
	}
}
