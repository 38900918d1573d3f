package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// TestTypeTable holds the table of types in schema.md to what setters store,
// to what instructions show, and to the getters that are generated.
func TestTypeTable(t *testing.T) {
	text, err := os.ReadFile("schema.md")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2030, 1, 31, 9, 0, 0, 0, time.FixedZone("", 3600))
	for _, c := range []typeRow{
		row("string", "string", "Bern", typed.FromString),
		row("bool", "bool", true, typed.FromBool),
		row("int", "int", 42, typed.FromInt),
		row("int64", "int64", 42, typed.FromInt64),
		row("float", "float64", 1.5, typed.FromFloat),
		row("time", "time.Time", at, typed.FromTime),
		row("duration", "time.Duration", 90*time.Minute, typed.FromDuration),
		row("bytes", "[]byte", []byte("hello"), typed.FromBytes),
		row[any]("json", "any", map[string]any{"a": []any{1, nil}}, typed.FromJSON),
		row("[]string", "[]string", []string{"12A", "12B"}, func(v []string) (any, error) { return typed.FromList(v, typed.FromString) }),
		row("map[string]int", "map[string]int", map[string]int{"a": 1}, func(v map[string]int) (any, error) { return typed.FromMap(v, typed.FromInt) }),
	} {
		if c.err != nil {
			t.Fatal(c.err)
		}
		stored, err := runtime.EncodeValue(c.value)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := instruction.Render(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("| `%s` | `%s` | `%s` | `%s` |\n", c.typ, c.goType, stored, shown); !strings.Contains(string(text), want) {
			t.Errorf("schema.md lacks the row %s", want)
		}
		files, list := generate(t, page{}, block{text: fmt.Sprintf("keys:\n  x: %q\n", c.typ)})
		if len(list) > 0 {
			t.Fatal(messages(list))
		}
		generated := known{}
		for _, f := range files {
			generated.add(string(f.Content))
		}
		if getter := "func (r *Reader) X() (" + c.goType + ", error)"; !generated[getter] {
			t.Errorf("%s: nothing generated is %s", c.typ, getter)
		}
	}
}

// typeRow is what a setter of a type stores for a value.
type typeRow struct {
	typ, goType string
	value       any
	err         error
}

func row[T any](typ, goType string, value T, from func(T) (any, error)) typeRow {
	stored, err := from(value)
	return typeRow{typ, goType, stored, err}
}
