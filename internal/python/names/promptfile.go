package names

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
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
func (s *Scope) textFile(v syntax.Value) *syntax.Literal {
	if len(s.Project.texts.Paths) == 0 || v.Kind != syntax.Call && (v.Kind != syntax.Other || v.End <= v.First) {
		return nil
	}
	for _, tail := range s.filesOf(v) {
		if name := s.Project.findText(s.Path, tail); name != "" {
			return s.Project.textOfFile(s.File, name)
		}
	}
	return nil
}

// filesOf are the ends of the paths that an expression may read.
func (s *Scope) filesOf(v syntax.Value) []string {
	if v.End <= v.First { // a call that was followed to the function's file
		if at := s.Defined[v.Name]; at > 0 && s.Word(at-1) == "def" {
			return s.readsFile(s.Tokens[at].Line, "")
		}
		if in, def, ok := s.methodOf(v.Name); ok {
			return in.readsFile(def, "")
		}
		return nil
	}
	if open := s.LastCall(v); open >= 0 {
		switch s.Word(open - 1) {
		case "read_text":
			return s.pathsIn(syntax.Value{First: v.First, End: open - 2}, 0)
		case "read":
			return s.pathsIn(s.opened(v.First, open-2), 0)
		case "strip", "lstrip", "rstrip":
			return s.filesOf(syntax.Value{First: v.First, End: open - 2})
		}
	}
	dotted, open, isCall := s.CallOf(v)
	if !isCall {
		return nil
	}
	in, def, ok := s.Callee(open)
	if !ok {
		in, def, ok = s.methodOf(dotted)
	}
	switch given := s.Value(open + 1); {
	case !ok:
		return nil
	case s.Closing(open) == open+1:
		return in.readsFile(def, "")
	default:
		if l := s.KnownText(given, 0); l != nil {
			return in.readsFile(def, l.Text)
		}
	}
	return nil
}

// methodOf is the method that a name means of an instance that a module makes, or of a class.
func (s *Scope) methodOf(dotted string) (*File, int, bool) {
	dot := strings.LastIndexByte(dotted, '.')
	if dot < 0 {
		return nil, 0, false
	}
	in, to, _ := s.Project.Resolve(s.File, syntax.Value{Kind: syntax.Reference, Name: dotted[:dot]})
	if class, _, isCall := in.CallOf(to); isCall && to.End > to.First {
		in, to, _ = s.Project.Resolve(in, syntax.Value{Kind: syntax.Reference, Name: class})
	}
	class, method := in.Defined[to.Name], in.Defined[dotted[dot+1:]]
	if to.Kind != syntax.Function || class < 1 || method < 1 || in.Word(class-1) != "class" || in.Word(method-1) != "def" {
		return nil, 0, false
	}
	def := in.Tokens[method].Line
	return in, def, in.ClassAround(def) == class-1
}

// opened is the path in open(path), or of the file that a name stands for: with open(path) as name.
func (s *Scope) opened(first, end int) syntax.Value {
	if s.Word(first) == "open" && s.Word(first+1) == "(" {
		return s.Value(first + 2)
	}
	for i := first - 1; end == first+1 && i > max(0, first-MostMerged); i-- {
		if s.Word(i) == "open" && s.Word(i+1) == "(" && s.Word(s.Closing(i+1)+1) == "as" && s.Word(s.Closing(i+1)+2) == s.Word(first) {
			return s.Value(i + 2)
		}
	}
	return syntax.Value{}
}

// pathsIn is the end of a path: the strings that are joined behind what is not known.
func (s *Scope) pathsIn(v syntax.Value, deep int) []string {
	last := v.End - 1
	for last > v.First && s.Word(last) == ")" {
		last--
	}
	if last < v.First || deep > MostCalls {
		return nil
	}
	if s.Tokens[last].Kind != syntax.String {
		in, to, ok := s.Resolve(s.Receiver(v.First, v.End))
		if !ok || to.Kind != syntax.Other || in == s.File && to.First == v.First {
			return nil
		}
		return s.Project.Scope(in).pathsIn(to, deep+1)
	}
	var parts []string
	for i := v.First; i <= last; i++ {
		switch l, _ := s.Literal(i); {
		case s.Tokens[i].Kind == syntax.String && l != nil:
			parts = append(parts, l.Text)
		case s.Tokens[i].Kind == syntax.String:
			return nil
		case s.Tokens[i].Kind == syntax.Name:
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
func (f *File) readsFile(def int, given string) (paths []string) {
	reads, changed := false, false
	isText := func(p string) bool { return path.Ext(p) != "" && len(path.Ext(p)) <= len(".prompt") }
	if isText(given) {
		paths = append(paths, given)
	}
	f.InBody(def, func(i int) bool {
		word := f.Word(i)
		reads = reads || (word == "open" || word == "read_text") && f.Word(i+1) == "("
		changed = changed || changers[word] && f.Word(i+1) == "(" && i != f.NameOf(def)
		if added := strings.Trim(word, `fr"'`); f.Tokens[i].Kind == syntax.String && !isText(given) && isText(added) && !strings.ContainsAny(added, " \n") {
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
func (p *Project) findText(from, tail string) (found string) {
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
func (p *Project) textOfFile(by *File, name string) *syntax.Literal {
	l, known := p.textsRead[name]
	if !known {
		if text, ok := p.texts.Read(name); ok {
			l = &syntax.Literal{Path: name, Text: text, End: len(text), Pieces: []syntax.Piece{{}}}
		}
		p.textsRead[name] = l
	}
	if l != nil {
		p.Links = append(p.Links, [2]string{by.Path, name})
	}
	return l
}
