package diag

import (
	"bytes"
	"cmp"
	"slices"
)

// Fixed is what ApplyFixes made of files.
type Fixed struct {
	Files map[string][]byte // new text of each file that changed, by name
	Left  List              // findings that were not fixed
	Done  List              // the others, each with the one fix that was carried out
}

// ApplyFixes carries out the first certain fix of each finding, in their order,
// and no suggestion. A fix is carried out whole or not at all: not if an edit
// of it overlaps one that was taken before, or has no place in sources. Two
// findings with the same edits are fixed by one. Neither argument is changed.
func ApplyFixes(list List, sources Sources) Fixed {
	taken := map[string][]Edit{} // by file
	var left, done List
	for _, d := range list {
		i := slices.IndexFunc(d.Fixes, func(f Fix) bool { return f.Certain })
		if i < 0 || !fits(d.Fixes[i].Edits, taken, sources) {
			left = append(left, d)
			continue
		}
		d.Fixes = d.Fixes[i : i+1]
		done = append(done, d)
		for _, e := range d.Fixes[0].Edits {
			if file := e.Span.File; !slices.Contains(taken[file], e) {
				taken[file] = append(taken[file], e)
			}
		}
	}
	return Fixed{Files: applyEdits(taken, sources), Left: left, Done: done}
}

// fits reports whether edits can be added to those that were taken.
func fits(edits []Edit, taken map[string][]Edit, sources Sources) bool {
	for _, e := range edits {
		src := sources[e.Span.File]
		if src == nil || e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > len(src.Text) {
			return false
		}
		for _, t := range taken[e.Span.File] {
			if t != e && overlap(t.Span, e.Span) {
				return false
			}
		}
	}
	return len(edits) > 0
}

// overlap reports whether the order of two edits would matter. Two insertions
// at one place overlap.
func overlap(a, b Span) bool {
	if a.File != b.File {
		return false
	}
	return a.Start < b.End && b.Start < a.End || a.Start == b.Start
}

func applyEdits(byFile map[string][]Edit, sources Sources) map[string][]byte {
	files := make(map[string][]byte, len(byFile))
	for name, edits := range byFile {
		slices.SortFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		text := sources[name].Text
		var out bytes.Buffer
		pos := 0
		for _, e := range edits {
			out.Write(text[pos:e.Span.Start])
			out.WriteString(e.NewText)
			pos = e.Span.End
		}
		out.Write(text[pos:])
		files[name] = out.Bytes()
	}
	return files
}
