package schema

import (
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
)

// declared is a name under types: an enum, an object, or a Go type's alias.
type declared struct {
	named  *Named
	goType GoType
	wrong  bool // of what kind it is can't be told
	name   *node
	body   *node
}

type typeNamesTable map[string]*declared

// types reads the named types of all documents: first the names, so that
// types can refer to each other, then what is in them.
func (l *loader) types(s *Schema, docs []document) typeNamesTable {
	names := typeNamesTable{}
	var order []*declared
	for _, doc := range docs {
		types := doc.root.get("types")
		if types == nil || types.kind != mapNode {
			continue
		}
		for i, name := range types.keys {
			if d := l.declare(name, types.items[i], doc, names); d != nil {
				order = append(order, d)
			}
		}
	}
	for _, d := range order {
		if d.named == nil {
			continue
		}
		before := l.mistakes
		l.typeBody(d, names)
		if l.mistakes != before || d.body.broken {
			l.gaps.types[d.named] = true
		}
		s.Types = append(s.Types, d.named)
	}
	return names
}

func (l *loader) declare(name, body *node, doc document, names typeNamesTable) *declared {
	if _, builtin := scalarKinds[name.text]; builtin {
		l.add(idInvalidName, name.span, "%s is a type already", quote(name.text)).hint("choose another name")
		return nil
	}
	if !typeName.MatchString(name.text) {
		l.add(idInvalidName, name.span, "%s can't be the name of a type", quote(name.text)).
			hint("use letters, digits and _, and begin with a letter")
		names[name.text] = &declared{name: name, wrong: true}
		return nil
	}
	if first := names[name.text]; first != nil {
		l.add(idDuplicateType, name.span, "the type %s is declared twice", quote(name.text)).
			hint("rename one of the two").related(first.name.span, "first declared here")
		if first.named != nil {
			l.gaps.types[first.named] = true
		}
		return nil
	}
	d := &declared{name: name, body: body}
	names[name.text] = d
	before := l.mistakes
	kind := l.onlyOne(name, body, "enum", "fields", "go_type")
	d.wrong = l.mistakes != before || body.wrong || body.lost || kind == ""
	if kind == "go_type" {
		d.goType, _ = l.goType(body)
		d.wrong = d.wrong || l.mistakes != before || body.broken
		return d
	}
	d.named = &Named{Name: name.text, Kind: Object, Import: doc.imp, Span: name.span, incomplete: body.broken}
	if d.wrong {
		l.gaps.types[d.named] = true
	}
	if body.field("enum") != nil {
		d.named.Kind = Enum
	}
	return d
}

// onlyOne returns which one of several fields a mapping has, and reports it
// when it has none or more.
func (l *loader) onlyOne(name, body *node, fields ...string) string {
	if body == nil || body.kind != mapNode {
		return ""
	}
	found := ""
	for _, field := range fields {
		key := body.key(field)
		switch {
		case key == nil:
		case found == "":
			found = field
		default:
			l.add(idConflictingFields, key.span, "%s and %s can't stand together", found, field).
				hint("remove one of them").related(body.key(found).span, "%s stands here", found)
		}
	}
	if found == "" && !slices.ContainsFunc(fields, body.mayMean) {
		l.add(idMissingField, name.span, "%s needs %s", quote(name.text), oneOf(fields)).
			hint("add one of these fields")
	}
	return found
}

func (l *loader) typeBody(d *declared, names typeNamesTable) {
	d.named.Doc = d.body.string("doc")
	d.named.GoName = l.goName(d.body)
	if d.named.Kind == Enum {
		d.named.Values = l.enumValues(d.body.get("enum"))
		return
	}
	fields := d.body.get("fields")
	if fields == nil || fields.kind != mapNode {
		return
	}
	if len(fields.keys) == 0 {
		l.add(idMissingField, d.name.span, "the object %s has no fields", quote(d.name.text)).
			hint("add one, or use the type json")
	}
	for i, name := range fields.keys {
		d.named.Fields = append(d.named.Fields, l.field(name, fields.items[i], names))
	}
}

func (l *loader) field(name, body *node, names typeNamesTable) *Field {
	f := &Field{Name: name.text, Span: name.span}
	if name.text == "" || strings.ContainsFunc(name.text, unicode.IsControl) {
		l.add(idInvalidName, name.span, "a field needs a name without control characters").hint("use letters, digits and _")
	}
	f.Type, f.Optional = l.declaredType(body, names)
	f.Doc = body.string("doc")
	f.GoName = l.goName(body)
	f.Deprecated = body.string("deprecated")
	f.Constraints = l.constraints(body, f.Type)
	return f
}

func (l *loader) enumValues(list *node) []EnumValue {
	if list == nil || list.kind != listNode {
		return nil
	}
	first := map[string]diag.Span{}
	var values []EnumValue
	for _, item := range list.items {
		v := EnumValue{Value: item.text, Span: item.span}
		if item.kind == mapNode {
			text, at := item.str("value")
			if at == nil {
				continue
			}
			v = EnumValue{Value: text, Doc: item.string("doc"), GoName: l.goName(item), Span: at.span}
			l.clean(at)
		} else if !item.isString() {
			continue
		}
		l.clean(item)
		if span, dup := first[v.Value]; dup {
			l.add(idDuplicateValue, v.Span, "the value %s stands here twice", quote(v.Value)).
				hint("remove one of the two").related(span, "first written here")
			continue
		}
		first[v.Value] = v.Span
		values = append(values, v)
	}
	return values
}

// goName reads the go_name field of n.
func (l *loader) goName(n *node) string {
	name, at := n.str("go_name")
	if at == nil {
		return ""
	}
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		l.add(idInvalidName, at.span, "%s is no exported Go name", quote(name)).
			hint("begin with a capital letter, and use letters, digits and _")
		return ""
	}
	return name
}
