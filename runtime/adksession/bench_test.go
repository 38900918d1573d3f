package adksession_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"google.golang.org/adk/v2/session"
)

// BenchmarkAgentAppend appends what an agent wrote, with a contract with clients and without.
func BenchmarkAgentAppend(b *testing.B) {
	for _, c := range []struct {
		name    string
		options []adksession.Option
	}{{"guarded", []adksession.Option{adksession.WithClients(contract)}}, {"open", nil}} {
		b.Run(c.name, func(b *testing.B) {
			kept := memory.New()
			svc := adksession.New(kept, c.options...)
			made, err := svc.Create(b.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s"})
			if err != nil {
				b.Fatal(err)
			}
			var ctx context.Context = inRun{b.Context()}
			n := 0
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				n++
				e := event(fmt.Sprint("e", n), map[string]any{"offers": n, "app:promotion": "10%"})
				if err := svc.AppendEvent(ctx, made.Session, e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
