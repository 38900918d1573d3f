package format_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/format"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

func TestGoldenFormat(t *testing.T) {
	for _, c := range draw.Cases(t, "format") {
		t.Run(c.Name, func(t *testing.T) {
			got, list := format.Source("stategen.yaml", c.Files[0].Data)
			if len(list) > 0 {
				t.Fatal(list)
			}
			checkStable(t, got)
			c.Check(t, string(got), *update)
		})
	}
}

func checkStable(t *testing.T, formatted []byte) {
	t.Helper()
	again, list := format.Source("stategen.yaml", formatted)
	if len(list) > 0 || !bytes.Equal(again, formatted) {
		t.Errorf("formatting again changes\n%s\nto\n%s\n%v", formatted, again, list)
	}
}

// words takes the white space out of a text.
func words(text []byte) string { return strings.Join(strings.Fields(string(text)), "") }

func FuzzFormat(f *testing.F) {
	for _, c := range append(draw.CasesOfSchemas(f), draw.Cases(f, "format")...) {
		f.Add(c.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, list := format.Source("stategen.yaml", src)
		if list.HasErrors() {
			return
		}
		if words(got) != words(bytes.TrimPrefix(src, []byte("\ufeff"))) {
			t.Errorf("more than white space of\n%q\nhas changed:\n%q", src, got)
		}
		checkStable(t, got)
		before := draw.Text(t, load.Schema("stategen.yaml", draw.Read("stategen.yaml", string(src))))
		after := draw.Text(t, load.Schema("stategen.yaml", draw.Read("stategen.yaml", string(got))))
		if strings.Count(before, "error:") != strings.Count(after, "error:") {
			t.Errorf("the findings of\n%s\nwere\n%s\nand of\n%s\nare\n%s", src, before, got, after)
		}
	})
}

// TestFormatKeepsSchema holds that random schemas mean the same when formatted.
func TestFormatKeepsSchema(t *testing.T) {
	for seed := range uint64(150) {
		d := draw.New(seed, draw.Options{Limits: true, Moves: true})
		s, _ := d.Sound()
		before := spread(d, s.String())
		after, list := format.Source("stategen.yaml", []byte(before))
		if len(list) > 0 {
			t.Fatalf("%s\n%v", before, list)
		}
		checkStable(t, after)
		if a, b := state(t, before), state(t, string(after)); a != b {
			t.Fatalf("seed %d:\n%s\nwas formatted to\n%s", seed, before, after)
		}
	}
}

// spread puts in white space and comments that mean nothing.
func spread(d *draw.Drawer, yaml string) string {
	var b strings.Builder
	for line := range strings.Lines(yaml) {
		if d.Chance(20) {
			b.WriteString(draw.Pick(d, "\n", "\n\n", "# a comment\n", "      # another\n", "  \n"))
		}
		depth := len(line) - len(strings.TrimLeft(line, " "))
		line = strings.Repeat(" ", depth) + strings.TrimRight(line, "\n")
		if d.Chance(30) {
			line = strings.ReplaceAll(line, ", ", draw.Pick(d, ",  ", " , ", ",\t"))
		}
		if d.Chance(30) {
			line = strings.ReplaceAll(line, ": ", ":   ")
		}
		b.WriteString(line + draw.Pick(d, "", "", "  ", " # said", "   # said") + "\n")
	}
	return b.String()
}

// state tells what a schema means, by its JSON Schema.
func state(t *testing.T, yaml string) string {
	t.Helper()
	out, err := jsonschema.State(draw.MustLoad(t, yaml))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
