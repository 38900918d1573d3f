package value

import "github.com/seed92179c4c/stategen/runtime/internal/jsontext"

// Encode returns a value in normal form (see Normalize) as JSON. Equal values give
// equal bytes: fields are sorted. A float64 always shows a fraction or an exponent,
// so that Decode tells 5.0 from 5.
func Encode(value any) ([]byte, error) { return jsontext.AppendValue(nil, value) }

// Decode returns the value that JSON text represents, in normal form: what Encode
// wrote comes back exactly. It accepts what encoding/json does.
func Decode(text []byte) (any, error) { return jsontext.Decode(string(text)) }
