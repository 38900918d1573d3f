package inspect

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// shown is a value as it may be shown.
type shown struct {
	Text   string // JSON, or nothing
	Hidden bool   // it is sensitive
	Cut    int    // how many bytes more there are
	Whole  string // the address of all of it
	Fold   *node  // of a list or an object that doesn't fit in a line
}

// How many bytes a page shows.
const (
	longestShown  = 2000 // of what was said in the event that is looked at, and of a value in a prompt
	longestValue  = 600
	longestLine   = 280
	longestFolded = 60
	longestText   = 20_000 // of a prompt
)

// shown is a value, whose whole is at an address.
func (t *teller) shown(key string, v any, whole string, most int) shown {
	if t.keys.sensitive(key) {
		if !t.reveal {
			return shown{Hidden: true}
		}
		t.revealed(key)
	}
	out := printed(v, most)
	out.Whole = whole
	return out
}

// cut keeps the first part of a long text, whatever holds it: a page is never of its size.
func cut(t string, most int) shown {
	p := printer{room: most}
	p.put(t)
	return p.shown()
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

// printed is a value as JSON in one line, with blanks so that it can be broken, and cut.
func printed(v any, most int) shown {
	p := printer{room: most}
	p.value(v)
	return p.shown()
}

// printer keeps the first part of what is put into it, and counts the rest without making it.
type printer struct {
	strings.Builder
	room, more int
}

func (p *printer) shown() shown { return shown{Text: p.String(), Cut: p.more} }

func (p *printer) put(t string) {
	end := len(t)
	if end > p.room {
		for end = p.room; end > 0 && !utf8.RuneStart(t[end]); end-- {
		}
		p.room = end
	}
	p.WriteString(t[:end])
	p.room -= end
	p.more += len(t) - end
}

func (p *printer) value(v any) {
	switch x := v.(type) {
	case string:
		p.text(x)
	case []any:
		p.put("[")
		for i, one := range x {
			p.comma(i)
			p.value(one)
		}
		p.put("]")
	case map[string]any:
		p.put("{")
		for i, key := range slices.Sorted(maps.Keys(x)) {
			p.comma(i)
			p.text(key)
			p.put(": ")
			p.value(x[key])
		}
		p.put("}")
	default:
		p.put(text(v))
	}
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.put(", ")
	}
}

// text puts a string as JSON, made of so much of it as there is room for.
func (p *printer) text(t string) {
	if len(t) <= p.room {
		p.put(text(t))
		return
	}
	end := p.room
	for end > 0 && !utf8.RuneStart(t[end]) {
		end--
	}
	p.put(strings.TrimSuffix(text(t[:end]), `"`))
	p.more += len(t) - end + 1
	p.room = 0
}

// node is a part of a value that can be folded.
type node struct {
	Key   string // with a colon; empty: it has none
	Text  string // of a part without parts, or the beginning of all
	Nodes []node
	More  int // parts that are not shown
}

// mostNodes is how many parts of a value a page shows.
const mostNodes = 100

// folded is a list or an object by its parts; nil: it fits in a line.
func folded(v any) *node {
	if printed(v, longestFolded).Cut == 0 {
		return nil
	}
	switch v.(type) {
	case []any, map[string]any:
		left := mostNodes
		n := nodeOf("", v, &left)
		return &n
	}
	return nil
}

// ended is what is shown, and a mark if that isn't all.
func ended(s shown) string {
	if s.Cut > 0 {
		return s.Text + "…"
	}
	return s.Text
}

func nodeOf(key string, v any, left *int) node {
	line := printed(v, longestFolded)
	n := node{Key: key, Text: ended(line)}
	if line.Cut == 0 {
		return n
	}
	part := func(key string, v any) {
		if *left--; *left < 0 {
			n.More++
			return
		}
		n.Nodes = append(n.Nodes, nodeOf(key, v, left))
	}
	switch x := v.(type) {
	case []any:
		for _, one := range x {
			part("", one)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			part(ended(cut(text(name), longestFolded))+": ", x[name])
		}
	default:
		n.Text = printed(v, longestLine).String()
	}
	return n
}
