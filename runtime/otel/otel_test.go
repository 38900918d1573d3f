package otel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	apitrace "go.opentelemetry.io/otel/trace"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/otel"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// rig is a service that reports to the SDK.
type rig struct {
	svc    *runtime.Service
	obs    *otel.Observer
	tracer *trace.TracerProvider
	spans  *tracetest.InMemoryExporter
	reader *metric.ManualReader
}

func newRig(t *testing.T, st store.Store) *rig {
	t.Helper()
	r := &rig{spans: tracetest.NewInMemoryExporter(), reader: metric.NewManualReader()}
	r.tracer = trace.NewTracerProvider(trace.WithSyncer(r.spans))
	obs, err := otel.New(otel.Options{
		TracerProvider: r.tracer, MeterProvider: metric.NewMeterProvider(metric.WithReader(r.reader)),
		System: "postgresql", Namespace: "agents", Attributes: []attribute.KeyValue{attribute.String("server.address", "db")},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.obs, r.svc = obs, runtime.NewService(st).Observed(obs.Observe)
	return r
}

func attrs(list []attribute.KeyValue) string {
	var texts []string
	for _, a := range list {
		texts = append(texts, fmt.Sprintf("%s=%s", a.Key, a.Value.Emit()))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

func TestSpans(t *testing.T) {
	r := newRig(t, memory.NewStore())
	ctx, parent := r.tracer.Tracer("test").Start(t.Context(), "agent")
	s, err := r.svc.Create(ctx, runtime.CreateRequest{AppName: "trips", UserID: "secret", SessionID: "secret2"})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.svc.AppendEvent(ctx, s, &runtime.Event{ID: "e", Actions: runtime.Actions{StateDelta: runtime.Delta{"order_secret": "secret"}}}); err != nil {
		t.Fatal(err)
	}
	if err := r.svc.AppendEvent(ctx, s, &runtime.Event{ID: "e", Author: "secret"}); err == nil {
		t.Fatal("appended")
	}
	parent.End()
	spans := r.spans.GetSpans()
	const common = "db.namespace=agents db.operation.name=%s db.system.name=postgresql%s server.address=db stategen.app=trips"
	for i, want := range []struct{ name, attrs string }{
		{"Create", fmt.Sprintf(common, "Create", "") + " stategen.commit.appends=1 stategen.events=1"},
		{"AppendEvent", fmt.Sprintf(common, "AppendEvent", "") + " stategen.commit.appends=1 stategen.delta.keys=1 stategen.delta.size=20 stategen.events=1"},
		{"AppendEvent", fmt.Sprintf(common, "AppendEvent", " error.type=event_exists")},
	} {
		got := spans[i]
		if got.Name != want.name+" agents" || attrs(got.Attributes) != want.attrs || got.SpanKind != apitrace.SpanKindClient ||
			got.Parent.SpanID() != parent.SpanContext().SpanID() || got.EndTime.Before(got.StartTime) {
			t.Errorf("span %d is %s: %s", i, got.Name, attrs(got.Attributes))
		}
	}
	if st := spans[2].Status; st.Code != codes.Error || st.Description != "event_exists" {
		t.Errorf("the status is %+v", st)
	}
	noSecrets(t, fmt.Sprintf("%+v", spans), r)
}

// noSecrets looks through all that was reported.
func noSecrets(t *testing.T, spans string, r *rig) {
	t.Helper()
	text, err := json.Marshal(collect(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(spans, "secret") || strings.Contains(string(text), "secret") {
		t.Errorf("values, keys or names are reported: %s %s", spans, text)
	}
}

func collect(t *testing.T, r *rig) map[string]metricdata.Metrics {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]metricdata.Metrics)
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			byName[m.Name] = m
		}
	}
	return byName
}

// serverError is what the drivers of databases return.
type serverError struct{}

func (serverError) Error() string    { return "secret detail" }
func (serverError) SQLState() string { return "53100" }

func TestMetrics(t *testing.T) {
	r := newRig(t, memory.NewStore())
	for _, c := range []runtime.Call{
		{Name: "Update", Duration: 2e9, Attempts: 3, Conflicts: 2, Retries: 1, Batch: 4, DeltaBytes: 50},
		{Name: "Update", Duration: 1e9, Attempts: 2, Conflicts: 1},
		{Name: "Get", Err: serverError{}}, {Name: "Get", Err: errors.New("secret")},
	} {
		r.obs.Observe(t.Context(), c)
	}
	got := collect(t, r)
	var durations []string
	for _, p := range got["db.client.operation.duration"].Data.(metricdata.Histogram[float64]).DataPoints {
		durations = append(durations, fmt.Sprintf("%s: %d, %v", attrs(p.Attributes.ToSlice()), p.Count, p.Sum))
	}
	slices.Sort(durations)
	const where = "db.namespace=agents db.operation.name=%s "
	const what = "db.system.name=postgresql %sserver.address=db: %d, %v"
	want := []string{
		fmt.Sprintf(where+"db.response.status_code=53100 "+what, "Get", "error.type=53100 ", 1, 0),
		fmt.Sprintf(where+what, "Get", "error.type=_OTHER ", 1, 0),
		fmt.Sprintf(where+what, "Update", "", 2, 3),
	}
	if !slices.Equal(durations, want) || got["db.client.operation.duration"].Unit != "s" {
		t.Errorf("durations:\n%s\nwant\n%s", strings.Join(durations, "\n"), strings.Join(want, "\n"))
	}
	for name, want := range map[string]int64{"stategen.update.conflicts": 3, "stategen.store.retries": 1} {
		if points := got[name].Data.(metricdata.Sum[int64]).DataPoints; len(points) != 1 || points[0].Value != want {
			t.Errorf("%s: %+v", name, points)
		}
	}
	for name, want := range map[string]int64{"stategen.commit.appends": 4, "stategen.delta.size": 50} {
		if points := got[name].Data.(metricdata.Histogram[int64]).DataPoints; len(points) != 1 || points[0].Sum != want {
			t.Errorf("%s: %+v", name, points)
		}
	}
	noSecrets(t, "", r)
}

// pooled is a store with a pool.
type pooled struct{ store.Store }

func (pooled) PoolStats() store.PoolStats {
	return store.PoolStats{Max: 8, Open: 5, InUse: 2, Waited: 7, WaitTime: 3e9}
}

func TestPool(t *testing.T) {
	r := newRig(t, pooled{memory.NewStore()})
	stop, err := r.obs.Pool(r.svc, "main")
	if err != nil {
		t.Fatal(err)
	}
	got := collect(t, r)
	counts := map[string]int64{}
	for _, p := range got["db.client.connection.count"].Data.(metricdata.Sum[int64]).DataPoints {
		state, _ := p.Attributes.Value("db.client.connection.state")
		counts[state.AsString()] = p.Value
	}
	if counts["idle"] != 3 || counts["used"] != 2 {
		t.Errorf("connections: %v", counts)
	}
	if p := got["db.client.connection.max"].Data.(metricdata.Sum[int64]).DataPoints; p[0].Value != 8 {
		t.Errorf("most: %+v", p)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if got := collect(t, r); len(got) > 0 {
		t.Errorf("after the end: %v", got)
	}
}

// TestNoProvider reports to the global providers, of which there are none.
func TestNoProvider(t *testing.T) {
	obs, err := otel.New(otel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	obs.Observe(context.Background(), runtime.Call{Name: "Get"})
}
