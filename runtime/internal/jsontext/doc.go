// Package jsontext reads and writes JSON text of values in normal form (see
// runtime/value): faster than encoding/json, and keeping 5.0 and 5 apart. It knows
// no keys and no events; whoever has a layout of fields builds it on Decoder and
// Writer.
package jsontext
