package draw

import (
	"io/fs"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/schema/load"
)

// Schema is a schema that can be changed.
type Schema struct {
	Version      int                     `yaml:"version"`
	Package      string                  `yaml:"package,omitempty"`
	Targets      []string                `yaml:"targets,omitempty"`
	Dialect      string                  `yaml:"dialect,omitempty"`
	Placeholders []string                `yaml:"placeholders,omitempty"`
	Foreign      []string                `yaml:"foreign,omitempty"`
	Include      []any                   `yaml:"include,omitempty"`
	Types        map[string]*Type        `yaml:"types,omitempty"`
	Keys         map[string]*Decl        `yaml:"keys"`
	Removed      []any                   `yaml:"removed,omitempty"`
	Instructions map[string]*Instruction `yaml:"instructions,omitempty"`
	imported     map[string]*Type        // of a schema that is included
}

// Type is an enum or an object.
type Type struct {
	Doc    string           `yaml:"doc,omitempty"`
	Enum   []Value          `yaml:"enum,omitempty,flow"` // in one line, since yaml.v3 can't read all lists that it writes
	Fields map[string]*Decl `yaml:"fields,omitempty"`
}

// Value is a value of an enum.
type Value struct {
	Value       string   `yaml:"value"`
	GoName      string   `yaml:"go_name,omitempty"`
	Doc         string   `yaml:"doc,omitempty"`
	RenamedFrom []string `yaml:"renamed_from,omitempty"`
}

// plainValue is a Value that is always written in full.
type plainValue Value

// MarshalYAML writes a value without properties as a word.
func (v Value) MarshalYAML() (any, error) {
	if v.GoName == "" && v.Doc == "" && len(v.RenamedFrom) == 0 {
		return v.Value, nil
	}
	return plainValue(v), nil
}

// UnmarshalYAML reads a word as well.
func (v *Value) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		v.Value = n.Value
		return nil
	}
	return n.Decode((*plainValue)(v))
}

// Decl is the declaration of a key or a field.
type Decl struct {
	Type        string         `yaml:"type,omitempty"`
	GoType      string         `yaml:"go_type,omitempty"`
	Limits      map[string]any `yaml:",inline"`
	Merge       string         `yaml:"merge,omitempty"`
	Encoding    string         `yaml:"encoding,omitempty"`
	Optional    bool           `yaml:"optional,omitempty"`
	Default     any            `yaml:"default,omitempty"`
	Scope       string         `yaml:"scope,omitempty"`
	Sensitive   bool           `yaml:"sensitive,omitempty"`
	Client      string         `yaml:"client,omitempty"`
	Doc         string         `yaml:"doc,omitempty"`
	Deprecated  string         `yaml:"deprecated,omitempty"`
	GoName      string         `yaml:"go_name,omitempty"`
	WrittenBy   []string       `yaml:"written_by,omitempty"`
	RenamedFrom []string       `yaml:"renamed_from,omitempty"`
	RenamedTo   string         `yaml:"renamed_to,omitempty"`
	Was         []Was          `yaml:"was,omitempty"`
}

// Was is an earlier declaration.
type Was struct {
	Key      string            `yaml:"key,omitempty"`
	Type     string            `yaml:"type,omitempty"`
	Encoding string            `yaml:"encoding,omitempty"`
	Values   map[string]string `yaml:"values,omitempty"`
	Convert  string            `yaml:"convert,omitempty"`
	Else     string            `yaml:"else,omitempty"`
}

// Instruction is an instruction in a schema.
type Instruction struct {
	Text   string `yaml:"text"`
	Doc    string `yaml:"doc,omitempty"`
	GoName string `yaml:"go_name,omitempty"`
}

// String writes the schema, with each declaration on a line.
func (s *Schema) String() string {
	var n yaml.Node
	must(n.Encode(s))
	flow(&n)
	text, err := yaml.Marshal(&n)
	must(err)
	return string(text)
}

// flow puts declarations and lists on one line each.
func flow(n *yaml.Node) {
	if n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode && slices.Contains([]string{"type", "go_type"}, n.Content[0].Value) {
		n.Style = yaml.FlowStyle
		return
	}
	for _, part := range n.Content {
		flow(part)
	}
}

// Clone returns a copy that shares nothing.
func (s *Schema) Clone() *Schema {
	var c Schema
	must(yaml.Unmarshal([]byte(s.String()), &c))
	return &c
}

// Named lists the enums, or the objects.
func (s *Schema) Named(enums bool) []string {
	all := maps.Clone(s.Types)
	maps.Copy(all, s.imported)
	maps.DeleteFunc(all, func(_ string, t *Type) bool { return (t.Enum != nil) != enums })
	return slices.Sorted(maps.Keys(all))
}

// Read serves a schema by its name, and files that a hostile one and the examples of rules name.
func Read(name, text string) load.ReadFile {
	files := map[string]string{"common.yaml": common, "plain.yaml": plain, "prompts/greeter.md": "Hello.\n", name: text}
	return func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
}

// CommonPath is the Go package of common.yaml.
const CommonPath = "example.com/m/commonstate"

const (
	common = `
version: 1
package: commonstate
types:
  Shared: {enum: [one, two]}
  Step: {enum: [begin, end]}
  Common: {fields: {shared: Shared, note: {type: string, optional: true, max_length: 9}, next: {type: Common, optional: true}}}
keys:
  common_shared: {type: Shared, default: one}
  common_object: {type: Common, optional: true}
`
	plain = `
version: 1
types:
  Plain: {enum: [yes_please, no_thanks]}
keys:
  plain_key: {type: Plain, optional: true}
`
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}
