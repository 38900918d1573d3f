package reference

import (
	"fmt"
	"strings"
)

// Markdown returns the pages by their paths: one for all, or with split a folder of one
// per key besides "README.md".
func (r *Reference) Markdown(split bool) map[string][]byte {
	w := &markdown{Reference: r, split: split}
	files := map[string][]byte{readme: w.page()}
	if !split {
		return files
	}
	for _, k := range r.Keys() {
		one := &markdown{Reference: r, split: true, one: true}
		one.line("%s\n\n[%s](%s)\n", mark, plain(r.Title), readme)
		one.key(k, 1)
		files[k.Anchor+".md"] = one.bytes()
	}
	return files
}

const readme = "README.md"

// mark says who wrote a page of Markdown, and generatedBy who wrote one of HTML.
const (
	mark        = "<!-- Written by stategen docs. -->"
	generatedBy = `<meta name="generator" content="stategen docs">`
)

// IsPage reports whether a text is a page that this package wrote.
func IsPage(text []byte) bool {
	return strings.HasPrefix(string(text), mark) || strings.Contains(string(text[:min(len(text), 300)]), generatedBy)
}

// markdown writes a page.
type markdown struct {
	*Reference
	out   strings.Builder
	split bool
	one   bool // the page is that of one key
}

func (w *markdown) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

func (w *markdown) bytes() []byte { return []byte(strings.TrimRight(w.out.String(), "\n") + "\n") }

func (w *markdown) page() []byte {
	w.line("%s\n", mark)
	w.line("# %s\n\n%s Declared in %s.", plain(w.Title), w.Summary, link(w.File))
	for _, s := range w.Sections {
		w.line("\n## %s\n\n%s\n", s.Title, s.Lead)
		w.table(s.Keys)
		if w.split {
			continue
		}
		for _, k := range s.Keys {
			w.line("")
			w.key(k, 3)
		}
	}
	w.matrix()
	w.open()
	w.types()
	if len(w.Removed) > 0 {
		w.line("\n## Removed\n")
		for _, gone := range w.Removed {
			w.line("- %s%s", code(gone.Key), after(": ", plain(gone.Doc)))
		}
	}
	return w.bytes()
}

// table is an overview of keys.
func (w *markdown) table(keys []*Key) {
	w.line("| Key | Type | What it is |\n| --- | --- | --- |")
	for _, k := range keys {
		w.line("| [%s](%s) | %s | %s |", cell(k.Name), w.keyLink(k), w.typ(k.Type), plain(k.Doc))
	}
}

func (w *markdown) keyLink(k *Key) string {
	if w.split {
		return k.Anchor + ".md"
	}
	return "#" + k.Anchor
}

func (w *markdown) typ(t TypeText) string {
	switch {
	case t.Anchor == "":
		return code(t.Text)
	case w.one:
		return fmt.Sprintf("[%s](%s#%s)", code(t.Text), readme, t.Anchor)
	}
	return fmt.Sprintf("[%s](#%s)", code(t.Text), t.Anchor)
}

func (w *markdown) key(k *Key, level int) {
	w.line("<a id=\"%s\"></a>\n\n%s %s\n", k.Anchor, strings.Repeat("#", level), code(k.Name))
	w.line("%s%s", w.typ(k.Type), after(" · ", strings.Join(k.Badges, " · ")))
	if k.Doc != "" {
		w.line("\n%s", plain(k.Doc))
	}
	if k.Deprecated != "" {
		w.line("\n**Deprecated.** %s", plain(k.Deprecated))
	}
	w.line("")
	for _, f := range k.Facts {
		w.line("- %s", f.markdown())
	}
	if k.Getter != "" {
		w.line("- In Go: %s", code(k.Getter))
	}
	if k.Declared.Text != "" {
		w.line("- Declared: %s", link(k.Declared))
	}
	w.uses("Changed by", k.Changed)
	w.uses("Read by", k.Read)
}

func (f Fact) markdown() string {
	if f.Code {
		return f.Name + ": " + code(f.Text)
	}
	return f.Name + ": " + plain(f.Text)
}

func (w *markdown) uses(title string, uses []Use) {
	if len(uses) == 0 {
		w.line("- %s: nobody, as far as source shows", title)
		return
	}
	w.line("- %s:", title)
	for _, u := range uses {
		w.line("  - %s", w.use(u))
	}
}

func (w *markdown) use(u Use) string {
	how := u.How
	if u.Maybe {
		how += " perhaps"
	}
	var places []string
	for _, p := range u.Places {
		places = append(places, link(p))
	}
	return w.by(u.By) + " " + how + after(": ", strings.Join(places, ", "))
}

func (w *markdown) open() {
	if len(w.Open) == 0 {
		return
	}
	w.line("\n<a id=\"open\"></a>\n\n## Not seen\n\n%s\n", notSeen)
	for _, u := range w.Open {
		w.line("- %s", w.use(u))
	}
}

func (w *markdown) matrix() {
	if !w.Matrix.Shown() {
		return
	}
	var letters []string
	for _, l := range Letters() {
		letters = append(letters, fmt.Sprintf("**%s** %s", l.Letter, l.Word))
	}
	w.line("\n<a id=\"matrix\"></a>\n\n## Who does what\n\n%s.", strings.Join(letters, ", "))
	var head, rule strings.Builder
	for _, c := range w.Matrix.Columns {
		fmt.Fprintf(&head, " %s |", plain(c.Name))
		rule.WriteString(" :-: |")
	}
	w.line("\n| Key |%s\n| --- |%s", head.String(), rule.String())
	for _, row := range w.Matrix.Rows {
		w.line("| [%s](%s) | %s |", cell(row.Key.Name), w.keyLink(row.Key), strings.Join(row.Cells, " | "))
	}
}

// by is a unit with the agents that it belongs to.
func (w *markdown) by(u Unit) string {
	return fmt.Sprintf("%s **%s**%s", u.Kind, plain(u.Name), after(" of ", plain(strings.Join(u.Of, ", "))))
}

func (w *markdown) types() {
	if len(w.Types) == 0 {
		return
	}
	w.line("\n## Types")
	for _, t := range w.Types {
		w.line("\n<a id=\"%s\"></a>\n\n### %s\n", t.Anchor, code(t.Name))
		if t.Doc != "" {
			w.line("%s\n", plain(t.Doc))
		}
		for _, m := range append(t.Values, t.Fields...) {
			typ := ""
			if m.Type.Text != "" {
				typ = " " + w.typ(m.Type)
			}
			var facts []string
			for _, f := range m.Facts {
				facts = append(facts, f.markdown())
			}
			w.line("- %s%s%s%s", code(m.Name), typ, after(": ", plain(m.Doc)), after(" · ", strings.Join(facts, " · ")))
		}
	}
}

func link(l Link) string {
	target := strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "%0A").Replace(l.Target)
	return fmt.Sprintf("[%s](<%s>)", plain(l.Text), target)
}

// after is text with what comes before it, if there is any.
func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// plain is text that Markdown shows as it is, in one line.
func plain(text string) string {
	var b strings.Builder
	for _, c := range strings.Join(strings.Fields(text), " ") {
		if c == '<' {
			b.WriteString("&lt;")
			continue
		}
		if strings.ContainsRune("\\`*_{}[]>#|~$!&", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// code is text as code, in one line: between more backticks than it has in a row.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// cell is code in a table, where a bar would end it.
func cell(text string) string { return strings.ReplaceAll(code(text), "|", "\\|") }
