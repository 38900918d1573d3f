package jsonschema_test

import (
	"flag"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

func TestGoldenStateJSONSchema(t *testing.T) {
	for _, c := range draw.Cases(t, "state") {
		t.Run(c.Name, func(t *testing.T) {
			r := load.Schema("stategen.yaml", c.Read)
			if r.Schema == nil {
				t.Fatal(draw.Text(t, r))
			}
			got, err := jsonschema.State(r.Schema)
			if err != nil {
				t.Fatal(err)
			}
			compileState(t, r.Schema)
			c.Check(t, string(got), *update)
		})
	}
}

func TestGoldenClientJSONSchema(t *testing.T) {
	for _, c := range draw.Cases(t, "client") {
		t.Run(c.Name, func(t *testing.T) {
			r := load.Schema("stategen.yaml", c.Read)
			if r.Schema == nil {
				t.Fatal(draw.Text(t, r))
			}
			got, err := jsonschema.Client(r.Schema)
			if err != nil {
				t.Fatal(err)
			}
			compile(t, got)
			c.Check(t, string(got), *update)
		})
	}
}
