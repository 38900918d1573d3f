package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/source"
)

// TestHugeMatrix: where the table would have too many cells, it is left out.
func TestHugeMatrix(t *testing.T) {
	const count = 600
	var schema strings.Builder
	schema.WriteString("version: 1\npackage: p\nkeys:\n")
	var units []*source.Unit
	for i := range count {
		fmt.Fprintf(&schema, "  key_%d: string?\n", i)
		uses := []source.Use{{Key: fmt.Sprint("key_", i), Kind: source.Set}}
		units = append(units, &source.Unit{Kind: source.Host, Name: fmt.Sprint("main.f", i), Uses: uses})
	}
	r := pages(t, schema.String(), units...)
	html, err := r.HTML(false)
	if err != nil {
		t.Fatal(err)
	}
	text := r.Markdown(false)["README.md"]
	for _, page := range []string{string(html["index.html"]), string(text)} {
		if strings.Contains(page, "Who does what") || len(page) > 2<<20 {
			t.Errorf("%d bytes", len(page))
		}
	}
}
