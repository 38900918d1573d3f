// Package otel reports the calls of a runtime.Service to OpenTelemetry: a span for each
// and metrics, named by the semantic conventions for database clients, version 1.37.0.
//
// Nothing that it reports holds a value, a state key, a user or a session.
package otel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed92179c4c/stategen/runtime"
)

const scope = "github.com/seed92179c4c/stategen/runtime/otel"

// Options say where to report to, and what the database is. The zero value reports to
// the global providers.
type Options struct {
	TracerProvider trace.TracerProvider
	MeterProvider  metric.MeterProvider
	// System is db.system.name, such as "postgresql" or "sqlite"; empty: "other_sql".
	System string
	// Namespace is db.namespace: the name of the database. It may be empty.
	Namespace string
	// Attributes are added to all, such as server.address.
	Attributes []attribute.KeyValue
	// AppInMetrics adds the app's name (stategen.app) to metrics, as spans have it: for
	// services with few apps.
	AppInMetrics bool
}

// Observer reports to OpenTelemetry. Its method Observe is a runtime.Observer.
type Observer struct {
	tracer  trace.Tracer
	meter   metric.Meter
	options Options
	all     []attribute.KeyValue // of everything

	duration           metric.Float64Histogram
	conflicts, retries metric.Int64Counter
	batch, size        metric.Int64Histogram
}

// New returns an observer:
//
//	o, err := otel.New(otel.Options{System: "postgresql"})
//	svc = svc.Observed(o.Observe)
func New(o Options) (*Observer, error) {
	if o.TracerProvider == nil {
		o.TracerProvider = otel.GetTracerProvider()
	}
	if o.MeterProvider == nil {
		o.MeterProvider = otel.GetMeterProvider()
	}
	if o.System == "" {
		o.System = "other_sql"
	}
	x := &Observer{options: o, all: append([]attribute.KeyValue{semconv.DBSystemNameKey.String(o.System)}, o.Attributes...)}
	if o.Namespace != "" {
		x.all = append(x.all, semconv.DBNamespace(o.Namespace))
	}
	x.tracer = o.TracerProvider.Tracer(scope, trace.WithSchemaURL(semconv.SchemaURL))
	x.meter = o.MeterProvider.Meter(scope, metric.WithSchemaURL(semconv.SchemaURL))
	return x, x.instruments()
}

func (o *Observer) instruments() error {
	var errs [5]error
	o.duration, errs[0] = o.meter.Float64Histogram("db.client.operation.duration", metric.WithUnit("s"),
		metric.WithDescription("Duration of database client operations."),
		metric.WithExplicitBucketBoundaries(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10))
	o.conflicts, errs[1] = o.meter.Int64Counter("stategen.update.conflicts", metric.WithUnit("{attempt}"),
		metric.WithDescription("Attempts of Update that others got in the way of."))
	o.retries, errs[2] = o.meter.Int64Counter("stategen.store.retries", metric.WithUnit("{retry}"),
		metric.WithDescription("Tries of a store after a lost connection or a deadlock."))
	o.batch, errs[3] = o.meter.Int64Histogram("stategen.commit.appends", metric.WithUnit("{append}"),
		metric.WithDescription("Appends that shared a commit."), metric.WithExplicitBucketBoundaries(1, 2, 4, 8, 16, 32, 64, 128))
	o.size, errs[4] = o.meter.Int64Histogram("stategen.delta.size", metric.WithUnit("By"),
		metric.WithDescription("Length of state deltas as JSON."), metric.WithExplicitBucketBoundaries(100, 1e3, 1e4, 1e5, 1e6, 1e7))
	return errors.Join(errs[:]...)
}

// Observe reports a call. Its span has the span in ctx as its parent, and stands beside
// those of the database's driver: it is made when the call has ended.
func (o *Observer) Observe(ctx context.Context, c runtime.Call) {
	attrs := append([]attribute.KeyValue{semconv.DBOperationName(c.Name)}, o.all...)
	attrs = append(attrs, failure(c)...)
	app := attribute.String("stategen.app", c.AppName)
	o.span(ctx, c, append(attrs[:len(attrs):len(attrs)], app))
	if o.options.AppInMetrics {
		attrs = append(attrs, app)
	}
	with := metric.WithAttributeSet(attribute.NewSet(attrs...))
	o.duration.Record(ctx, c.Duration.Seconds(), with)
	if c.Conflicts > 0 {
		o.conflicts.Add(ctx, int64(c.Conflicts), with)
	}
	if c.Retries > 0 {
		o.retries.Add(ctx, int64(c.Retries), with)
	}
	if c.Batch > 0 {
		o.batch.Record(ctx, int64(c.Batch), with)
		o.size.Record(ctx, int64(c.DeltaBytes), with)
	}
}

// span makes a span of what is over.
func (o *Observer) span(ctx context.Context, c runtime.Call, attrs []attribute.KeyValue) {
	name := c.Name
	if o.options.Namespace != "" {
		name += " " + o.options.Namespace
	}
	_, span := o.tracer.Start(ctx, name, trace.WithTimestamp(c.Start), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attrs...))
	defer span.End(trace.WithTimestamp(c.Start.Add(c.Duration)))
	if !span.IsRecording() {
		return
	}
	for _, n := range []struct {
		name         string
		n, notWorthy int
	}{
		{"attempts", c.Attempts, 1}, {"conflicts", c.Conflicts, 0}, {"retries", c.Retries, 0}, {"commit.appends", c.Batch, 0},
		{"events", c.Events, 0}, {"delta.keys", c.DeltaKeys, 0}, {"delta.size", c.DeltaBytes, 0},
	} {
		if n.n != n.notWorthy {
			span.SetAttributes(attribute.Int("stategen."+n.name, n.n))
		}
	}
	if c.Err != nil {
		span.SetStatus(codes.Error, c.ErrorType()) // the text may name users and keys
	}
}

// failure says how a call failed, if it did: a database's own code where there is one.
func failure(c runtime.Call) []attribute.KeyValue {
	if c.Err == nil {
		return nil
	}
	var server interface{ SQLState() string }
	if errors.As(c.Err, &server) && server.SQLState() != "" {
		code := server.SQLState()
		return []attribute.KeyValue{semconv.ErrorTypeKey.String(code), semconv.DBResponseStatusCode(code)}
	}
	errorType := c.ErrorType()
	if errorType == "other" {
		return []attribute.KeyValue{semconv.ErrorTypeOther}
	}
	return []attribute.KeyValue{semconv.ErrorTypeKey.String(errorType)}
}
