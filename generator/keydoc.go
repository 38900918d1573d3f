package generator

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
)

// facts is what each comment says about a key: as a state holds it, its scope,
// and what happens when it isn't set.
func (k *key) facts() string {
	return fmt.Sprintf("%s (%s scope, %s)", quoted(k.Wire()), k.Scope, k.presenceText())
}

func (k *key) presenceText() string {
	switch k.presence() {
	case optional:
		return "optional"
	case required:
		return "required"
	default:
		return "default " + defaultText(k.Default.Data)
	}
}

// defaultText prints a default as the schema would have it, shortened.
func defaultText(data any) string {
	const limit = 60
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(plain(data)); err != nil {
		return fmt.Sprint(data)
	}
	text := []rune(printable(strings.TrimSpace(b.String())))
	if len(text) > limit {
		return string(text[:limit-1]) + "…"
	}
	return string(text)
}

// plain turns a default into what encoding/json prints as the schema does.
func plain(data any) any {
	switch v := data.(type) {
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case time.Duration:
		return v.String()
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plain(item)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, field := range v {
			m[name] = plain(field)
		}
		return m
	}
	return data
}

const (
	withDoc    = true
	withoutDoc = false
)

// comment is the doc comment of a declaration that belongs to the key: what
// it says first, the schema's own words where they are wanted, and the
// deprecation.
func (k *key) comment(says string, doc bool) *jen.Statement {
	text := ""
	if doc {
		text = k.Doc
	}
	return documented(says, text, k.Deprecated)
}

// method is the comment of a method other than a getter. The compiler may not
// inline it: in packages of a thousand keys, the copies of bodies this small
// would take more time than all else. A family's methods are too large anyway.
func (k *key) method(says string) *jen.Statement {
	c := k.comment(says, withoutDoc)
	if !k.isFamily() {
		c.Line().Comment("//").Line().Comment("//go:noinline")
	}
	return c
}

// documented is the doc comment of a declaration: what it is, the schema's own
// words on it, and what to use instead.
func documented(says, doc, deprecated string) *jen.Statement {
	intro, rest, links := userText(doc)
	blocks := append([]block{wrap(says + " " + intro)}, rest...)
	if strings.TrimSpace(deprecated) != "" {
		blocks = append(blocks, wrap("Deprecated: "+printable(deprecated)))
	}
	return blockComment(append(blocks, links...)...)
}

func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

func quoted(text string) string { return strconv.Quote(text) }
