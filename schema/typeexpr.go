package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

const maxTypeDepth = 8 // lists and maps around one type, each with one bracket

// typeExpr resolves a type expression such as "[]Flight?". Optional is whether
// it ends in a question mark. It returns nil after reporting what is wrong.
func (r *typeReader) typeExpr(n *node) (t *Type, optional bool) {
	text := n.text
	if bare, ok := strings.CutSuffix(text, "?"); ok {
		text, optional = bare, true
	}
	if strings.Count(text, "]") > maxTypeDepth {
		r.add(idFileLimit, n.span, "lists and maps nest deeper than %d levels in this type", maxTypeDepth).
			hint("name a part of it under types")
		return nil, optional
	}
	return r.typeAt(n, text, 0), optional
}

// typeAt resolves text, which begins at offset from of n's text.
func (r *typeReader) typeAt(n *node, text string, from int) *Type {
	t := &Type{Span: n.sub(from, from+len(text))}
	if ours, ok := ourType(text); ok && !isScalar(text) && r.names[text] == nil && !r.mayBeType(text) {
		found := r.add(idUnknownType, t.Span, "there is no type %s", diag.Quote(text))
		hintType(found, n, from, ours)
		return nil
	}
	for prefix, kind := range map[string]Kind{"[]": List, "map[string]": Map} {
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
	_, ok := ScalarKind(name)
	return ok
}

func (r *typeReader) namedType(n *node, text string, t *Type) *Type {
	if kind, ok := ScalarKind(text); ok {
		t.Kind = kind
		return t
	}
	if d := r.names[text]; d != nil {
		if d.wrong {
			return nil
		}
		t.Named, t.Go, t.Kind = d.named, d.goType, Go
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
// a mistake stands, rather than a slip of the fingers for one that we know.
func (r *typeReader) mayBeType(text string) bool {
	if !r.gaps.typeNames || !typeName.MatchString(text) {
		return false
	}
	return len(r.nearest(text, ScalarNames())) == 0
}

var spaces = regexp.MustCompile(`\s+`)

var typeName = regexp.MustCompile(`^\pL[\pL\pN_]*$`)

func (r *typeReader) unknownType(n *node, text string, t *Type) {
	bare := spaces.ReplaceAllString(n.text, "")
	switch {
	case bare != n.text && wellFormed.MatchString(strings.TrimSuffix(bare, "?")):
		hintType(r.add(idBadType, n.span, "a type holds no spaces"), n, 0, bare)
	case text == "":
		r.add(idBadType, t.Span, "a type is missing here").hint("write, for example, %s", diag.Quote(strings.TrimSuffix(n.text, "?")+"string"))
	case strings.HasSuffix(text, "?"):
		r.add(idBadType, t.Span, "%s has two question marks", diag.Quote(text+"?")).hint("one ? at the end means optional")
	case strings.Contains(text, "?"):
		r.add(idBadType, t.Span, "the ? in %s must stand at the end", diag.Quote(text)).hint("only a whole key or field is optional")
	case strings.HasPrefix(text, "map["):
		r.add(idBadType, t.Span, "%s is no type", diag.Quote(text)).hint("the keys of a map are strings: write map[string]T")
	case strings.HasPrefix(text, "type:"):
		r.add(idBadType, t.Span, "a space is missing after the colon").hint("write type: %s", diag.Shorten(text[len("type:"):]))
	case !typeName.MatchString(text):
		r.add(idBadType, t.Span, "%s is no type", diag.Quote(text)).
			hint("write a name, []T or map[string]T; a ? at the end means optional")
	default:
		found := r.add(idUnknownType, t.Span, "there is no type %s", diag.Quote(text))
		if hint, ok := otherKinds[strings.ToLower(text)]; ok {
			found.hint("%s", hint)
			return
		}
		if near := r.nearestType(found, text); len(near) > 0 {
			found.suggestAll(t.Span, near)
			return
		}
		found.hint("declare it under types, or write string, bool, int, int64, float, time, duration, bytes or json")
	}
}

// nearestType returns the types that were probably meant.
func (r *typeReader) nearestType(f finding, text string) []string {
	if f.tired() {
		return nil // sorting the names would take time too
	}
	return f.nearest(text, append(ScalarNames(), slices.Sorted(maps.Keys(r.names))...))
}

var goTypeExpr = regexp.MustCompile(`^([A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_.~-]+)*)\.([A-Z][A-Za-z0-9_]*)$`)

// goType reads the go_type field of n.
func (r *typeReader) goType(n *node) (GoType, bool) {
	text, at := n.str("go_type")
	if at == nil {
		return GoType{}, false
	}
	m := goTypeExpr.FindStringSubmatch(text)
	if m == nil {
		r.add(idBadGoType, at.span, "%s names no exported Go type", diag.Quote(text)).
			hint("write its import path, a dot and its name, such as example.com/m.Flight")
		return GoType{}, false
	}
	return GoType{Path: m[1], Name: m[2]}, true
}

// declaredType reads the type of a key or a field, from its shorthand or its
// long form. A nil type has been reported.
func (r *typeReader) declaredType(n *node) (t *Type, optional bool) {
	if n.isString() {
		return r.typeExpr(n)
	}
	typeNode, goNode := n.get("type"), n.get("go_type")
	switch {
	case typeNode != nil && goNode != nil:
		r.add(idConflictingFields, n.key("go_type").span, "type and go_type can't stand together").
			hint("remove one of them").related(n.key("type").span, "type stands here")
	case typeNode.isString():
		t, optional = r.typeExpr(typeNode)
	case goNode != nil:
		if g, ok := r.goType(n); ok {
			t = &Type{Kind: Go, Go: g, Span: goNode.span}
		}
	case n.kind == mapNode && n.field("type") == nil && n.field("go_type") == nil && !n.wrong && !mayMean(n, "type"):
		r.add(idMissingField, n.span, "a type is missing here").hint("write, for example, type: string")
	}
	if yes, at := n.bool("optional"); at != nil {
		if optional && !yes {
			r.add(idConflictingFields, at.span, "the type ends in ?, but optional is false").hint("remove the ? or the field optional")
		}
		optional = optional || yes
	}
	return t, optional
}

// hintType hints at the right spelling of a part of n's text, with the whole
// of it in quotes where the brackets or the question mark can need them.
func hintType(f finding, n *node, from int, ours string) {
	span := f.span()
	if from > 0 {
		ours = strings.TrimSuffix(ours, "?") // what is inside a list or a map can't be missing
	}
	if strings.ContainsAny(ours, "[]?") && from == 0 {
		f.hint("write %s", diag.Quote(ours)).suggest(n.span, diag.Quote(ours))
		return
	}
	f.hint("write %s", ours).suggest(span, ours)
}
