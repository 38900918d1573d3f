package moves

import (
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// maxEntries is how many earlier declarations one key or field may have.
const maxEntries = 20

// was reads the earlier declarations of a key or a field.
func (r *Reader) was(o owner, body *yamlsrc.Node) []schema.Was {
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
		if w, ok := r.one(o, item); ok {
			all, bodies = append(all, w), append(bodies, item)
		}
	}
	if len(all) > maxEntries {
		r.Say(report.ManyDeclarations, all[maxEntries].Span, maxEntries)
		return nil
	}
	for i := range all {
		r.entries = append(r.entries, entry{o, &all[i], bodies[i]})
	}
	return all
}

func (r *Reader) one(o owner, body *yamlsrc.Node) (schema.Was, bool) {
	w := schema.Was{Encoding: o.today.Encoding, Span: body.Span}
	if body.Get("type") != nil || body.Get("go_type") != nil {
		if w.Type = r.Types.DeclaredType(body); w.Type == nil {
			return w, false
		}
	}
	if text, at := body.Str("key"); at != nil {
		if o.key != nil && !r.keyName(o.key, at, "old") {
			return w, false
		}
		w.Key = text
		r.names = append(r.names, otherName{owner: o, text: text, kind: wasName, span: at.Span})
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
