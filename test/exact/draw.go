package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// drawer fills values at random. Those that no store may take are drawn with
// bad only, and noted.
type drawer struct {
	*rand.Rand
	enums   map[reflect.Type][]string
	bad     bool
	refused bool
}

// oneIn is true once in n times.
func (d *drawer) oneIn(n int) bool { return d.IntN(n) == 0 }

// spoil is oneIn for a value that must be refused.
func (d *drawer) spoil() bool {
	if !d.bad || !d.oneIn(4) {
		return false
	}
	d.refused = true
	return true
}

// fill sets v, which is addressable. Depth bounds what may be left out.
func (d *drawer) fill(v reflect.Value, depth int) {
	switch at := v.Addr().Interface().(type) {
	case *time.Time:
		*at = d.time()
	case *time.Duration:
		*at = time.Duration(d.integer())
	case *[]byte:
		*at = []byte(d.bytes())
	case *any:
		*at = d.json(depth)
	case *string:
		*at = d.text()
	case *int:
		*at = int(d.integer())
	case *int64:
		*at = d.integer()
	case *float64:
		*at = d.float()
	case *bool:
		*at = d.oneIn(2)
	case *typed.UnknownFields:
		*at = d.unknown(depth)
	case *Thing:
		d.thing(at, depth)
	default:
		d.compose(v, depth)
	}
}

func (d *drawer) compose(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(d.enum(v.Type()))
	case reflect.Pointer:
		if depth > 0 && !d.oneIn(3) {
			v.Set(reflect.New(v.Type().Elem()))
			d.fill(v.Elem(), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			d.fill(v.Field(i), depth)
		}
	case reflect.Slice:
		n := d.IntN(4)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			d.fill(v.Index(i), depth)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range d.IntN(4) {
			name := reflect.ValueOf(d.text())
			if v.MapIndex(name).IsValid() {
				continue
			}
			item := reflect.New(v.Type().Elem()).Elem()
			d.fill(item, depth)
			v.SetMapIndex(name, item)
		}
	default:
		panic("nothing draws a " + v.Type().String())
	}
}

func (d *drawer) enum(t reflect.Type) string {
	if d.spoil() {
		return "none of them"
	}
	values := d.enums[t]
	return values[d.IntN(len(values))]
}

func (d *drawer) text() string {
	if d.spoil() {
		return []string{"\xff", "a\x00b", "\xed\xa0\x80", "cut \xe2\x82"}[d.IntN(4)]
	}
	texts := []string{
		"", "x", "true", "null", "12", "1e5", "{}", `"`, `\`, `\u0000`, "<&>", "\u2028\u2029", "\x01\x1f\x7f", "日本 😀",
		"e\u0301", "\ufeff", "\ufffd", "\U0010ffff", "'; DROP TABLE events; --", "%s $1 ?", "\r\n\t", strings.Repeat("long ", 300),
	}
	return texts[d.IntN(len(texts))]
}

func (d *drawer) integer() int64 {
	edges := []int64{0, 1<<53 - 1, 1 << 53, 1<<53 + 1, math.MaxInt64}
	n := edges[d.IntN(len(edges))]
	if d.oneIn(2) {
		n = int64(d.Uint64() >> 1 >> d.IntN(63))
	}
	if d.oneIn(2) {
		return -n - int64(d.IntN(2)) // down to the least int64
	}
	return n
}

func (d *drawer) float() float64 {
	if d.spoil() {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[d.IntN(3)]
	}
	edges := []float64{0, 0.1, 1, -5, 1<<53 - 1, 1 << 53, 1 << 60, 1e20, 1e21, 1e-7, math.MaxFloat64, math.SmallestNonzeroFloat64}
	if f := math.Float64frombits(d.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) && d.oneIn(2) {
		return f
	}
	return edges[d.IntN(len(edges))]
}

func (d *drawer) bytes() string {
	b := make([]byte, d.IntN(6))
	for i := range b {
		b[i] = byte(d.Uint32())
	}
	return string(b)
}

// time draws times of years 0 to 9999 in several zones. They come back in UTC.
func (d *drawer) time() time.Time {
	if d.spoil() {
		return time.Date(10000+d.IntN(9), 1, 2, 3, 4, 5, 6, time.UTC)
	}
	zone := []*time.Location{time.UTC, time.Local, time.FixedZone("", 3600*14), time.FixedZone("x", -12345)}[d.IntN(4)]
	return time.Date(1+d.IntN(9998), time.Month(1+d.IntN(12)), d.IntN(31), d.IntN(24), 0, d.IntN(60), d.IntN(1e9), zone)
}

// json draws what encoding/json decodes into an any. Only inside of a value is
// there a null.
func (d *drawer) json(depth int) any {
	switch d.IntN(6) {
	case 0:
		return d.float()
	case 1:
		return d.oneIn(2)
	case 2:
		return d.text()
	}
	if depth == 0 {
		return []any{}
	}
	if d.oneIn(2) {
		return []any{d.json(depth - 1), nil, d.json(depth - 1)}
	}
	return map[string]any{d.text(): d.json(depth - 1), "nothing": nil}
}

// unknown draws the fields of an object that its schema doesn't declare.
func (d *drawer) unknown(depth int) typed.UnknownFields {
	if d.spoil() {
		return []typed.UnknownFields{"{", "[]", "!", `{"x":"\u0000"}`}[d.IntN(4)]
	}
	fields := map[string]any{}
	for range d.IntN(3) {
		fields[fmt.Sprint("unknown ", len(fields), d.text())] = d.json(depth)
	}
	return typed.AsObject(fields, "object").Unknown(nil)
}

// thing draws what encoding/json gives back as it was. A number that other
// readers of JSON would round is none of that.
func (d *drawer) thing(at *Thing, depth int) {
	at.Name, at.Share, at.Raw = d.text(), d.float(), []byte(d.bytes())
	at.Count = d.integer() % (1 << 53)
	if d.spoil() {
		at.Count = (1<<53 + d.Int64N(1<<62)) | 1 // odd, so that no float64 is that number
	}
	d.fill(reflect.ValueOf(&at.Parts).Elem(), depth)
	d.fill(reflect.ValueOf(&at.Notes).Elem(), depth)
	d.fill(reflect.ValueOf(&at.Next).Elem(), depth)
}

// params draws parameters of a family. Between two of them stands "_at_".
func (d *drawer) params(n int) []string {
	texts := []string{"x", "A-17", "null", "_", "at", "a b", "日本 😀", "user:x", "app:", "{id}", `"`, "1e5", "'; --", `\u0000`, "%s", ".", "/"}
	params := make([]string, n)
	for i := range params {
		params[i] = texts[d.IntN(len(texts))]
	}
	return params
}
