package value

import (
	"fmt"
	"log/slog"

	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
)

// Format prints the keys that change, with any verb. To see the values, convert
// the delta to a map[string]any.
func (d Delta) Format(f fmt.State, _ rune) { keylist.Print(f, d.String()) }

// String is what Format prints.
func (d Delta) String() string { return "Delta" + keylist.OfMap(d) }

// LogValue is String.
func (d Delta) LogValue() slog.Value { return slog.StringValue(d.String()) }

// String shows kind and operand, such as "sum 1", for logs and timelines. It
// does not hide anything: whoever prints operations on sensitive keys must.
func (o Op) String() string {
	operand, err := Normalize("", o.Operand)
	if err != nil {
		return o.Kind.String() + " ?"
	}
	text, err := Encode(operand)
	if err != nil {
		return o.Kind.String() + " ?"
	}
	return o.Kind.String() + " " + string(text)
}
