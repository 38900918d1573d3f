package generator_test

import (
	"fmt"
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema/load"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/release1"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/release2"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/scalars"
	gentypes "github.com/seed92179c4c/stategen/testdata/golden/generate/types"
)

// The getters and setters are measured beside the lookup and assertion that
// they replace.

var benchState runtime.State = runtime.MapState{"turn_count": 5, "title": "Oslo", "booking_step": "done", "trips": 7}

func countByHand(s runtime.State) (int, error) {
	v, err := s.Get("turn_count")
	if err != nil {
		return 0, err
	}
	n, ok := v.(int)
	if !ok {
		return 0, fmt.Errorf("turn_count is a %T", v)
	}
	return n, nil
}

func titleByHand(s runtime.State) (string, error) {
	v, err := s.Get("title")
	if err != nil {
		return "", err
	}
	text, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("title is a %T", v)
	}
	return text, nil
}

func stepByHand(s runtime.State) (gentypes.Step, error) {
	v, err := s.Get("booking_step")
	if err != nil {
		return "", err
	}
	step, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("booking_step is a %T", v)
	}
	switch step := gentypes.Step(step); step {
	case gentypes.StepSearch, gentypes.StepSelectFlight, gentypes.StepConfirmPayment, gentypes.StepDone:
		return step, nil
	}
	return "", fmt.Errorf("booking_step is %q", step)
}

func BenchmarkGetInt(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := scalars.Of(benchState).TurnCount(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := countByHand(benchState); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGetString(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := scalars.Of(benchState).Title(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := titleByHand(benchState); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGetEnum(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := gentypes.Of(benchState).BookingStep(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := stepByHand(benchState); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkGetRenamed reads a key that has another name as well, beside the same
// key without one.
func BenchmarkGetRenamed(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := release2.Of(benchState).TripCount(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := release1.Of(benchState).TripCount(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSetInt(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for n := 1000; b.Loop(); n++ {
			if err := scalars.Of(benchState).SetTurnCount(n); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for n := 1000; b.Loop(); n++ {
			if err := benchState.Set("turn_count", n); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkGenerate measures a schema from text to formatted files, beside the
// least that this takes: the text into YAML nodes, and the output formatted.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		text := manyKeys(n)
		files := generateMany(b, text)
		writeFiles(b, files)
		b.Run(fmt.Sprintf("keys=%d/ours", n), func(b *testing.B) {
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				generateMany(b, text)
			}
		})
		b.Run(fmt.Sprintf("keys=%d/reference", n), func(b *testing.B) {
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				readAndFormat(b, text, files)
			}
		})
	}
}

func generateMany(b *testing.B, text []byte) []generator.File {
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return text, nil })
	files, problems := generator.Generate(r.Schema, generator.Options{Package: "p", Source: "stategen.yaml"})
	if len(problems) > 0 {
		b.Fatal(problems)
	}
	return files
}

func readAndFormat(b *testing.B, text []byte, files []generator.File) {
	if err := yaml.Unmarshal(text, new(yaml.Node)); err != nil {
		b.Fatal(err)
	}
	for _, f := range files {
		if _, err := format.Source(f.Content); err != nil {
			b.Fatal(err)
		}
	}
}

func manyKeys(n int) []byte {
	var text strings.Builder
	text.WriteString("version: 1\nkeys:\n")
	for i := range n {
		kind := []string{"string", "int", "float?", "bool", "\"[]string\""}[i%5]
		fmt.Fprintf(&text, "  some_key_%d: %s\n", i, kind)
	}
	return []byte(text.String())
}

// writeFiles keeps the output for a look at its compile time, if
// GENERATED_DIR names a folder.
func writeFiles(b *testing.B, files []generator.File) {
	dir := os.Getenv("GENERATED_DIR")
	if dir == "" {
		return
	}
	for _, f := range files {
		if err := os.WriteFile(dir+"/"+f.Name, f.Content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
}
