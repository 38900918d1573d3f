package jsontext

import "time"

// Writer writes JSON piece by piece. Fields of an object get their commas
// automatically. After an error the text is worthless.
type Writer struct {
	Text []byte
	Err  error // the first
}

// Open begins an object.
func (w *Writer) Open() { w.Text = append(w.Text, '{') }

// Close ends an object.
func (w *Writer) Close() { w.Text = append(w.Text, '}') }

// Field begins a field whose name needs no escaping.
func (w *Writer) Field(name string) {
	w.comma()
	w.Text = append(w.Text, '"')
	w.Text = append(w.Text, name...)
	w.Text = append(w.Text, '"', ':')
}

// Key begins a field of any name.
func (w *Writer) Key(name string) {
	w.comma()
	w.String(name)
	w.Text = append(w.Text, ':')
}

// comma separates a field from the one before it, if there is one.
func (w *Writer) comma() {
	if w.Text[len(w.Text)-1] != '{' {
		w.Text = append(w.Text, ',')
	}
}

// List writes a list of n items.
func (w *Writer) List(n int, item func(int)) {
	w.Text = append(w.Text, '[')
	for i := range n {
		if i > 0 {
			w.Text = append(w.Text, ',')
		}
		item(i)
	}
	w.Text = append(w.Text, ']')
}

// String writes a string.
func (w *Writer) String(s string) { w.keep(AppendText(w.Text, s)) }

// Raw writes text that is JSON already.
func (w *Writer) Raw(text string) { w.Text = append(w.Text, text...) }

// Any writes a value in normal form.
func (w *Writer) Any(value any) { w.keep(AppendValue(w.Text, value)) }

// Time writes a field that holds a time, as encoding/json does.
func (w *Writer) Time(name string, t time.Time) {
	w.Field(name)
	w.Text = append(w.Text, '"')
	w.keep(t.AppendText(w.Text))
	w.Text = append(w.Text, '"')
}

func (w *Writer) keep(b []byte, err error) {
	if err != nil {
		if w.Err == nil {
			w.Err = err
		}
		return
	}
	w.Text = b
}
