package load

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidGoType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-go-type",
	Summary: "a go_type that names no exported Go type",
	Why:     "Generated code imports the package and uses the type, so both must be written out.",
	Bad:     "version: 1\nkeys:\n  flight: {go_type: Flight}\n",
	Good:    "version: 1\nkeys:\n  flight: {go_type: example.com/m.Flight}\n",
})

var invalidType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-type",
	Summary: "a type that is not written as one",
	Why:     "Types are written as in Go: []T for a list, map[string]T for a map, and a ? at the end for what may be missing.",
	Bad:     "version: 1\nkeys:\n  seats: \"map[int]string\"\n",
	Good:    "version: 1\nkeys:\n  seats: \"map[string]string\"\n",
})

var unknownType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-type",
	Summary: "a type that does not exist",
	Why:     "The type decides the Go type of the accessors and what a store may give back.",
	Bad:     "version: 1\nkeys:\n  visits: integer\n",
	Good:    "version: 1\nkeys:\n  visits: int\n",
})

const maxTypeDepth = 8 // lists and maps around one type, each with one bracket

// typeExpr resolves a type expression such as "[]Flight?". Optional is whether
// it ends in a question mark. It returns nil after reporting what is wrong.
func (r *typeReader) typeExpr(n *yamlsrc.Node) (t *schema.Type, optional bool) {
	text := n.Text
	if bare, ok := strings.CutSuffix(text, "?"); ok {
		text, optional = bare, true
	}
	if strings.Count(text, "]") > maxTypeDepth {
		r.Say(yamlsrc.DeepType, n.Span, maxTypeDepth)
		return nil, optional
	}
	return r.typeAt(n, text, 0), optional
}

// typeAt resolves text, which begins at offset from of n's text.
func (r *typeReader) typeAt(n *yamlsrc.Node, text string, from int) *schema.Type {
	t := &schema.Type{Span: n.Sub(from, from+len(text))}
	if ours, ok := shape.Type(text); ok && !isScalar(text) && r.names[text] == nil && !r.mayBeType(text) {
		found := r.Add(unknownType, t.Span, "there is no type %s", diag.Name(text))
		hintType(found, n, from, ours)
		return nil
	}
	for prefix, kind := range map[string]schema.Kind{"[]": schema.List, "map[string]": schema.Map} {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			continue
		}
		t.Kind = kind
		t.Elem = r.typeAt(n, rest, from+len(prefix))
		if t.Elem == nil {
			return nil
		}
		return t
	}
	return r.namedType(n, text, t)
}

func isScalar(name string) bool {
	_, ok := schema.ScalarKind(name)
	return ok
}

func (r *typeReader) namedType(n *yamlsrc.Node, text string, t *schema.Type) *schema.Type {
	if kind, ok := schema.ScalarKind(text); ok {
		t.Kind = kind
		return t
	}
	if d := r.names[text]; d != nil {
		if d.wrong {
			return nil
		}
		t.Named, t.Go, t.Kind = d.named, d.goType, schema.Go
		if d.named != nil {
			t.Kind = d.named.Kind
		}
		return t
	}
	if !r.mayBeType(text) {
		r.unknownType(n, text, t)
	}
	return nil
}

// mayBeType reports whether a name may be that of a type which is declared where
// a mistake is, rather than a slip of the fingers for one that we know.
func (r *typeReader) mayBeType(text string) bool {
	if !r.gaps.typeNames || !typeName.MatchString(text) {
		return false
	}
	return len(r.Nearest(text, schema.ScalarNames())) == 0
}

var spaces = regexp.MustCompile(`\s+`)

var typeName = regexp.MustCompile(`^\pL[\pL\pN_]*$`)

func (r *typeReader) unknownType(n *yamlsrc.Node, text string, t *schema.Type) {
	bare := spaces.ReplaceAllString(n.Text, "")
	switch {
	case bare != n.Text && shape.WellFormed.MatchString(strings.TrimSuffix(bare, "?")):
		hintType(r.Add(invalidType, n.Span, "a type can't contain spaces"), n, 0, bare)
	case text == "":
		r.Add(invalidType, t.Span, "a type is missing here").Hint("write, for example, %s", diag.Quote(strings.TrimSuffix(n.Text, "?")+"string"))
	case strings.HasSuffix(text, "?"):
		r.Add(invalidType, t.Span, "%s has two question marks", diag.Quote(text+"?")).Hint("one ? at the end means optional")
	case strings.Contains(text, "?"):
		r.Add(invalidType, t.Span, "the ? in %s must be at the end", diag.Name(text)).Hint("only a whole key or field is optional")
	case strings.HasPrefix(text, "map["):
		r.Add(invalidType, t.Span, "%s is not a type", diag.Name(text)).Hint("the keys of a map are strings: write map[string]T")
	case strings.HasPrefix(text, "type:"):
		r.Add(invalidType, t.Span, "a space is missing after the colon").Hint("write type: %s", diag.Shorten(text[len("type:"):]))
	case !typeName.MatchString(text):
		r.Add(invalidType, t.Span, "%s is not a type", diag.Name(text)).
			Hint("write a name, []T or map[string]T; a ? at the end means optional")
	default:
		found := r.Add(unknownType, t.Span, "there is no type %s", diag.Name(text))
		if hint, ok := shape.Kinds[strings.ToLower(text)]; ok {
			found.Hint("%s", hint)
			return
		}
		if near := r.nearestType(found, text); len(near) > 0 {
			found.SuggestAll(t.Span, near)
			return
		}
		found.Hint("declare it under types, or write string, bool, int, int64, float, time, duration, bytes or json")
	}
}

// nearestType returns the types that were probably meant.
func (r *typeReader) nearestType(f yamlsrc.Finding, text string) []string {
	if f.Tired() {
		return nil // sorting the names would take time too
	}
	return f.Nearest(text, append(schema.ScalarNames(), slices.Sorted(maps.Keys(r.names))...))
}

var goTypeExpr = regexp.MustCompile(`^([A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_.~-]+)*)\.([A-Z][A-Za-z0-9_]*)$`)

// goType reads the go_type field of n.
func (r *typeReader) goType(n *yamlsrc.Node) (schema.GoType, bool) {
	text, at := n.Str("go_type")
	if at == nil {
		return schema.GoType{}, false
	}
	m := goTypeExpr.FindStringSubmatch(text)
	if m == nil {
		r.Add(invalidGoType, at.Span, "%s names no exported Go type", diag.Name(text)).
			Hint("write its import path, a dot and its name, such as example.com/m.Flight")
		return schema.GoType{}, false
	}
	return schema.GoType{Path: m[1], Name: m[2]}, true
}

// declaredType reads the type of a key or a field, from its shorthand or its
// long form. A nil type has been reported.
func (r *typeReader) declaredType(n *yamlsrc.Node) (t *schema.Type, optional bool) {
	if n.IsString() {
		return r.typeExpr(n)
	}
	typeNode, goNode := n.Get("type"), n.Get("go_type")
	switch {
	case typeNode != nil && goNode != nil:
		r.Say(yamlsrc.FieldsCombined, n.Key("go_type").Span, "type", "go_type").Related(n.Key("type").Span, "type is here")
	case typeNode.IsString():
		t, optional = r.typeExpr(typeNode)
	case goNode != nil:
		if g, ok := r.goType(n); ok {
			t = &schema.Type{Kind: schema.Go, Go: g, Span: goNode.Span}
		}
	case n.Kind == yamlsrc.Map && n.Field("type") == nil && n.Field("go_type") == nil && !n.Wrong && !shape.MayMean(n, "type"):
		r.Say(yamlsrc.NoType, n.Span)
	}
	if yes, at := n.Bool("optional"); at != nil {
		if optional && !yes {
			r.Say(yamlsrc.OptionalMark, at.Span)
		}
		optional = optional || yes
	}
	return t, optional
}

// hintType hints at the right spelling of a part of n's text, with the whole
// of it in quotes where the brackets or the question mark can need them.
func hintType(f yamlsrc.Finding, n *yamlsrc.Node, from int, ours string) {
	span := f.Span()
	if from > 0 {
		ours = strings.TrimSuffix(ours, "?") // what is inside a list or a map can't be missing
	}
	if strings.ContainsAny(ours, "[]?") && from == 0 {
		f.Hint("write %s", diag.Quote(ours)).Suggest(n.Span, diag.Quote(ours))
		return
	}
	f.Hint("write %s", ours).Suggest(span, ours)
}

// declared is a name under types: an enum, an object, or a Go type's alias.
type declared struct {
	named  *schema.Named
	goType schema.GoType
	wrong  bool // of what kind it is can't be told
	name   *yamlsrc.Node
	body   *yamlsrc.Node
}

// typeReader reads the types of a schema.
type typeReader struct {
	valueReader
	names map[string]*declared
	moves *moves
}

func newTypeReader(r *yamlsrc.Report, gaps *gaps) *typeReader {
	t := &typeReader{valueReader: valueReader{r, gaps}, names: map[string]*declared{}}
	t.moves = &moves{typeReader: t}
	return t
}
