package instruction

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/comment"
)

// scanner merges the placeholders and groups in braces with those in angle
// brackets, and with comments.
type scanner struct {
	text     string
	pos      int // after the last mark
	brace    finder
	angle    finder
	comments *comments // nil: there are none
}

// start finds the first mark of each kind.
func (s *scanner) start(g Grammar) {
	if !g.Raw && comment.Has(s.text) {
		s.comments = findComments(s.text)
	}
	s.brace.start('{', '}', g.Dialect, s.text, g.Brace)
	s.angle.start('<', '>', Stategen, s.text, g.Angle)
}

// mark returns the next placeholder, group or comment, until it is called
// again; at the end of the text an empty Token of the kind Text.
func (s *scanner) mark() *Token {
	tok := s.bracket()
	if s.comments != nil {
		tok = s.comments.before(tok, s.text)
	}
	s.pos = tok.End
	return tok
}

// bracket returns the next placeholder or group. A group gives way to what
// begins inside it, so that an angle placeholder within JSON is found.
func (s *scanner) bracket() *Token {
	first, second := &s.brace, &s.angle
	if first.tok.Start < s.pos {
		first.find(s.text, s.pos)
	}
	if second.tok.Start < s.pos {
		second.find(s.text, s.pos)
	}
	for {
		if second.tok.Start < first.tok.Start {
			first, second = second, first
		}
		if first.tok.Kind != Group || second.tok.Start >= first.tok.End {
			return &first.tok
		}
		first.find(s.text, first.tok.End)
	}
}

// finder holds the next mark of one pair of brackets.
type finder struct {
	open, close byte
	dialect     Dialect
	undoubled   bool // in the dialect TRPC: no doubled closing bracket follows
	unclosed    bool // in the dialect Eino: no closing bracket follows
	tok         Token
}

func (f *finder) start(open, close byte, d Dialect, text string, enabled bool) {
	f.open, f.close, f.dialect = open, close, d
	f.tok.Angle = open == '<'
	if enabled {
		f.find(text, 0)
	} else {
		f.stop(text)
	}
}

func (f *finder) stop(text string) {
	f.tok.Kind, f.tok.Start, f.tok.End = Text, len(text), len(text)
}

// find looks for a mark from pos on.
func (f *finder) find(text string, pos int) {
	switch f.dialect {
	case TRPC:
		f.findTRPC(text, pos)
		return
	case Eino:
		f.findEino(text, pos)
		return
	}
	for {
		n := strings.IndexByte(text[pos:], f.open)
		if n < 0 {
			break
		}
		pos += n
		if f.tok.fillBare(text, pos, f.close) {
			if f.dialect == ADK {
				f.tok.End = afterRun(text, f.tok.End, f.close)
			}
			return
		}
		g, ok := nextGroup(text, pos, f.open, f.close)
		if !ok {
			break
		}
		if f.dialect == ADK {
			f.tok.fillADK(text, g)
			return
		}
		if f.tok.fillPlain(text, g) {
			return
		}
		pos = g.end
	}
	f.stop(text)
}
