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
