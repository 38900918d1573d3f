package statelint

import (
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// sinksOf is what the frameworks take, and what a schema adds.
func sinksOf(s *schema.Schema) *framework.Sinks {
	sinks := &framework.Sinks{}
	for i, added := range s.Check.Sinks {
		sinks.Add(i, added.Name, takenBy(added))
	}
	return sinks
}

func takenBy(s schema.Sink) framework.Taken {
	t := framework.Taken{Arg: s.Arg, Kind: framework.KeySink, Value: s.Value}
	switch s.Takes {
	case schema.SinkText:
		t.Kind = framework.TextSink
	case schema.SinkMap:
		t.Kind, t.Op = framework.MapSink, framework.OpSet
	case schema.SinkClear:
		t.Op = framework.OpClear
	case schema.SinkOutput:
		t.Op = framework.OpOutput
	default:
		if s.Value > 0 {
			t.Op = framework.OpSet
		}
	}
	return t
}
