package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// ErrUnreplicated says that the primary has what was to be written, but that not as many
// replicas as Replicas says have confirmed it in time. A failover may undo it. To make it
// certain append the event again, under the same ID. The error's text names the primary.
var ErrUnreplicated = errors.New("not confirmed by enough replicas")

// Open returns a service on Redis. The URL names one server, one or more of a cluster,
// or the sentinels of a primary:
//
//	redis://user:password@host:6379/0
//	rediss://host:6379?addr=other:6379&addr=third:6379
//	redis://sentinel:26379?addr=other:26379&master_set=name
//
// The scheme rediss is TLS. Whether a server belongs to a cluster it says itself. The
// parameters prefix and replicas are those of Prefix and Replicas, which win. The user
// and password before the host are those of the servers that keep sessions; those of the
// sentinels, if they want any, are the parameters sentinel_username and sentinel_password.
// In both, what is neither a letter nor a digit is escaped, as in %2B for +.
//
// It is an error if a server is older than Redis 7, evicts keys that are used here, or keeps
// no append-only file; if no primary has as many replicas as Replicas says; if the keys
// belong to another program; or if they were written by a newer version of this package.
//
// On a cluster an app needs the shard that keeps it, and no other. That takes
// cluster-require-full-coverage no; lists of all apps need all shards.
//
// An append returns when the primary and Replicas replicas (1 by default) have it. If the
// primary has more replicas than that, a failover can undo appends that have returned:
// servers elect a new primary without asking who confirmed what, so one that lags can win.
// If Replicas is all of them, no append is undone, but there are no writes while a replica is
// away.
func Open(ctx context.Context, url string, opts ...Option) (*runtime.Service, error) {
	return service(OpenStore(ctx, url, opts...))
}

// OpenStore is Open without the service: for programs that put something between
// the two.
func OpenStore(ctx context.Context, url string, opts ...Option) (store.Store, error) {
	st, err := openURL(ctx, url, opts)
	if err != nil {
		return nil, wrap(err)
	}
	return st, nil
}

// New is Open on a client of the caller's, for what a URL can't say. It must not send
// reads to replicas. Closing the service leaves the client open.
func New(ctx context.Context, client rueidis.Client, opts ...Option) (*runtime.Service, error) {
	return service(NewStore(ctx, client, opts...))
}

// NewStore is New without the service, as OpenStore is Open.
func NewStore(ctx context.Context, client rueidis.Client, opts ...Option) (store.Store, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, wrap(err)
	}
	st := &database{client: client, options: o}
	if err := st.check(ctx); err != nil {
		return nil, wrap(err)
	}
	return st, nil
}

func openURL(ctx context.Context, url string, opts []Option) (*database, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fromURL, err := urlOptions(url)
	if err != nil {
		return nil, err
	}
	o, err := newOptions(append(fromURL, opts...))
	if err != nil {
		return nil, err
	}
	c, err := o.clientOption(url)
	if err != nil {
		return nil, err
	}
	client, err := rueidis.NewClient(c)
	if err != nil {
		return nil, explainURL(c, err)
	}
	st := &database{client: client, ownsClient: true, options: o}
	if err := st.check(ctx); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return st, nil
}

// explainURL says what of a URL the servers don't take.
func explainURL(c rueidis.ClientOption, err error) error {
	hint := ""
	switch {
	case hasCode(err, "NOAUTH"):
		hint = "the URL has no password, and the server wants one: write redis://:password@host:6379, or redis://user:password@host:6379"
	case hasCode(err, "WRONGPASS"):
		hint = "the server doesn't take the user and password in the URL"
	case c.SelectDB > 0 && strings.Contains(err.Error(), "cluster mode"):
		hint = fmt.Sprintf("a cluster has no database %d: leave out /%[1]d, and pass redis.Prefix, or prefix= in the URL, to keep programs apart", c.SelectDB)
	case c.TLSConfig != nil && errors.Is(err, context.DeadlineExceeded):
		hint = fmt.Sprintf("no TLS handshake within %v: if the server speaks no TLS on this port, write redis:// instead of rediss://", answerTime)
	default:
		return err
	}
	return fmt.Errorf("%s: %w", hint, err)
}

// service returns a service on a store that could be opened.
func service(st store.Store, err error) (*runtime.Service, error) {
	if err != nil {
		return nil, err
	}
	return runtime.NewService(st), nil
}

func wrap(err error) error { return fmt.Errorf("session database: %w", err) }
