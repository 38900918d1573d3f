package lsp

import (
	"regexp"
	"slices"
	"strings"
)

// Item stands in paths for an item of a list.
const Item = "[]"

// Place is a place in a schema's text.
type Place struct {
	Path   []string          // of the mapping that it is in; if it is in a value, of that
	Value  bool              // it is in a value, not in a field's name
	Flow   bool              // it is inside of brackets
	Token  string            // what is written from Start to the place, without a quote
	Start  int               // where that begins, behind a quote
	End    int               // where what is written there ends
	Quote  bool              // there is a quote before Start
	Fields map[string]string // fields of the same mapping before the place, and their values
}

// At tells where an offset is.
func At(text string, offset int) Place {
	s := &scanner{literal: -1, fields: map[string]map[string]string{}}
	for at := 0; ; {
		line, _, more := strings.Cut(text[at:offset], "\n")
		s.line(at, line, !more)
		if !more {
			break
		}
		at += len(line) + 1
	}
	p := s.place()
	p.End = offset + len(remainder(text[offset:], s.quote))
	return p
}

var wordEnd = regexp.MustCompile(`^(?:[\w?./*-]|:\w|\[\]|\[string\])*`)

// remainder is what is left of a word behind a place in it.
func remainder(after string, quote byte) string {
	after, _, _ = strings.Cut(after, "\n")
	if n := strings.IndexByte(after, quote); quote != 0 && n >= 0 {
		return after[:n]
	}
	return wordEnd.FindString(after)
}

// scanner reads as far as it can.
type scanner struct {
	frames  []frame
	literal int  // the indentation of a field whose block scalar is read; -1: none
	named   bool // the line began with a field's name or a dash
	token   strings.Builder
	start   int  // of the token
	quote   byte // of the token, while it is open
	ended   bool // the token's quote is closed
	fields  map[string]map[string]string
}

// frame is something around a place: a block field, a block item, or brackets.
type frame struct {
	kind   byte // 'b', '-', '{' or '['
	indent int
	name   string // of a field
	value  bool   // in '{': behind the colon
}

func (s *scanner) flow() bool {
	return len(s.frames) > 0 && strings.IndexByte("{[", s.frames[len(s.frames)-1].kind) >= 0
}

var (
	blockField  = regexp.MustCompile(`^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'\[\]{},&*!|>%@-][^#{},]*?)[ \t]*:(?:[ \t]+|\r?$)`)
	blockScalar = regexp.MustCompile(`^[|>][-+0-9]*[ \t]*(?:#.*)?\r?$`)
)

// line reads a line, or the last one's part before the place.
func (s *scanner) line(at int, line string, last bool) {
	rest := strings.TrimLeft(line, " ")
	indent := len(line) - len(rest)
	if s.literal >= 0 && (indent > s.literal || strings.TrimSpace(rest) == "" && !last) {
		s.begin(at + len(line))
		return
	}
	s.literal = -1
	if !s.flow() {
		if blank := strings.TrimSpace(rest) == "" || rest[0] == '#'; blank && !last {
			return
		}
		rest = s.block(rest, &indent)
		if blockScalar.MatchString(rest) && s.named {
			s.literal = indent
			return
		}
	}
	s.begin(at + len(line) - len(rest))
	for i := 0; i < len(rest); i++ {
		if s.quote == 0 && rest[i] == '#' && (i == 0 || rest[i-1] == ' ') {
			break
		}
		s.char(at+len(line)-len(rest)+i, rest[i:])
	}
	if !last && !s.flow() {
		s.note()
		s.quote = 0
	}
}

// block reads the dashes and the name at the beginning of a line.
func (s *scanner) block(rest string, indent *int) string {
	s.named = false
	for strings.HasPrefix(rest, "- ") || rest == "-" {
		s.pop(*indent, true)
		s.frames = append(s.frames, frame{kind: '-', indent: *indent})
		trimmed := strings.TrimLeft(rest[1:], " ")
		*indent += len(rest) - len(trimmed)
		rest, s.named = trimmed, true
	}
	if m := blockField.FindStringSubmatch(rest); m != nil {
		s.pop(*indent, false)
		s.frames = append(s.frames, frame{kind: 'b', indent: *indent, name: strings.Trim(m[1], `"'`)})
		s.named = true
		return rest[len(m[0]):]
	}
	if !s.named {
		s.pop(*indent, false)
	}
	return rest
}

// pop leaves what a line of an indentation is in. A list may be indented as the field
// is that it belongs to.
func (s *scanner) pop(indent int, dash bool) {
	for n := len(s.frames); n > 0; n-- {
		top := s.frames[n-1]
		if top.indent < indent || top.indent == indent && dash && top.kind == 'b' {
			break
		}
		s.frames = s.frames[:n-1]
	}
}

func (s *scanner) begin(at int) {
	s.token.Reset()
	s.start, s.quote, s.ended = at, 0, false
}

// char reads the first character of what is left of a line.
func (s *scanner) char(at int, rest string) {
	c, token := rest[0], s.token.String()
	top := len(s.frames) - 1
	switch {
	case s.quote != 0:
		if c == s.quote {
			s.quote, s.ended = 0, true
			return
		}
	case (c == '"' || c == '\'') && token == "" && !s.ended:
		s.begin(at + 1)
		s.quote = c
		return
	case strings.HasPrefix(rest, "[]") || c == ']' && strings.HasSuffix(token, "["), c == '[' && token != "", c == ']' && strings.Count(token, "[") > strings.Count(token, "]"):
	case c == '{' || c == '[':
		if token == "" {
			s.frames = append(s.frames, frame{kind: c, indent: 1 << 20})
			s.begin(at + 1)
			return
		}
	case !s.flow():
	case c == '}' || c == ']':
		s.note()
		s.frames = s.frames[:top]
		s.begin(at + 1)
		return
	case c == ',':
		s.note()
		s.frames[top].value, s.frames[top].name = false, ""
		s.begin(at + 1)
		return
	case c == ':' && s.frames[top].kind == '{' && !s.frames[top].value && (s.ended || len(rest) == 1 || rest[1] == ' '):
		s.frames[top].name, s.frames[top].value = strings.TrimSpace(token), true
		s.begin(at + 1)
		return
	}
	if token == "" && (c == ' ' || c == '\t') && s.quote == 0 {
		s.start = at + 1
		return
	}
	s.token.WriteByte(c)
}

// note notes a field that is read.
func (s *scanner) note() {
	path := s.path()
	if len(path) == 0 || path[len(path)-1] == Item {
		return
	}
	of := strings.Join(path[:len(path)-1], "\x00")
	if s.fields[of] == nil {
		s.fields[of] = map[string]string{}
	}
	s.fields[of][path[len(path)-1]] = strings.TrimSpace(s.token.String())
}

func (s *scanner) path() []string {
	var path []string
	for _, f := range s.frames {
		switch {
		case f.kind == '-' || f.kind == '[':
			path = append(path, Item)
		case f.kind == 'b' || f.value:
			path = append(path, f.name)
		}
	}
	return path
}

func (s *scanner) place() Place {
	p := Place{Path: s.path(), Flow: s.flow(), Token: s.token.String(), Start: s.start, Quote: s.quote != 0, Value: s.named}
	mapping := p.Path
	if p.Flow {
		top := s.frames[len(s.frames)-1]
		p.Value = top.kind == '[' || top.value
	}
	if p.Value && len(mapping) > 0 {
		mapping = mapping[:len(mapping)-1]
	}
	p.Path = slices.Clip(p.Path)
	p.Fields = s.fields[strings.Join(mapping, "\x00")]
	return p
}
