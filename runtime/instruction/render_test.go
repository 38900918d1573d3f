package instruction

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

func TestRender(t *testing.T) {
	type level string
	type leg struct {
		Number string   `json:"number"`
		Seats  []string `json:"seats"`
		Stop   *string  `json:"stop,omitempty"`
	}
	word := "Köln"
	oslo := time.FixedZone("", 2*60*60)
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"nil", nil, ""},
		{"nil pointer", (*string)(nil), ""},
		{"string", "a <b> {c}", "a <b> {c}"},
		{"named string", level("high"), "high"},
		{"pointer", &word, "Köln"},
		{"bool", true, "true"},
		{"int", -1234567, "-1234567"},
		{"int64", int64(math.MaxInt64), "9223372036854775807"},
		{"int32", int32(7), "7"},
		{"integer as float64", 1234567.0, "1234567"},
		{"large integer as float64", 1e21, "1000000000000000000000"},
		{"zero", math.Copysign(0, -1), "0"},
		{"float", 0.1, "0.1"},
		{"float with many digits", 1234567.25, "1234567.25"},
		{"small float", 1e-7, "1e-07"},
		{"number", json.Number("9007199254740993"), "9007199254740993"},
		{"number with fraction", json.Number("12.50"), "12.5"},
		{"integral number", json.Number("3.00"), "3"},
		{"number with exponent", json.Number("1.234567e+06"), "1234567"},
		{"negative zero", json.Number("-0.0"), "0"},
		{"list", []any{"a", 1.0, nil}, `["a",1,null]`},
		{"strings", []string{"<b>", "&"}, `["<b>","&"]`},
		{"empty list", []any{}, "[]"},
		{"map", map[string]any{"b": 1, "a": []any{"x"}}, `{"a":["x"],"b":1}`},
		{"struct", leg{Number: "LH1", Seats: []string{"12A"}}, `{"number":"LH1","seats":["12A"]}`},
		{"time", time.Date(2026, 8, 1, 12, 0, 0, 5, oslo), "2026-08-01T10:00:00.000000005Z"},
		{"duration", 90 * time.Second, "1m30s"},
		{"bytes", []byte{0xff, 0xfe}, "//4="},
		{"raw JSON", json.RawMessage(`{"a": 1}`), `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Render(tt.value)
			if err != nil || got != tt.want {
				t.Fatalf("Render(%v) = %q, %v; want %q", tt.value, got, err, tt.want)
			}
			appended, err := AppendValue([]byte("value: "), tt.value)
			if err != nil || string(appended) != "value: "+tt.want {
				t.Errorf("AppendValue(%v) = %q, %v; want %q", tt.value, appended, err, tt.want)
			}
		})
	}
}

func TestRenderErrors(t *testing.T) {
	for want, value := range map[string]any{
		"NaN has no text in JSON":                                 math.NaN(),
		"+Inf has no text in JSON":                                math.Inf(1),
		"json: unsupported type: chan int":                        make(chan int),
		"json: unsupported type: func()":                          func() {},
		"a json.Number is not a number":                           json.Number("secret"),
		`strconv.ParseFloat: parsing "1e999": value out of range`: json.Number("1e999"),
	} {
		dst, err := AppendValue([]byte("kept"), value)
		if err == nil || err.Error() != want || string(dst) != "kept" {
			t.Errorf("AppendValue(%v) = %q, %v; want error %q", value, dst, err, want)
		}
	}
}

// A number shows the same text in memory and after a store read it back.
func FuzzNumberRendering(f *testing.F) {
	f.Add(1234567.0)
	f.Add(1e-7)
	f.Fuzz(func(t *testing.T, n float64) {
		direct, err := Render(n)
		if math.IsNaN(n) || math.IsInf(n, 0) {
			if err == nil {
				t.Fatalf("Render(%v) = %q", n, direct)
			}
			return
		}
		encoded, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := Render(json.Number(encoded))
		if err != nil || stored != direct {
			t.Errorf("Render: %q from memory, %q, %v from %s", direct, stored, err, encoded)
		}
		if math.Abs(n) < 1e300 && math.Trunc(n) == n && strings.ContainsAny(direct, "e.") {
			t.Errorf("Render(%v) = %q", n, direct)
		}
	})
}
