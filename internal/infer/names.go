package infer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/runtime"
)

// rename gives a key the next of the Go names that it may have instead of its
// own; false when all have been tried.
func (k *Key) rename() bool {
	names := k.otherNames()
	next := slices.Index(names, k.goName) + 1
	if next == len(names) {
		return false
	}
	k.goName = names[next]
	return true
}

func (k *Key) otherNames() []string {
	var names []string
	plain := k.plainGoName()
	if k.scope == runtime.ScopeSession {
		names = append(names, "Session"+plain)
	}
	names = append(names, plain+"Key")
	for n := 2; n < 10; n++ {
		names = append(names, fmt.Sprintf("%sKey%d", plain, n))
	}
	return names
}

// plainGoName writes the letters and digits of a key as one exported name.
func (k *Key) plainGoName() string {
	var b strings.Builder
	upper := true
	for _, r := range strings.ReplaceAll(k.wire, hole, "") {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			upper = true
			continue
		case b.Len() == 0 && !unicode.IsUpper(unicode.ToUpper(r)):
			b.WriteString("X") // an exported name begins with a capital letter
		}
		if upper {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		upper = false
	}
	return b.String()
}

// keyLine is where a key stands in a schema.
type keyLine struct {
	key   string
	start int // offset
}

// keyLines lists the keys of a schema in the order of the file.
func keyLines(text []byte) []keyLine {
	keys := keysNode(text)
	if keys == nil {
		return nil
	}
	starts := lineStarts(text)
	var list []keyLine
	for i := 0; i+1 < len(keys.Content); i += 2 {
		n := keys.Content[i]
		list = append(list, keyLine{n.Value, starts[n.Line-1]})
	}
	return list
}

func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, b := range text {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// keysNode returns the mapping under "keys"; nil if there is none.
func keysNode(text []byte) *yaml.Node { return topNode(text, "keys") }

func topNode(text []byte, name string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil || len(doc.Content) == 0 {
		return nil
	}
	root := doc.Content[0]
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == name {
			return root.Content[i+1]
		}
	}
	return nil
}
