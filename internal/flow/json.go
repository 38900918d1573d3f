package flow

import (
	"encoding/json"
	"fmt"
	"io"
)

// String is "file:line:column".
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// MarshalText is String, in JSON.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// MarshalText is String, in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText is String, in JSON.
func (k EdgeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// JSON writes the whole graph, places included.
func (g *Graph) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(g)
}
