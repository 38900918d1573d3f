package python

import (
	"path"
	"strings"
)

// Texts are files beside those of Python, which may hold prompts.
type Texts struct {
	Paths []string // with slashes
	// Read gives the text of one of them; false: it can't be read.
	Read func(path string) (string, bool)
}

// textFile is the text of the file that an expression reads: open("x.md").read(),
// (FOLDER / "x.md").read_text(), or load("x.md") where that function of the project reads what it is
// given; nil: none that is known.
func (s *scope) textFile(v value) *Literal {
	if len(s.project.texts.Paths) == 0 || v.kind != call && (v.kind != other || v.end <= v.first) {
		return nil
	}
	for _, tail := range s.filesOf(v) {
		if name := s.project.findText(s.path, tail); name != "" {
			return s.project.textOfFile(s.file, name)
		}
	}
	return nil
}

// filesOf are the ends of the paths that an expression may read.
func (s *scope) filesOf(v value) []string {
	if v.end <= v.first { // a call that was followed to the function's file
		if at := s.defined[v.name]; at > 0 && s.word(at-1) == "def" {
			return s.readsFile(s.tokens[at].line, "")
		}
		return nil
	}
	if open := s.lastCall(v); open >= 0 {
		switch s.word(open - 1) {
		case "read_text":
			return s.pathsIn(value{first: v.first, end: open - 2}, 0)
		case "read":
			return s.pathsIn(s.opened(v.first, open-2), 0)
		case "strip", "lstrip", "rstrip":
			return s.filesOf(value{first: v.first, end: open - 2})
		}
	}
	_, open, isCall := s.callOf(v)
	if !isCall {
		return nil
	}
	in, def, ok := s.callee(open)
	switch given := s.value(open + 1); {
	case !ok:
		return nil
	case s.closing(open) == open+1:
		return in.readsFile(def, "")
	default:
		if l := s.known(given, 0); l != nil {
			return in.readsFile(def, l.Text)
		}
	}
	return nil
}

// opened is the path in open(path), or of the file that a name stands for: with open(path) as name.
func (s *scope) opened(first, end int) value {
	if s.word(first) == "open" && s.word(first+1) == "(" {
		return s.value(first + 2)
	}
	for i := first - 1; end == first+1 && i > max(0, first-mostMerged); i-- {
		if s.word(i) == "open" && s.word(i+1) == "(" && s.word(s.closing(i+1)+1) == "as" && s.word(s.closing(i+1)+2) == s.word(first) {
			return s.value(i + 2)
		}
	}
	return value{}
}

// pathsIn is the end of a path: the strings that are joined behind what is not known.
func (s *scope) pathsIn(v value, deep int) []string {
	last := v.end - 1
	for last > v.first && s.word(last) == ")" {
		last--
	}
	if last < v.first || deep > mostCalls {
		return nil
	}
	if s.tokens[last].kind != str {
		in, to, ok := s.resolve(s.owner(v.first, v.end))
		if !ok || to.kind != other || in == s.file && to.first == v.first {
			return nil
		}
		return (&scope{in, s.project}).pathsIn(to, deep+1)
	}
	var parts []string
	for i := v.first; i <= last; i++ {
		switch l, _ := s.literal(i); {
		case s.tokens[i].kind == str && l != nil:
			parts = append(parts, l.Text)
		case s.tokens[i].kind == str:
			return nil
		case s.tokens[i].kind == name:
			parts = nil
		}
	}
	return []string{strings.Join(parts, "/")}
}

// changers are what a function does to a text before it returns it, or to a file of another kind.
var changers = map[string]bool{
	"format": true, "format_map": true, "replace": true, "substitute": true, "safe_substitute": true, "render": true, "sub": true,
	"load": true, "loads": true, "safe_load": true, "Template": true,
}

// readsFile are the ends of the paths that a function reads which is given a text, with what it
// adds to that.
func (f *file) readsFile(def int, given string) (paths []string) {
	reads, changed := false, false
	isText := func(p string) bool { return path.Ext(p) != "" && len(path.Ext(p)) <= len(".prompt") }
	if isText(given) {
		paths = append(paths, given)
	}
	f.inBody(def, func(i int) bool {
		word := f.word(i)
		reads = reads || (word == "open" || word == "read_text") && f.word(i+1) == "("
		changed = changed || changers[word] && f.word(i+1) == "(" && i != f.nameOf(def)
		if added := strings.Trim(word, `fr"'`); f.tokens[i].kind == str && !isText(given) && isText(added) && !strings.ContainsAny(added, " \n") {
			if strings.HasPrefix(added, "{") || strings.HasPrefix(added, ".") {
				added = path.Ext(added)
			} else {
				added = "/" + added
			}
			if given != "" || added[0] == '/' {
				paths = append(paths, given+added)
			}
		}
		return false
	})
	if !reads || changed {
		return nil
	}
	return paths
}

// findText is the one file that a path may mean: from the folder of the file that has it on
// upwards, or anywhere.
func (p *project) findText(from, tail string) (found string) {
	tail = path.Clean("/" + tail)[1:]
	if tail == "" {
		return ""
	}
	if p.textFiles == nil {
		p.textFiles = map[string][]string{}
		for _, name := range p.texts.Paths {
			p.textFiles[path.Base(name)] = append(p.textFiles[path.Base(name)], name)
		}
	}
	like := map[string]bool{}
	for _, name := range p.textFiles[path.Base(tail)] {
		if name == tail || strings.HasSuffix(name, "/"+tail) {
			like[name], found = true, name
		}
	}
	for dir := path.Dir(from); len(like) > 1; dir = path.Dir(dir) {
		if at := path.Join(dir, tail); like[at] {
			return at
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
	return found
}

// textOfFile is the text of a file, the same literal for all that read it.
func (p *project) textOfFile(by *file, name string) *Literal {
	l, known := p.textsRead[name]
	if !known {
		if text, ok := p.texts.Read(name); ok {
			l = &Literal{Path: name, Text: text, End: len(text), pieces: []piece{{}}}
		}
		p.textsRead[name] = l
	}
	if l != nil {
		p.found.Imports = append(p.found.Imports, [2]string{by.path, name})
	}
	return l
}
