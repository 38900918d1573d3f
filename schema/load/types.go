package load

import (
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var duplicateType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-type",
	Summary: "a type is declared in two files",
	Why:     "Keys of both files would mean different things by one name.",
	Bad:     "version: 1\ninclude: [common.yaml]\ntypes:\n  Step: {enum: [search, done]}\n",
	Good:    "version: 1\ninclude: [common.yaml]\ntypes:\n  BookingStep: {enum: [search, done]}\n",
})

// types reads the named types of all documents: first the names, so that
// types can refer to each other, then what is in them.
func (r *typeReader) types(s *schema.Schema, docs []document) {
	var order []*declared
	for _, doc := range docs {
		types := doc.root.Get("types")
		if types == nil || types.Kind != yamlsrc.Map {
			continue
		}
		for i, name := range types.Keys {
			if d := r.declare(name, types.Items[i], doc); d != nil {
				order = append(order, d)
			}
		}
	}
	for _, d := range order {
		if d.named == nil {
			continue
		}
		before := r.Mistakes
		r.typeBody(d)
		r.gaps.explained += r.Mistakes - before
		if r.Mistakes != before || d.body.Broken {
			r.gaps.types[d.named] = true
		}
		s.Types = append(s.Types, d.named)
	}
}

func (r *typeReader) declare(name, body *yamlsrc.Node, doc document) *declared {
	if _, builtin := schema.ScalarKind(name.Text); builtin {
		r.Say(builtInType, name.Span, diag.Name(name.Text))
		return nil
	}
	if !typeName.MatchString(name.Text) {
		r.Say(notAType, name.Span, diag.Name(name.Text))
		r.names[name.Text] = &declared{name: name, wrong: true}
		return nil
	}
	if first := r.names[name.Text]; first != nil {
		r.Add(duplicateType, name.Span, "the type %s is declared twice", diag.Name(name.Text)).
			Hint("rename one of the two").Related(first.name.Span, "first declared here")
		if first.named != nil {
			r.gaps.types[first.named] = true
		}
		return nil
	}
	d := &declared{name: name, body: body}
	r.names[name.Text] = d
	before := r.Mistakes
	kind := onlyOne(r.Report, name, body, "enum", "fields", "go_type")
	d.wrong = r.Mistakes != before || body.Wrong || body.Lost || kind == ""
	if kind == "go_type" {
		d.goType, _ = r.goType(body)
		d.wrong = d.wrong || r.Mistakes != before || body.Broken
		return d
	}
	d.named = &schema.Named{Name: name.Text, Kind: schema.Object, Import: doc.imp, Span: name.Span}
	r.gaps.incomplete[d.named] = body.Broken
	if d.wrong {
		r.gaps.types[d.named] = true
	}
	if body.Field("enum") != nil {
		d.named.Kind = schema.Enum
	}
	return d
}

func (r *typeReader) typeBody(d *declared) {
	d.named.Doc = d.body.TextOf("doc")
	d.named.GoName = goName(r.Report, d.body)
	if d.named.Kind == schema.Enum {
		d.named.Values = r.enumValues(d.body.Get("enum"))
		return
	}
	fields := d.body.Get("fields")
	if fields == nil || fields.Kind != yamlsrc.Map {
		return
	}
	if len(fields.Keys) == 0 {
		r.Say(yamlsrc.NoFields, d.name.Span, diag.Name(d.name.Text))
	}
	for i, name := range fields.Keys {
		f := r.field(name, fields.Items[i])
		r.moves.field(d.named, f, fields.Items[i])
		d.named.Fields = append(d.named.Fields, f)
	}
	r.moves.checkFields(d.named)
}

func (r *typeReader) field(name, body *yamlsrc.Node) *schema.Field {
	f := &schema.Field{Name: name.Text, Span: name.Span}
	if name.Text == "" || strings.ContainsFunc(name.Text, unicode.IsControl) {
		r.Say(notAField, name.Span)
	}
	f.Type, f.Optional = r.declaredType(body)
	f.Doc = body.TextOf("doc")
	f.GoName = goName(r.Report, body)
	f.Deprecated = body.TextOf("deprecated")
	f.Constraints = r.constraints(body, f.Type)
	return f
}

func (r *typeReader) enumValues(list *yamlsrc.Node) []schema.EnumValue {
	if list == nil || list.Kind != yamlsrc.List {
		return nil
	}
	first := map[string]diag.Span{}
	var values []schema.EnumValue
	for _, item := range list.Items {
		v := schema.EnumValue{Value: item.Text, Span: item.Span}
		if item.Kind == yamlsrc.Map {
			text, at := item.Str("value")
			if at == nil {
				continue
			}
			v = schema.EnumValue{Value: text, Doc: item.TextOf("doc"), GoName: goName(r.Report, item), Span: at.Span}
			clean(r.Report, at)
			for _, older := range item.Strings("renamed_from") {
				clean(r.Report, older)
			}
			v.RenamedFrom = r.moves.older(owner{value: v.Value}, item)
		} else if !item.IsString() {
			continue
		}
		clean(r.Report, item)
		if span, dup := first[v.Value]; dup {
			r.Say(valueTwice, v.Span, diag.Name(v.Value)).Related(span, "first written here")
			continue
		}
		first[v.Value] = v.Span
		values = append(values, v)
	}
	r.moves.checkValues(values)
	return values
}
