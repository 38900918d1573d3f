package diag

import (
	"slices"
	"testing"
)

func TestApplyFixes(t *testing.T) {
	edit := func(start, end int, text string) Edit { return Edit{Span{"f", start, end}, text} }
	finding := func(id string, edits ...Edit) Diagnostic {
		return Diagnostic{ID: id, Span: Span{"f", 0, 1}, Fixes: []Fix{{Edits: edits, Certain: true}}}
	}
	tests := []struct {
		name string
		list List
		want string
		left []string
	}{
		{"none", List{{ID: "a"}}, "", []string{"a"}},
		{"replace, insert, delete", List{finding("a", edit(0, 1, "X")), finding("b", edit(3, 3, "!")), finding("c", edit(5, 6, ""))}, "X12!34", nil},
		{"in any order", List{finding("a", edit(4, 5, "B")), finding("b", edit(1, 2, "A"))}, "0A23B5", nil},
		{"an overlap keeps the first", List{finding("a", edit(1, 4, "x")), finding("b", edit(3, 5, "y"))}, "0x45", []string{"b"}},
		{"neighbours", List{finding("a", edit(1, 2, "x")), finding("b", edit(2, 3, "y"))}, "0xy345", nil},
		{"two insertions at one place", List{finding("a", edit(2, 2, "x")), finding("b", edit(2, 2, "y"))}, "01x2345", []string{"b"}},
		{"the same edit twice", List{finding("a", edit(2, 3, "x")), finding("b", edit(2, 3, "x"))}, "01x345", nil},
		{"whole or not at all", List{finding("a", edit(1, 2, "x")), finding("b", edit(1, 2, "y"), edit(4, 5, "z"))}, "0x2345", []string{"b"}},
		{"a suggestion is left", List{{ID: "a", Fixes: []Fix{{Edits: []Edit{edit(1, 2, "x")}}}}}, "", []string{"a"}},
		{"the certain one of two", List{{ID: "a", Fixes: []Fix{
			{Edits: []Edit{edit(1, 2, "x")}}, {Edits: []Edit{edit(2, 3, "y")}, Certain: true},
		}}}, "01y345", nil},
		{"outside the file", List{finding("a", edit(5, 7, "x")), finding("b", edit(3, 2, "x"))}, "", []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sources := Sources{}
			sources.Add("f", []byte("012345"))
			got := ApplyFixes(tt.list, sources)
			if text := string(got.Files["f"]); text != tt.want {
				t.Errorf("text %q, want %q", text, tt.want)
			}
			var left []string
			for _, d := range got.Left {
				left = append(left, d.ID)
			}
			if !slices.Equal(left, tt.left) {
				t.Errorf("left %q, want %q", left, tt.left)
			}
			if string(sources["f"].Text) != "012345" {
				t.Error("the source changed")
			}
		})
	}
}
