package infer

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// Into adds to an existing schema the keys that it does not declare, behind
// those that it has, and returns its new text and how many they are. All else
// stays as it is, but for the layout. Name and read are the schema's, as for
// load.Schema. It is an error if the schema has errors itself.
func (d *Draft) Into(name string, existing []byte, read load.ReadFile) (text []byte, added int, err error) {
	r := load.Schema(name, read)
	if r.Schema == nil {
		return nil, 0, fmt.Errorf("%s has errors; `stategen check` shows them", name)
	}
	d.keys = slices.DeleteFunc(d.keys, func(k *Key) bool { return k.declaredIn(r.Schema) })
	if len(d.keys) == 0 {
		return existing, 0, nil
	}
	if n := topField(existing, "keys"); n != nil && n.Style&yaml.FlowStyle != 0 && len(n.Content) > 0 {
		return nil, 0, fmt.Errorf("%s: write keys on lines of its own, without braces, so that lines can be added", name)
	}
	text, err = d.settle(name, func() ([]byte, error) {
		if len(d.keys) == 0 {
			return nil, errors.New("none of the keys can be declared")
		}
		var lines []string
		for _, k := range d.keys {
			lines = append(lines, k.lines()...)
		}
		return insert(existing, lines), nil
	}, read)
	if errors.Is(err, errLayout) {
		err = fmt.Errorf("%s: no lines can be added to it as it is laid out; lay out keys as `stategen init` does", name)
	}
	return text, len(d.keys), err
}

// declaredIn reports whether a schema says something about a key already.
func (k *Key) declaredIn(s *schema.Schema) bool {
	c := project.New(s)
	if _, moved := c.Moved(k.wire); moved || c.Find(k.wire) != nil || c.Foreign(k.wire) {
		return true
	}
	return slices.ContainsFunc(s.Keys, func(other *schema.Key) bool {
		return other.Scope == k.scope && len(k.params) > 0 && len(other.Params) == len(k.params) && sameLiteral(other, k)
	})
}

// sameLiteral reports whether two families differ only in the names of their
// parameters.
func sameLiteral(s *schema.Key, k *Key) bool {
	name := s.Name
	for i := len(s.Params) - 1; i >= 0; i-- {
		name = name[:s.Params[i].Start] + hole + name[s.Params[i].End:]
	}
	_, own := runtime.ParseKey(k.wire)
	return name == own
}

// insert adds lines behind the last one of the keys of a schema, or with "keys:" at the end.
func insert(text []byte, lines []string) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	first, behind, indent := -1, len(all), "  "
	for name, value := range fields(root(text)) {
		switch line := name.Line - 1; {
		case name.Value == "keys":
			if first = line; len(value.Content) > 0 {
				indent = strings.Repeat(" ", value.Content[0].Column-1)
			}
		case first >= 0 && behind == len(all):
			behind = line
		}
	}
	var added []string
	if first < 0 {
		added = []string{"", "keys:"}
	} else {
		for behind > first+1 && (strings.TrimSpace(all[behind-1]) == "" || !strings.HasPrefix(all[behind-1], " ")) {
			behind-- // empty, or a comment on what follows
		}
		all[first] = strings.Replace(all[first], ": {}", ":", 1)
	}
	for _, l := range lines {
		added = append(added, indent+l)
	}
	return []byte(strings.Join(slices.Insert(all, behind, added...), "\n") + "\n")
}

// root is the mapping that a schema is; nil: it is something else.
func root(text []byte) *yaml.Node {
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil || len(doc.Content) == 0 {
		return nil
	}
	return doc.Content[0]
}

// fields are the names and values of a mapping, in the order of the file.
func fields(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(name, value *yaml.Node) bool) {
		for i := 0; n != nil && i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// topField is the value of a field of a schema; nil: it has none.
func topField(text []byte, of string) *yaml.Node {
	for name, value := range fields(root(text)) {
		if name.Value == of {
			return value
		}
	}
	return nil
}
