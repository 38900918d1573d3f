package slogobserver_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/slogobserver"
)

func TestLog(t *testing.T) {
	var out bytes.Buffer
	l := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}}))
	svc := memory.New().Observed(slogobserver.New(l, slogobserver.Options{}))
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "trips", UserID: "ann-secret", SessionID: "s-secret"})
	if err != nil {
		t.Fatal(err)
	}
	delta := runtime.Delta{"step": "value-secret", "order_secret": 1}
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{ID: "e", Actions: runtime.Actions{StateDelta: delta}}); err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{ID: "e", Author: "x"}); err == nil {
		t.Fatal("appended")
	}
	const want = `level=DEBUG msg="session store" call=Create app=trips events=1
level=DEBUG msg="session store" call=AppendEvent app=trips events=1 delta_keys=2 delta_bytes=31
level=INFO msg="session store" call=AppendEvent app=trips error=event_exists
`
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if strings.Contains(out.String(), "secret") {
		t.Error("the log names what it must not")
	}
}

func TestLevels(t *testing.T) {
	var out bytes.Buffer
	observe := slogobserver.New(slog.New(slog.NewTextHandler(&out, nil)), slogobserver.Options{Slow: time.Second})
	for _, c := range []struct {
		call runtime.Call
		want string
	}{
		{runtime.Call{}, ""},
		{runtime.Call{Duration: time.Second}, "WARN"},
		{runtime.Call{Duration: time.Second, Err: runtime.ErrSessionNotFound}, "WARN"},
		{runtime.Call{Err: runtime.ErrSessionNotFound}, "INFO"},
		{runtime.Call{Err: context.DeadlineExceeded}, "ERROR"},
		{runtime.Call{Err: runtime.ErrClosed}, "ERROR"},
	} {
		out.Reset()
		observe(t.Context(), c.call)
		if got := out.String(); (c.want == "") != (got == "") || !strings.Contains(got, "level="+c.want) && c.want != "" {
			t.Errorf("%v, %v: logged %q, want level %q", c.call.Duration, c.call.Err, got, c.want)
		}
	}
}
