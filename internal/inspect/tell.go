package inspect

import (
	"fmt"
	"io"
	"time"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// teller puts states, events and prompts into words, as far as these may be shown.
type teller struct {
	schema        *schema.Schema // nil: none
	keys          *declared      // what it says of keys
	write, reveal bool
	audit         io.Writer // nil: none
}

// quietly is the same without what the audit would note: nothing of it is shown.
func (t *teller) quietly() *teller { return &teller{schema: t.schema, keys: t.keys} }

// revealed notes that the value of a sensitive key is shown.
func (t *teller) revealed(key string) { t.note("revealed %q", key) }

// note writes a line of the audit.
func (t *teller) note(format string, args ...any) {
	if t.audit != nil {
		fmt.Fprintf(t.audit, "%s "+format+"\n", append([]any{time.Now().UTC().Format(time.RFC3339)}, args...)...)
	}
}

// declared is what the schema says of keys.
type declared struct {
	*schema.Schema
	read *reading.Schema
}

func newDeclared(s *schema.Schema) *declared {
	if s == nil {
		return nil
	}
	return &declared{Schema: s, read: reading.New(s)}
}
