package runtime

import (
	"context"
	"iter"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Apps streams the names of all apps that have a session or state, ordered by
// bytes, reading them piece by piece. What exists all the while is named exactly
// once; what comes or goes meanwhile may be missed. Who stops may go on after the
// last name. An error ends the sequence.
func (svc *Service) Apps(ctx context.Context, r AppsRequest) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if err := checkAfter(r.After); err != nil {
			yield("", err)
			return
		}
		svc.names(ctx, store.NamesQuery{After: r.After}, yield)
	}
}

// Users streams the IDs of all users who have a session in an app or state that
// such sessions share, as Apps does. An app that isn't there has none.
func (svc *Service) Users(ctx context.Context, r UsersRequest) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := names.Check("app name", r.AppName)
		if err == nil {
			err = checkAfter(r.After)
		}
		if err != nil {
			yield("", err)
			return
		}
		svc.names(ctx, store.NamesQuery{AppName: r.AppName, After: r.After}, yield)
	}
}

// checkAfter checks a name to go on after, which need not exist.
func checkAfter(name string) error {
	if name == "" {
		return nil
	}
	return names.Check("name to go on after", name)
}

// The first page is small, for who stops early. Later ones grow, since a store
// without an order of its own looks at all names for each.
const (
	firstPage   = 256
	longestPage = 16 << 10
)

// someNames asks the store for names, for a call of Apps or Users.
func (svc *Service) someNames(ctx context.Context, q store.NamesQuery) ([]string, error) {
	name := "Users"
	if q.AppName == "" {
		name = "Apps"
	}
	ctx, call := svc.begin(ctx, name, q.AppName)
	names, err := svc.store.Names(ctx, q)
	call.end(err)
	return names, err
}

func (svc *Service) names(ctx context.Context, q store.NamesQuery, yield func(string, error) bool) {
	for q.First = firstPage; ; q.First = min(2*q.First, longestPage) {
		names, err := svc.someNames(ctx, q)
		if err != nil {
			yield("", err)
			return
		}
		for _, name := range names {
			if !yield(name, nil) {
				return
			}
			q.After = name
		}
		if len(names) < q.First {
			return
		}
	}
}
