package agentfiles

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// How much is read to find what instructions may show that are not known.
const (
	mostShowing = 32 << 20 // bytes of files
	mostInFile  = 1 << 20
	mostShown   = 100_000 // keys, of one file each
)

// readShown adds the keys that texts beside Python code have in braces, and reports whether all are known
// that an instruction of an unknown text may show: it is in one of the project's files, then.
func (s *Surveyed) readShown() bool {
	if !s.survey.Shown {
		return false
	}
	shown, all := s.ShownIn(nil)
	s.facts = append(s.facts, shown...)
	return all
}

// ShownIn are the keys that texts of the project have in braces, and files of source code; false: there may be
// others.
func (s *Surveyed) ShownIn(source []string) (shown []audit.Fact, all bool) {
	left, seen := mostShowing, map[place]bool{}
	for _, path := range slices.Concat(s.files.Texts, s.files.Others, source) {
		text, err := s.files.Read(path)
		if left -= len(text); err != nil || len(text) > mostInFile || left < 0 {
			return nil, false
		}
		name := s.files.Shown(path)
		for _, key := range pythonagents.KeysShownIn(string(text)) {
			if at := (place{name, key}); !seen[at] {
				seen[at] = true
				shown = append(shown, audit.Fact{Key: key, Place: diag.Span{File: name}, Guessed: true})
			}
		}
		if len(shown) > mostShown {
			return nil, false
		}
	}
	return shown, true
}

// openOf is a place that can't be read. Of an instruction whose text must be in one of the project's files it is
// known which keys it may show.
func (s *Surveyed) openOf(u pythonagents.Unread, shown bool) audit.Open {
	return audit.Open{
		Place: u.Span, Reason: u.Reason, Reads: u.Reads, Writes: u.Writes, Within: u.Within || (u.Instruction || u.Key) && shown,
		Key: u.Key, Copied: u.Copied, Client: u.Client, OnlyNamed: u.Store, Programs: s.programsOf(u.Span.File),
	}
}
