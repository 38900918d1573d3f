package exact

// Thing is a Go type of a user's own, which schemas name by go_type.
type Thing struct {
	Name  string            `json:"name"`
	Count int64             `json:"count,omitempty"`
	Share float64           `json:"share"`
	Parts []string          `json:"parts"`
	Notes map[string]string `json:"notes,omitzero"`
	Raw   []byte            `json:"raw"`
	Next  *Thing            `json:"next"`
}
