package uncalled

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// function is one that uses keys, and of which all callers can be seen.
type function struct {
	*ast.FuncDecl // its positions are offsets, from 1
	file          string
	uses          []*source.Use
}

// functions lists those of a file that uses are in.
func functions(path string, text []byte, internal bool, uses []*source.Use) (list []*function) {
	file, _ := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn := &function{FuncDecl: d, file: path}
		fn.uses = slices.DeleteFunc(slices.Clone(uses), func(u *source.Use) bool { return !fn.has(siteOf(u).Start) })
		if len(fn.uses) > 0 && fn.isHidden(internal) && (!fn.isAbstract() || fn.isOwn()) {
			list = append(list, fn)
		}
	}
	return list
}

// siteOf is where a key is used, which may be far from its text.
func siteOf(u *source.Use) diag.Span {
	if u.Site.IsZero() {
		return u.Span
	}
	return u.Site
}

// has reports whether an offset in its file is in a function, or its comment.
func (fn *function) has(offset int) bool {
	start := fn.Pos()
	if fn.Doc != nil {
		start = fn.Doc.Pos()
	}
	return int(start) <= offset+1 && offset+1 < int(fn.End())
}

var (
	internal  = regexp.MustCompile(`(^|/)internal(/|$)`)
	directive = regexp.MustCompile(`^//(go:linkname|go:wasmexport|export) `)
	given     = regexp.MustCompile(`\b(adk|agent|compose|graph|session|tool)\.[A-Z]`)

	// ofFrameworks are names that methods of frameworks' interfaces have: Run, OnStart.
	ofFrameworks = regexp.MustCompile(`^([A-Z][a-z]*|(Add|After|Append|Before|Bind|Call|Create|Delete|Find|Get|Invokable|List|Load|` +
		`Modify|On|Process|Run|Search|Send|Stream|Streamable|Update|With|Wrap)[A-Z]\w*)$`)
)

// isHidden reports whether neither other modules nor Go or its linker can name a function.
func (fn *function) isHidden(internal bool) bool {
	if fn.Doc != nil && slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool { return directive.MatchString(c.Text) }) {
		return false
	}
	return !slices.Contains([]string{"init", "main", "_"}, fn.Name.Name) && (internal || !fn.Name.IsExported())
}

// isAbstract reports whether interfaces of other modules may have a function.
func (fn *function) isAbstract() bool { return fn.Recv != nil && fn.Name.IsExported() }

// isOwn reports whether none has: what a method gets only frameworks know of, but not its name.
func (fn *function) isOwn() bool {
	return given.MatchString(types.ExprString(fn.Type)) && !ofFrameworks.MatchString(fn.Name.Name)
}

// isNamed reports whether a text names a function in a place other than its own.
func (fn *function) isNamed(path string, text []byte) bool {
	name := []byte(fn.Name.Name)
	for at := bytes.Index(text, name); at >= 0; {
		end := at + len(name)
		before, _ := utf8.DecodeLastRune(text[:at])
		after, _ := utf8.DecodeRune(text[end:])
		if !inWord(before) && !inWord(after) && (path != fn.file || !fn.has(at)) {
			return true
		}
		next := bytes.Index(text[end:], name)
		if next < 0 {
			return false
		}
		at = end + next
	}
	return false
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// shown is a function as people call it.
func (fn *function) shown() string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	of, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*"), "[")
	return of + "." + fn.Name.Name
}
