package schema

import (
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

// typeReader reads the types of a schema.
type typeReader struct {
	valueReader
	names map[string]*declared
}

// types reads the named types of all documents: first the names, so that
// types can refer to each other, then what is in them.
func (r *typeReader) types(s *Schema, docs []document) {
	var order []*declared
	for _, doc := range docs {
		types := doc.root.get("types")
		if types == nil || types.kind != mapNode {
			continue
		}
		for i, name := range types.keys {
			if d := r.declare(name, types.items[i], doc); d != nil {
				order = append(order, d)
			}
		}
	}
	for _, d := range order {
		if d.named == nil {
			continue
		}
		before := r.mistakes
		r.typeBody(d)
		if r.mistakes != before || d.body.broken {
			r.gaps.types[d.named] = true
		}
		s.Types = append(s.Types, d.named)
	}
}

func (r *typeReader) declare(name, body *node, doc document) *declared {
	if _, builtin := ScalarKind(name.text); builtin {
		r.add(idInvalidName, name.span, "%s is a type already", diag.Quote(name.text)).hint("choose another name")
		return nil
	}
	if !typeName.MatchString(name.text) {
		r.add(idInvalidName, name.span, "%s can't be the name of a type", diag.Quote(name.text)).
			hint("use letters, digits and _, and begin with a letter")
		r.names[name.text] = &declared{name: name, wrong: true}
		return nil
	}
	if first := r.names[name.text]; first != nil {
		r.add(idDuplicateType, name.span, "the type %s is declared twice", diag.Quote(name.text)).
			hint("rename one of the two").related(first.name.span, "first declared here")
		if first.named != nil {
			r.gaps.types[first.named] = true
		}
		return nil
	}
	d := &declared{name: name, body: body}
	r.names[name.text] = d
	before := r.mistakes
	kind := onlyOne(r.report, name, body, "enum", "fields", "go_type")
	d.wrong = r.mistakes != before || body.wrong || body.lost || kind == ""
	if kind == "go_type" {
		d.goType, _ = r.goType(body)
		d.wrong = d.wrong || r.mistakes != before || body.broken
		return d
	}
	d.named = &Named{Name: name.text, Kind: Object, Import: doc.imp, Span: name.span}
	r.gaps.incomplete[d.named] = body.broken
	if d.wrong {
		r.gaps.types[d.named] = true
	}
	if body.field("enum") != nil {
		d.named.Kind = Enum
	}
	return d
}

func (r *typeReader) typeBody(d *declared) {
	d.named.Doc = d.body.string("doc")
	d.named.GoName = goName(r.report, d.body)
	if d.named.Kind == Enum {
		d.named.Values = r.enumValues(d.body.get("enum"))
		return
	}
	fields := d.body.get("fields")
	if fields == nil || fields.kind != mapNode {
		return
	}
	if len(fields.keys) == 0 {
		r.add(idMissingField, d.name.span, "the object %s has no fields", diag.Quote(d.name.text)).
			hint("add one, or use the type json")
	}
	for i, name := range fields.keys {
		d.named.Fields = append(d.named.Fields, r.field(name, fields.items[i]))
	}
}

func (r *typeReader) field(name, body *node) *Field {
	f := &Field{Name: name.text, Span: name.span}
	if name.text == "" || strings.ContainsFunc(name.text, unicode.IsControl) {
		r.add(idInvalidName, name.span, "a field needs a name without control characters").hint("use letters, digits and _")
	}
	f.Type, f.Optional = r.declaredType(body)
	f.Doc = body.string("doc")
	f.GoName = goName(r.report, body)
	f.Deprecated = body.string("deprecated")
	f.Constraints = r.constraints(body, f.Type)
	return f
}

func (r *typeReader) enumValues(list *node) []EnumValue {
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
			v = EnumValue{Value: text, Doc: item.string("doc"), GoName: goName(r.report, item), Span: at.span}
			clean(r.report, at)
		} else if !item.isString() {
			continue
		}
		clean(r.report, item)
		if span, dup := first[v.Value]; dup {
			r.add(idDuplicateValue, v.Span, "the value %s stands here twice", diag.Quote(v.Value)).
				hint("remove one of the two").related(span, "first written here")
			continue
		}
		first[v.Value] = v.Span
		values = append(values, v)
	}
	return values
}
