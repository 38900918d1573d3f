package textbuf_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/textbuf"
)

func TestTextbuf(t *testing.T) {
	var buf []byte
	for _, text := range []string{"", "a", "", "bc", strings.Repeat("long ", 100), "é"} {
		before := string(buf)
		if buf = textbuf.Append(buf, text); string(buf) != before+text {
			t.Fatalf("%q and %q make %q", before, text, buf)
		}
	}
	if got := textbuf.String(buf); got != string(buf) {
		t.Errorf("String: %q, want %q", got, buf)
	}
	if got := textbuf.String(nil); got != "" {
		t.Errorf("String of nothing: %q", got)
	}
}

// A hundred long texts cost a handful of allocations, and the text itself none.
func TestAllocations(t *testing.T) {
	text := strings.Repeat("long ", 100)
	kept := ""
	got := testing.AllocsPerRun(10, func() {
		buf := make([]byte, 0, 64)
		for range 100 {
			buf = textbuf.Append(buf, text)
		}
		kept = textbuf.String(buf)
	})
	if len(kept) != 100*len(text) || got > 8 {
		t.Errorf("%.0f allocations for %d bytes", got, len(kept))
	}
}
