package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
)

// lines writes a key as it stands under "keys:": its comment, then itself.
func (k *Key) lines() []string {
	lines := comment(k.origin())
	for _, d := range k.doubts {
		lines = append(lines, comment("Check: "+d+".")...)
	}
	return append(lines, quoteKey(k.wireName())+": "+k.declaration())
}

func (k *Key) wireName() string { return k.scope.Key(k.name) }

// declaration is the short form if type and optional are all there is to say.
func (k *Key) declaration() string {
	fields := k.fields()
	switch {
	case len(fields) == 1 && k.typ.base != goType:
		return quoteType(k.typ.String())
	case len(fields) == 2 && k.optional && k.typ.base != goType:
		return quoteType(k.typ.String() + "?")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func (k *Key) fields() []string {
	fields := []string{"type: " + quoteType(k.typ.String())}
	if k.typ.base == goType {
		fields[0] = "go_type: " + k.typ.path + "." + k.typ.name
	}
	if k.odd {
		fields = append(fields, "scope: "+k.scope.String())
	}
	if k.json {
		fields = append(fields, "encoding: json-string")
	}
	if k.optional {
		fields = append(fields, "optional: true")
	}
	if k.fallback != "" {
		fields = append(fields, "default: "+k.fallback)
	}
	if k.byModel {
		fields = append(fields, "written_by: [model]")
	}
	if k.goName != "" {
		fields = append(fields, "go_name: "+k.goName)
	}
	return fields
}

var verbs = []struct {
	kind source.UseKind
	text string
}{
	{source.Set, "written at"}, {source.Output, "output key at"}, {source.Clear, "cleared at"},
	{source.Get, "read at"}, {source.Placeholder, "in an instruction at"}, {stored, "stored in"},
}

const mostPlaces = 6 // of one kind in a comment

// origin says where a key was met: "Written at a.go:3; read at b.go:5."
func (k *Key) origin() string {
	var parts []string
	for _, v := range verbs {
		places := k.places[v.kind]
		if len(places) == 0 {
			continue
		}
		shown := strings.Join(places[:min(len(places), mostPlaces)], ", ")
		if more := len(places) - mostPlaces; more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, v.text+" "+shown)
	}
	s := strings.Join(parts, "; ") + "."
	return strings.ToUpper(s[:1]) + s[1:]
}

const commentWidth = 96

// comment breaks a text into lines.
func comment(text string) []string {
	var lines []string
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentWidth && line != "#" {
			lines, line = append(lines, line), "#"
		}
		line += " " + word
	}
	return append(lines, line)
}

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z0-9_]+)*$`)

var yamlWords = strings.Fields("y Y yes Yes YES n N no No NO true True TRUE " +
	"false False FALSE on On ON off Off OFF null Null NULL")

func quoteKey(key string) string {
	if plainKey.MatchString(key) && !slices.Contains(yamlWords, key) {
		return key
	}
	return quoteYAML(key)
}

func quoteType(t string) string {
	if strings.ContainsAny(t, "[]") {
		return quoteYAML(t)
	}
	return t
}

// quoteYAML writes a string in double quotes, with the escapes that Go and
// YAML share.
func quoteYAML(s string) string { return strconv.QuoteToGraphic(s) }
