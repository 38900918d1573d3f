package redis

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Option changes how Open opens a database.
type Option func(*options)

type options struct {
	prefix        string
	replicas      int
	wait, retry   time.Duration
	safeReads     bool
	allowEviction bool
	allowNoFile   bool
	allowFewer    bool
	readOnly      bool
	ttl           *TTL // nil: as the app has it
}

func newOptions(opts []Option) (options, error) {
	o := options{prefix: "stategen", replicas: 1, wait: 3 * time.Second, retry: 15 * time.Second}
	for _, opt := range opts {
		opt(&o)
	}
	switch {
	case o.prefix == "" || strings.ContainsAny(o.prefix, "{}"):
		return o, fmt.Errorf("%q can't be a prefix of keys: it must not be empty or contain braces", o.prefix)
	case o.replicas < 0:
		return o, errors.New("the number of replicas is negative")
	case o.wait < time.Millisecond:
		return o, errors.New("the time to wait for replicas is less than a millisecond")
	case o.retry < 0:
		return o, errors.New("the time for retries is negative")
	}
	return o, o.ttl.check()
}

// Replicas sets how many replicas must have an append before it returns, 1 by default:
// see the package comment for what that is worth. On a server without replicas it is 0.
func Replicas(n int) Option { return func(o *options) { o.replicas = n } }

// Wait sets how long an append waits for its replicas, 3 seconds by default. After that
// it fails with ErrUnreplicated. With New it must be less than the client's
// ConnWriteTimeout.
func Wait(d time.Duration) Option { return func(o *options) { o.wait = d } }

// Retry sets for how long a call is tried again after a lost connection, a failover or
// while a slot moves, 15 seconds by default, if its context doesn't end before.
func Retry(d time.Duration) Option { return func(o *options) { o.retry = d } }

// Prefix sets what the keys in Redis begin with, after a brace: "stategen" by default.
// Services with different prefixes share nothing.
func Prefix(prefix string) Option { return func(o *options) { o.prefix = prefix } }

// SafeReads makes reads wait until as many replicas as Replicas says have what they show,
// which costs them what it costs an append. Lists of apps alone don't wait.
func SafeReads() Option { return func(o *options) { o.safeReads = true } }

// ReadOnly opens sessions that are there for reading, also on a replica: each write fails, and
// none of the requirements that Open makes for writers are asked of the servers.
func ReadOnly() Option {
	return func(o *options) {
		o.readOnly, o.replicas, o.allowEviction, o.allowNoFile, o.allowFewer = true, 0, true, true, true
	}
}

// AllowEviction opens servers that remove keys when their memory is full, and so parts of
// sessions.
func AllowEviction() Option { return func(o *options) { o.allowEviction = true } }

// AllowNoAppendOnlyFile opens servers that keep no append-only file, so that a restart
// loses what came after the last dump.
func AllowNoAppendOnlyFile() Option { return func(o *options) { o.allowNoFile = true } }

// AllowFewerReplicas opens servers that have fewer replicas at the moment than Replicas
// says. Appends wait for them all the same.
func AllowFewerReplicas() Option { return func(o *options) { o.allowFewer = true } }
