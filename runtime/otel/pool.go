package otel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"

	"github.com/seed92179c4c/stategen/runtime"
)

// Pool reports the connections of a service's store whenever metrics are collected,
// under a name that tells pools apart, until what it returns is called. A service
// without a pool reports none.
func (o *Observer) Pool(svc *runtime.Service, name string) (stop func() error, err error) {
	used, err0 := o.meter.Int64ObservableUpDownCounter("db.client.connection.count", metric.WithUnit("{connection}"),
		metric.WithDescription("Connections by their state."))
	most, err1 := o.meter.Int64ObservableUpDownCounter("db.client.connection.max", metric.WithUnit("{connection}"),
		metric.WithDescription("Most connections that may be open."))
	waits, err2 := o.meter.Int64ObservableCounter("stategen.pool.waits", metric.WithUnit("{wait}"),
		metric.WithDescription("How often no connection was free."))
	waited, err3 := o.meter.Float64ObservableCounter("stategen.pool.wait_time", metric.WithUnit("s"),
		metric.WithDescription("How long callers have waited for a connection."))
	if err := errors.Join(err0, err1, err2, err3); err != nil {
		return nil, err
	}
	attrs := append([]attribute.KeyValue{semconv.DBClientConnectionPoolName(name)}, o.all...)
	with := func(more ...attribute.KeyValue) metric.MeasurementOption {
		return metric.WithAttributeSet(attribute.NewSet(append(more, attrs...)...))
	}
	all, idle, busy := with(), with(semconv.DBClientConnectionStateIdle), with(semconv.DBClientConnectionStateUsed)
	registered, err := o.meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		if s, ok := svc.PoolStats(); ok {
			to.ObserveInt64(used, int64(s.InUse), busy)
			to.ObserveInt64(used, int64(s.Open-s.InUse), idle)
			to.ObserveInt64(most, int64(s.Max), all)
			to.ObserveInt64(waits, s.Waited, all)
			to.ObserveFloat64(waited, s.WaitTime.Seconds(), all)
		}
		return nil
	}, used, most, waits, waited)
	if err != nil {
		return nil, err
	}
	return registered.Unregister, nil
}
