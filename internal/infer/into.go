package infer

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
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
	for _, block := range []string{"keys", "types"} {
		if n := topNode(existing, block); n != nil && n.Style&yaml.FlowStyle != 0 && len(n.Content) > 0 {
			return nil, 0, fmt.Errorf("%s: write %s on lines of its own, without braces, so that lines can be added", name, block)
		}
	}
	text, err = d.settle(name, func() ([]byte, error) {
		if len(d.keys) == 0 {
			return nil, errors.New("none of the keys can be declared")
		}
		var lines []string
		for _, k := range d.keys {
			lines = append(lines, k.lines()...)
		}
		return insert(insert(existing, "keys", lines), "types", d.newAliases(r.Schema)), nil
	}, read)
	if errors.Is(err, errLayout) {
		err = fmt.Errorf("%s: no lines can be added to it as it is laid out; lay out keys as `stategen init` does", name)
	}
	return text, len(d.keys), err
}

// declaredIn reports whether a schema says something about a key already.
func (k *Key) declaredIn(s *schema.Schema) bool {
	c := check.New(s)
	if _, moved := c.Moved(k.wire); moved || c.Key(k.wire) != nil || c.Foreign(k.wire) {
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

// newAliases are the Go types that the schema does not name yet.
func (d *Draft) newAliases(s *schema.Schema) []string {
	return slices.DeleteFunc(d.aliases(), func(line string) bool {
		name, _, _ := strings.Cut(line, ":")
		return slices.ContainsFunc(s.Types, func(t *schema.Named) bool { return t.Name == name })
	})
}

// insert adds lines behind the last one of a block at the top of a schema, or
// the whole block at the end.
func insert(text []byte, name string, lines []string) []byte {
	if len(lines) == 0 {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	first, last, found := blockLines(text, all, name)
	indent := "  "
	if block := topNode(text, name); found && len(block.Content) > 0 {
		indent = strings.Repeat(" ", block.Content[0].Column-1)
	}
	var added []string
	if !found {
		added, last = []string{"", name + ":"}, len(all)-1
	} else if before, behind, ok := strings.Cut(all[first], ": {}"); ok {
		all[first] = before + ":" + behind
	}
	for _, l := range lines {
		added = append(added, indent+l)
	}
	all = slices.Insert(all, last+1, added...)
	return []byte(strings.Join(all, "\n") + "\n")
}

// blockLines finds the lines of a block: that of its name, and its last one
// that is not empty and no comment at the left.
func blockLines(text []byte, all []string, name string) (first, last int, found bool) {
	at := topLines(text)
	for i, top := range at {
		if top.key != name {
			continue
		}
		end := len(all)
		if i+1 < len(at) {
			end = at[i+1].line
		}
		last := end - 1
		for last > top.line && (strings.TrimSpace(all[last]) == "" || !strings.HasPrefix(all[last], " ")) {
			last--
		}
		return top.line, last, true
	}
	return 0, 0, false
}

type topLine struct {
	key  string
	line int // from 0
}

// topLines lists the fields at the top of a schema, in the order of the file.
func topLines(text []byte) []topLine {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil || len(doc.Content) == 0 {
		return nil
	}
	var list []topLine
	root := doc.Content[0]
	for i := 0; i+1 < len(root.Content); i += 2 {
		list = append(list, topLine{root.Content[i].Value, root.Content[i].Line - 1})
	}
	return list
}
