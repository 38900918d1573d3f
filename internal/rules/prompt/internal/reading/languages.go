package reading

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
)

// Shown is how ADK in each language shows a value, in the order of their names in languages.
type Shown struct {
	What    string
	by      [3]string
	Instead string // what to show that all languages show alike
}

var languages = [3]struct{ id, name string }{{"go", "Go"}, {"python", "Python"}, {"javascript", "JavaScript"}}

const aText = "show a key of type string, which the code sets to what the prompt should say"

// What the languages show of names, and of what is not a text.
var (
	ShownName = Shown{
		"a name that is not ASCII", [3]string{"looked up", "looked up", "text"},
		"name the key with ASCII letters",
	}
	ShownArtifact = Shown{
		"an artifact", [3]string{"its text", "the whole Part", "[object Object]"},
		"put its text into a key of type string",
	}
	ShownNull = Shown{
		"a key that was cleared", [3]string{"empty", "empty", "null"},
		"set it to an empty text instead of clearing it, or leave it out of prompts",
	}
	ShownEscaped = Shown{
		"a placeholder after a dollar or a backslash", [3]string{"its value", "text since 2.10", "its value"},
		"put a space between them if the value is meant, and use other brackets if it is not",
	}
	shownBool  = Shown{"true", [3]string{"true", "True", "true"}, aText}
	shownInt   = Shown{"1000000, once a database has stored it,", [3]string{"1e+06", "1000000", "1000000"}, aText}
	shownFloat = Shown{"3.0", [3]string{"3", "3.0", "3"}, aText}
	shownList  = Shown{"a list", [3]string{"[a b]", "['a', 'b']", "a,b"}, aText}
	shownMap   = Shown{"an object", [3]string{"map[k:v]", "{'k': 'v'}", "[object Object]"}, aText}
)

// ShownAs is how values of a key are shown that are not texts.
func ShownAs(k *schema.Key) (Shown, bool) {
	if k.Encoding == schema.JSONString {
		return Shown{}, false
	}
	if scalar := k.Type.Kind.Scalar(); scalar != nil {
		s, ok := map[string]Shown{"boolean": shownBool, "integer": shownInt, "number": shownFloat}[scalar.JSON]
		return s, ok
	}
	switch k.Type.Kind {
	case schema.List:
		return shownList, true
	case schema.Enum:
		return Shown{}, false
	}
	return shownMap, true
}

// Differences says what each of some languages shows; nil if all show the same.
func (s Shown) Differences(among []string) []string {
	var shows, values []string
	for i, l := range languages {
		if slices.Contains(among, l.id) {
			shows, values = append(shows, s.by[i]+" in "+l.name), append(values, s.by[i])
		}
	}
	if slices.Sort(values); len(slices.Compact(values)) < 2 {
		return nil
	}
	return shows
}
