package diag

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Source is a file's name, as the user wrote it, and its bytes, which must not
// change afterwards.
type Source struct {
	Name string
	Text []byte

	lines []int              // offset at which each line starts
	long  map[int][]milepost // of long lines, by their index in lines
}

const byteOrderMark = "\ufeff"

// NewSource indexes the lines of a file. A byte order mark belongs to none, as
// in editors.
func NewSource(name string, text []byte) *Source {
	s := &Source{Name: name, Text: text, lines: lineStarts(text)}
	for i := range s.lines {
		start, end := s.lineBounds(i + 1)
		if posts := mileposts(text, start, end); posts != nil {
			s.addLong(i, posts)
		}
	}
	return s
}

func lineStarts(text []byte) []int {
	i := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		i = len(byteOrderMark)
	}
	lines := []int{i}
	for {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return lines
		}
		i += n + 1
		lines = append(lines, i)
	}
}

func (s *Source) addLong(line int, posts []milepost) {
	if s.long == nil {
		s.long = map[int][]milepost{}
	}
	s.long[line] = posts
}

// Position is a place for people: line and column count from 1, the column in
// Unicode code points.
type Position struct{ Line, Column int }

// Position converts an offset; one beyond the text counts as its end.
func (s *Source) Position(offset int) Position {
	offset = max(s.lines[0], min(offset, len(s.Text)))
	line := sort.SearchInts(s.lines, offset+1) - 1
	from := s.before(line, func(p milepost) bool { return p.offset > offset })
	return Position{
		Line:   line + 1,
		Column: from.column + utf8.RuneCount(s.Text[from.offset:offset]),
	}
}

// Offset converts a line and a column of code points, both from 1, to an
// offset; what is beyond the end of a line or of the text counts as that end.
func (s *Source) Offset(p Position) int {
	if p.Line > len(s.lines) {
		return len(s.Text)
	}
	line := max(p.Line, 1)
	_, end := s.lineBounds(line)
	from := s.before(line-1, func(post milepost) bool { return post.column > p.Column })
	offset := from.offset
	for column := from.column; column < p.Column && offset < end; column++ {
		_, size := utf8.DecodeRune(s.Text[offset:end])
		offset += size
	}
	return offset
}

// Line returns the text of a line, counted from 1, without its line ending.
func (s *Source) Line(line int) []byte {
	if line < 1 || line > len(s.lines) {
		return nil
	}
	start, end := s.lineBounds(line)
	return s.Text[start:end]
}

func (s *Source) lineBounds(line int) (start, end int) {
	start, end = s.lines[line-1], len(s.Text)
	if line < len(s.lines) {
		end = s.lines[line] - 1
	}
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return start, end
}

// Sources finds the text of the files that diagnostics point into, by name.
type Sources map[string]*Source

// Add indexes a file and returns it.
func (s Sources) Add(name string, text []byte) *Source {
	src := NewSource(name, text)
	s[name] = src
	return src
}
