package shape

import (
	"regexp"
	"strings"
)

// Fields are fields of other schema languages, with ours that do the
// same; the first that can be in a place is meant.
var Fields = map[string][]string{
	"description": {"doc"}, "desc": {"doc"}, "comment": {"doc"}, "help": {"doc"}, "title": {"doc"},
	"object": {"fields"}, "properties": {"fields"}, "props": {"fields"}, "members": {"fields"}, "struct": {"fields"},
	"values": {"enum"}, "options": {"enum"}, "choices": {"enum"}, "oneOf": {"enum"}, "literal": {"enum"},
	"minimum": {"min"}, "maximum": {"max"}, "regex": {"pattern"}, "regexp": {"pattern"}, "format": {"pattern"},
	"nullable": {"optional"}, "omitempty": {"optional"},
	"initial": {"default"}, "init": {"default"}, "const": {"default"},
	"secret": {"sensitive"}, "private": {"sensitive"}, "reducer": {"merge"},
	"key": {"keys"}, "state": {"keys"}, "variables": {"keys"}, "definitions": {"types"}, "$defs": {"types"},
	"prompts": {"instructions"}, "import": {"include"}, "imports": {"include"}, "output": {"out"},
}

// Plans are fields that this language has in another place or form. They
// are hinted at where the field has no counterpart.
var Plans = map[string]string{
	"enum":       "declare an enum under types, and write its name as the type",
	"values":     "declare an enum under types, and write its name as the type",
	"options":    "declare an enum under types, and write its name as the type",
	"choices":    "declare an enum under types, and write its name as the type",
	"fields":     "declare an object under types, and write its name as the type",
	"properties": "declare an object under types, and write its name as the type",
	"object":     "declare an object under types, and write its name as the type",
	"items":      `write the type of the items into type, such as "[]string"`,
	"type":       "remove it: enum, fields or go_type says what the type is",
	"default":    "remove it: a field of an object has no default, but the key that holds it can have one",
	"merge":      "remove it: only a whole key is merged",
	"sensitive":  "remove it: only a whole key is sensitive",
}

// Values are words for the values of fields that allow a few.
var Values = map[string]string{
	"warn": "warning", "info": "warning", "err": "error", "fail": "error",
	"no": "off", "false": "off", "none": "off", "ignore": "off", "disable": "off", "disabled": "off", "silent": "off",
	"global": "app", "shared": "app", "application": "app", "local": "session", "tmp": "temp", "temporary": "temp", "invocation": "temp",
	"add": "sum", "increment": "sum", "counter": "sum", "concat": "append", "extend": "append", "push": "append", "set": "union",
	"replace": "last", "overwrite": "last", "json": "json-string", "adk/v2": "adk", "google-adk": "adk", "curly": "brace", "braces": "brace",
}

// types are names that other languages use for our types.
var types = map[string]string{
	"str": "string", "text": "string", "char": "string", "varchar": "string", "uuid": "string", "url": "string", "email": "string",
	"boolean": "bool", "bit": "bool",
	"integer": "int", "int8": "int", "int16": "int", "int32": "int", "uint": "int", "uint8": "int", "uint16": "int", "uint32": "int",
	"uint64": "int64", "long": "int64", "bigint": "int64",
	"number": "float", "float32": "float", "float64": "float", "double": "float", "decimal": "float", "real": "float",
	"datetime": "time", "date": "time", "timestamp": "time", "time.time": "time",
	"timedelta": "duration", "interval": "duration", "time.duration": "duration",
	"byte": "bytes", "[]byte": "bytes", "blob": "bytes", "binary": "bytes",
	"any": "json", "interface{}": "json", "map[string]any": "json", "map[string]interface{}": "json", "unknown": "json",
}

const (
	listHint   = `write []T with the type of the items, such as "[]string"`
	mapHint    = `write map[string]T with the type of the values, such as "map[string]int"`
	objectHint = "declare an object with its fields under types and write its name, or write json"
	enumHint   = "declare an enum with its values under types, and write its name"
	nullHint   = "a ? after a type means that there may be no value"
)

// Kinds are names of kinds of types that are written differently here.
var Kinds = map[string]string{
	"list": listHint, "array": listHint, "slice": listHint, "set": listHint, "tuple": listHint, "sequence": listHint, "vector": listHint,
	"dict": mapHint, "map": mapHint, "mapping": mapHint, "hash": mapHint, "record": mapHint, "map[string]": mapHint,
	"object": objectHint, "struct": objectHint, "class": objectHint,
	"enum": enumHint, "union": enumHint, "literal": enumHint,
	"null": nullHint, "none": nullHint, "nil": nullHint, "optional": nullHint,
}

// forms are types as other languages write them. The first group is
// what they are made of.
var forms = []struct {
	form *regexp.Regexp
	ours string
}{
	{regexp.MustCompile(`(?i)^(?:list|array|slice|set|sequence)\s*[\[<(](.+)[\]>)]$`), "[]%"},
	{regexp.MustCompile(`(?i)^(?:dict|map|mapping|record)\s*[\[<(]\s*(?:str|string)\s*,\s*(.+)[\]>)]$`), "map[string]%"},
	{regexp.MustCompile(`(?i)^optional\s*[\[<(](.+)[\]>)]$`), "%?"},
	{regexp.MustCompile(`(?i)^(.+?)\s*\|\s*(?:null|none|nil|undefined)$`), "%?"},
	{regexp.MustCompile(`^\*(.+)$`), "%?"},
	{regexp.MustCompile(`^([\pL\w.]+)\[\]$`), "[]%"},
	{regexp.MustCompile(`^\[([\pL\w.]+)\]$`), "[]%"},
	{regexp.MustCompile(`^\[\d+\](.+)$`), "[]%"},
	{regexp.MustCompile(`^\?(.+)$`), "%?"},
}

const longest = 100 // bytes of a type that is looked for among others' forms

// WellFormed is a type as ours are written.
var WellFormed = regexp.MustCompile(`^(?:\[\]|map\[string\])*\pL[\pL\pN_]*$`)

// Type returns a type of another language as ours.
func Type(text string) (string, bool) {
	if ours, ok := types[strings.ToLower(text)]; ok {
		return ours, true
	}
	if len(text) > longest || WellFormed.MatchString(text) {
		return "", false
	}
	for _, o := range forms {
		if m := o.form.FindStringSubmatch(text); m != nil {
			elem := strings.TrimSpace(m[1])
			if ours, ok := Type(elem); ok {
				elem = ours
			}
			return strings.Replace(o.ours, "%", elem, 1), WellFormed.MatchString(elem)
		}
	}
	return "", false
}
