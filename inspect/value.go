package inspect

import (
	"bytes"
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
}

// longestShown is how many bytes of a value, or of what was said, a page shows.
const longestShown = 2000

func (t *teller) shown(key string, v any) shown {
	if t.keys.sensitive(key) {
		if !t.reveal {
			return shown{Hidden: true}
		}
		t.revealed(key)
	}
	return cut(spaced(text(v)))
}

// cut keeps the first part of a long text, whatever holds it: a page is never of its size.
func cut(t string) shown {
	if len(t) <= longestShown {
		return shown{Text: t}
	}
	end := longestShown
	for end > 0 && !utf8.RuneStart(t[end]) {
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
func text(v any) string {
	out := strings.Builder{}
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(out.String())
}

// spaced is JSON in one line with blanks, so that lines can be broken.
func spaced(compact string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(compact), "", "") != nil {
		return compact
	}
	return strings.NewReplacer("{\n", "{", "[\n", "[", "\n}", "}", "\n]", "]", "\n", " ").Replace(out.String())
}
