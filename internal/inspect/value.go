package inspect

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// shown is a value as it may be shown.
type shown struct {
	Text   string // JSON, or nothing
	Hidden bool   // it is sensitive
	Cut    int    // how many bytes more there are
	Whole  string // the address of all of it
	Fold   *shown // of a list or an object that doesn't fit in a line, in many lines
}

// How many bytes a page shows.
const (
	longestSaid   = 20_000 // of what was said in the event that is looked at
	longestShown  = 2000   // of a value that was unfolded, or stands in a prompt
	longestValue  = 600
	longestLine   = 280
	longestFolded = 60
)

// shown is a value, whose whole is at an address.
func (t *teller) shown(key string, v any, whole string, most int) shown {
	if t.keys.sensitive(key) {
		if !t.reveal {
			return shown{Hidden: true}
		}
		t.revealed(key)
	}
	out := cut(text(v), most)
	out.Whole = whole
	return out
}

// folded is a value that opens, if it doesn't fit in a line.
func (s shown) folded(v any) shown {
	switch v.(type) {
	case []any, map[string]any:
		if line := cut(s.Text, longestFolded); line.Cut > 0 && !s.Hidden {
			all := cut(indented(v, "  "), longestShown)
			return shown{Text: line.Text + "…", Cut: all.Cut, Whole: s.Whole, Fold: &all}
		}
	}
	return s
}

// cut keeps the first part of a long text, whatever holds it: a page is never of its size.
func cut(t string, most int) shown {
	end := min(len(t), most)
	for end > 0 && end < len(t) && !utf8.RuneStart(t[end]) {
		end--
	}
	return shown{Text: t[:end], Cut: len(t) - end}
}

// String is the text, with what is missing of it.
func (s shown) String() string {
	if s.Cut == 0 {
		return s.Text
	}
	return fmt.Sprintf("%s… and %d bytes more", s.Text, s.Cut)
}

// text is a value as JSON.
func text(v any) string { return indented(v, "") }

func indented(v any, by string) string {
	out := strings.Builder{}
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", by)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(out.String())
}
