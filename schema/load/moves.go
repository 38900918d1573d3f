package load

import (
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// moves reads what a schema says of older and newer releases of itself, while its types and keys are read: names that
// keys, fields and enum values had or will have, earlier declarations whose stored values are still read, and keys that
// are gone. It checks them when all of the schema is known.
type moves struct {
	*typeReader

	otherNames []otherName // of keys, and while an enum or an object is read, its own
	entries    []entry

	compared int                  // enum values and fields, so far
	told     map[*schema.Key]bool // whose place has a finding about families
}

func (m *moves) doubt(o owner) {
	if o.key != nil {
		m.gaps.declared[o.key] = true
	}
	if o.object != nil {
		m.gaps.types[o.object] = true
	}
}

// entry is an entry of was, to be checked when all types are known.
type entry struct {
	owner owner
	was   *schema.Was
	body  *yamlsrc.Node
}

// owner is the key, the field or the value of an enum that something belongs to.
type owner struct {
	key    *schema.Key
	object *schema.Named
	field  *schema.Field
	value  string
	today  schema.Form
}

// noun says what an owner is.
func (o owner) noun() string {
	switch {
	case o.key != nil:
		return "key"
	case o.field != nil:
		return "field"
	}
	return "value"
}

// name is what an owner is called in a store.
func (o owner) name() string {
	if o.key != nil {
		return o.key.Wire()
	}
	return o.field.Name
}

// key reads the moves of a key.
func (m *moves) key(k *schema.Key, body *yamlsrc.Node) {
	owner := owner{key: k, today: schema.Form{Type: k.Type, Encoding: k.Encoding}}
	if text, at := body.Str("renamed_to"); at != nil && m.keyName(owner, at, newName) {
		k.RenamedTo = text
	}
	for _, item := range body.Strings("renamed_from") {
		if m.keyName(owner, item, oldName) {
			k.RenamedFrom = append(k.RenamedFrom, item.Text)
		}
	}
	k.Was = m.earlier(owner, body)
}

// field reads the moves of a field of an object.
func (m *moves) field(n *schema.Named, f *schema.Field, body *yamlsrc.Node) {
	owner := owner{object: n, field: f, today: schema.Form{Type: f.Type}}
	f.RenamedFrom = m.older(owner, body)
	f.Was = m.earlier(owner, body)
}

// older reads the older names of a field or a value.
func (m *moves) older(o owner, body *yamlsrc.Node) []string {
	var list []string
	for _, item := range body.Strings("renamed_from") {
		list = append(list, item.Text)
		m.otherNames = append(m.otherNames, otherName{owner: o, text: item.Text, id: item.Text, span: item.Span})
	}
	return list
}

// checkFields reports older names of the fields of an object that are in use.
func (m *moves) checkFields(n *schema.Named) {
	declared := map[string]place{}
	for _, f := range n.Fields {
		declared[f.Name] = place{owner{object: n, field: f}, f.Span}
	}
	m.checkOwn(declared)
}

// checkValues reports older values of an enum that are in use.
func (m *moves) checkValues(values []schema.EnumValue) {
	declared := map[string]place{}
	for _, v := range values {
		declared[v.Value] = place{owner{value: v.Value}, v.Span}
	}
	m.checkOwn(declared)
}

// checkOwn checks the names within one type.
func (m *moves) checkOwn(declared map[string]place) {
	m.checkNames(m.otherNames, declared)
	m.otherNames = nil
}

// check reports what is wrong with the moves of a schema that has been read.
func (m *moves) check(s *schema.Schema) {
	declared := map[string]place{}
	for _, k := range s.Keys {
		declared[unnamed(k.Wire())] = place{owner{key: k}, k.Span}
	}
	m.checkNames(m.otherNames, declared)
	m.checkFamilies(s)
	for _, e := range m.entries {
		m.checkEntry(e)
	}
	m.checkSideBySide()
}

const maxEntries = 20

// earlier reads the earlier declarations of a key or a field.
func (m *moves) earlier(o owner, body *yamlsrc.Node) []schema.Was {
	list := body.Get("was")
	if list == nil || list.Kind != yamlsrc.List || o.today.Type == nil {
		return nil
	}
	var all []schema.Was
	var bodies []*yamlsrc.Node
	for _, item := range list.Items {
		if item.Kind != yamlsrc.Map || item.Broken {
			continue
		}
		if w, ok := m.one(o, item); ok {
			all, bodies = append(all, w), append(bodies, item)
		}
	}
	if len(all) > maxEntries {
		m.Say(yamlsrc.ManyDeclarations, all[maxEntries].Span, maxEntries)
		return nil
	}
	for i := range all {
		m.entries = append(m.entries, entry{o, &all[i], bodies[i]})
	}
	return all
}

func (m *moves) one(o owner, body *yamlsrc.Node) (schema.Was, bool) {
	w := schema.Was{Encoding: o.today.Encoding, Span: body.Span}
	if body.Get("type") != nil || body.Get("go_type") != nil {
		if w.Type, _ = m.declaredType(body); w.Type == nil {
			return w, false
		}
	}
	if text, at := body.Str("key"); at != nil {
		if o.key == nil {
			m.otherNames = append(m.otherNames, otherName{owner: o, text: text, id: text, kind: wasName, span: at.Span})
		} else if !m.keyName(o, at, wasName) {
			return w, false
		}
		w.Key = text
	}
	w.Values = valueMoves(body.Get("values"))
	word, _ := body.Str("encoding")
	w.Encoding = map[string]schema.Encoding{"": w.Encoding, "plain": schema.Plain, "json-string": schema.JSONString}[word]
	if word, _ = body.Str("convert"); word == "go" {
		w.Convert = schema.ConvertGo
	}
	word, _ = body.Str("else")
	w.Else = unconvertible[word]
	return w, true
}

var unconvertible = map[string]schema.Unconvertible{
	"drop": schema.ElseDrop, "fail": schema.ElseFail, "default": schema.ElseDefault,
}

func valueMoves(n *yamlsrc.Node) []schema.ValueMove {
	if n == nil || n.Kind != yamlsrc.Map {
		return nil
	}
	var list []schema.ValueMove
	for i, from := range n.Keys {
		if to := n.Items[i]; to.IsString() {
			list = append(list, schema.ValueMove{From: from.Text, To: to.Text, Span: from.Span})
		}
	}
	return list
}
