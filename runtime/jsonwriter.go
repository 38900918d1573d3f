package runtime

import "time"

// jsonWriter writes JSON piece by piece. What stands in an object after its
// first field gets its comma by itself. After an error its text is worthless.
type jsonWriter struct {
	b   []byte
	err error // the first
}

func (w *jsonWriter) open()  { w.b = append(w.b, '{') }
func (w *jsonWriter) close() { w.b = append(w.b, '}') }

// field begins a field whose name needs no escaping.
func (w *jsonWriter) field(name string) {
	w.comma()
	w.b = append(w.b, '"')
	w.b = append(w.b, name...)
	w.b = append(w.b, '"', ':')
}

// key begins a field of any name.
func (w *jsonWriter) key(name string) {
	w.comma()
	w.string(name)
	w.b = append(w.b, ':')
}

// comma separates a field from the one before it, if there is one.
func (w *jsonWriter) comma() {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
}

func (w *jsonWriter) list(n int, item func(int)) {
	w.b = append(w.b, '[')
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		item(i)
	}
	w.b = append(w.b, ']')
}

func (w *jsonWriter) string(s string) { w.keep(appendText(w.b, s)) }

// any writes a value in normal form.
func (w *jsonWriter) any(value any) { w.keep(appendValue(w.b, value)) }

// time writes a time as encoding/json does.
func (w *jsonWriter) time(name string, t time.Time) {
	w.field(name)
	w.b = append(w.b, '"')
	w.keep(t.AppendText(w.b))
	w.b = append(w.b, '"')
}

func (w *jsonWriter) keep(b []byte, err error) {
	if err != nil {
		if w.err == nil {
			w.err = err
		}
		return
	}
	w.b = b
}
