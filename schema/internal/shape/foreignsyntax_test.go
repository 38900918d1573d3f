package shape

import (
	"strings"
	"testing"
)

// TestType holds how types of other languages are written here. Ours, and what is like
// none, have no other form.
func TestType(t *testing.T) {
	for text, want := range map[string]string{
		"str": "string", "Integer": "int", "DateTime": "time", "[]byte": "bytes", "interface{}": "json", "list[str]": "[]string",
		"List<Seat>": "[]Seat", "array( number )": "[]float", "dict[str, list[int64]]": "map[string][]int64", "Map<string, bool>": "map[string]bool",
		"Optional[Seat]": "Seat?", "Seat | null": "Seat?", "*Seat": "Seat?", "Seat[]": "[]Seat", "[Seat]": "[]Seat", "[4]long": "[]int64", "?date": "time?",
		"boolean": "bool", "number": "float", "timestamp": "time", "string | null": "string?", "dict[str, int]": "map[string]int",
		"string": "", "[]Seat": "", "Seat": "", "map[string]int": "", "dict[int, str]": "", "list[a b]": "", "a.b[]": "",
		"list[" + strings.Repeat("x", 94) + "]": "[]" + strings.Repeat("x", 94), "list[" + strings.Repeat("x", 95) + "]": "",
	} {
		got, ok := Type(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s is %q, %v", text, got, ok)
		}
	}
}

// TestWordsAreOurs holds that the words of other languages stand for ours, and that none
// of them means two things.
func TestWordsAreOurs(t *testing.T) {
	for word, ours := range types {
		if !WellFormed.MatchString(ours) || types[ours] != "" || Kinds[word] != "" || word != strings.ToLower(word) {
			t.Errorf("%s is %s", word, ours)
		}
	}
	for kind, like := range map[string]string{"array": "list", "map": "dict", "struct": "object", "union": "enum", "nil": "null"} {
		if Kinds[kind] == "" || Kinds[kind] != Kinds[like] {
			t.Errorf("%s is no %s", kind, like)
		}
	}
	for value, ours := range Values {
		if Values[ours] != "" && Values[ours] != ours {
			t.Errorf("%s is %s, which is %s", value, ours, Values[ours])
		}
	}
}
