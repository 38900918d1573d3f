package diag

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Baseline is the findings that a project had when it began to use the checker. They no
// longer fail a run, so that new ones stand out. A finding is identified by its
// rule, file and arguments, not by its line, which edits above it move, nor by its
// words; one without arguments by its message.
type Baseline []BaselineEntry

// BaselineEntry represents a number of findings that look alike.
type BaselineEntry struct {
	ID      string   `json:"id"`
	File    string   `json:"file"`
	Args    jsonArgs `json:"args,omitempty"`
	Message string   `json:"message"`
	Count   int      `json:"count"`
	Reason  string   `json:"reason,omitempty"` // why it is accepted; may be empty
}

func (e BaselineEntry) compare(o BaselineEntry) int {
	return cmp.Or(cmp.Compare(e.File, o.File), cmp.Compare(e.ID, o.ID),
		cmp.Compare(fmt.Sprint(e.Args), fmt.Sprint(o.Args)), cmp.Compare(e.Message, o.Message))
}

// covers reports whether an entry is about findings such as another one's. Older entries have no arguments.
func (e BaselineEntry) covers(o BaselineEntry) bool {
	if e.ID != o.ID || e.File != o.File {
		return false
	}
	if len(e.Args) == 0 {
		return e.Message == o.Message
	}
	return maps.Equal(e.Args, o.Args)
}

func entryOf(d Diagnostic) BaselineEntry {
	return BaselineEntry{ID: d.ID, File: d.Span.File, Args: argsOf(d.Args), Message: d.Message, Count: 1}
}

// NewBaseline returns the baseline of findings, sorted.
func NewBaseline(list List) Baseline {
	all := make(Baseline, len(list))
	for i, d := range list {
		all[i] = entryOf(d)
	}
	slices.SortFunc(all, BaselineEntry.compare)
	merged := Baseline{}
	for _, e := range all {
		if n := len(merged); n > 0 && merged[n-1].covers(e) {
			merged[n-1].Count++
		} else {
			merged = append(merged, e)
		}
	}
	return merged
}

// WithReasons returns the baseline with the reasons of another one, where that has
// the same finding, and else with one reason for all.
func (b Baseline) WithReasons(known Baseline, reason string) Baseline {
	reasoned := slices.Clone(b)
	for i, e := range reasoned {
		reasoned[i].Reason = reason
		if j := slices.IndexFunc(known, func(k BaselineEntry) bool { return k.covers(e) }); j >= 0 && known[j].Reason != "" {
			reasoned[i].Reason = known[j].Reason
		}
	}
	return reasoned
}

// Filter returns the findings that the baseline does not cover, and what the
// baseline covers although it is no longer found. Of findings that look alike
// the first ones are covered.
func (b Baseline) Filter(list List) (left List, stale Baseline) {
	rest := slices.Clone(b)
	for _, d := range list {
		e := entryOf(d)
		i := slices.IndexFunc(rest, func(r BaselineEntry) bool { return r.Count > 0 && r.covers(e) })
		if i < 0 {
			left = append(left, d)
			continue
		}
		rest[i].Count--
	}
	return left, slices.DeleteFunc(rest, func(e BaselineEntry) bool { return e.Count <= 0 })
}

// WriteBaseline writes a baseline as JSON, one entry a line, so that version
// control shows what changed. It returns the first error of w.
func WriteBaseline(w io.Writer, b Baseline) error {
	var out bytes.Buffer
	out.WriteString("[")
	for i, e := range b {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n  ")
		out.Write(line)
	}
	out.WriteString("\n]\n")
	_, err := w.Write(out.Bytes())
	return err
}

// ReadBaseline reads what WriteBaseline wrote. Fields that it doesn't know are
// an error, since the file may be another tool's.
func ReadBaseline(r io.Reader) (Baseline, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var b Baseline
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("not a baseline of stategen: %w", err)
	}
	return b, nil
}
