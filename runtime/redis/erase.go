package redis

import (
	"context"
	"strconv"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// What sessions hold lies in keys of their own, which take no longer to remove than
// others, however long a history is. But a user may have many sessions: Erase takes them
// out of the tables, notes them in a set of the app's, and then removes the rest some at a
// time. If it is cut off, the next Erase, Expire or rewriting Compact of the app does that.

// sweepAtOnce is how many sessions one script sweeps.
const sweepAtOnce = 100

// Delete removes a session: see store.Store.
func (st *database) Delete(ctx context.Context, q store.DeleteQuery) error {
	k, m := st.keys(q.Session.AppName), member(q.Session.UserID, q.Session.SessionID)
	args := []string{m, "", ""}
	if q.Incarnation != 0 {
		args = []string{m, strconv.FormatInt(q.Incarnation, 10), strconv.FormatInt(q.Last, 10)}
	}
	answer, err := st.write(ctx, deleteScript, k.tables(k.state(m), k.numbers(m), k.events(m)), args)
	if err == nil && answer.is("on") {
		return store.ErrSessionWentOn
	}
	return err
}

// Erase removes what belongs to a user, or to an app alone: see store.Maintainer.
func (st *database) Erase(ctx context.Context, appName, userID string) error {
	k := st.keys(appName)
	_, err := st.write(ctx, eraseScript, k.tables(k.shared(userID), k.erased()), []string{userID})
	if err != nil {
		return err
	}
	return st.sweep(ctx, appName)
}

// Sweep has nothing to do: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) { return false, ctx.Err() }

// sweep removes what erased sessions of an app have left.
func (st *database) sweep(ctx context.Context, app string) error {
	k := st.keys(app)
	for {
		members, err := st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
			return b.Srandmember().Key(k.erased()).Count(sweepAtOnce).Build()
		}).AsStrSlice()
		if err != nil || len(members) == 0 {
			return err
		}
		keys := k.tables(k.erased())
		for _, m := range members {
			keys = append(keys, k.state(m), k.numbers(m), k.events(m))
		}
		if _, err = st.write(ctx, sweepScript, keys, members); err != nil {
			return err
		}
	}
}

// sweepAll sweeps all apps.
func (st *database) sweepAll(ctx context.Context) error {
	for after := ""; ; {
		apps, err := st.appsAfter(ctx, after)
		if err != nil {
			return err
		}
		for _, app := range apps {
			if err := st.sweep(ctx, app); err != nil {
				return err
			}
			after = app
		}
		if len(apps) < longestPage {
			return nil
		}
	}
}

// Compact has nothing to give back, since Redis reuses memory at once. With rewrite it
// makes all servers that the client knows write their append-only files anew: see
// store.Maintainer.
func (st *database) Compact(ctx context.Context, rewrite bool) error {
	if !rewrite {
		return ctx.Err()
	}
	if err := st.sweepAll(ctx); err != nil {
		return err
	}
	for _, node := range st.client.Nodes() {
		if err := st.rewriteFile(ctx, node); err != nil {
			return err
		}
	}
	return nil
}

// rewriteFile returns when the server has a new file. One that is being written already
// may hold what was removed since.
func (st *database) rewriteFile(ctx context.Context, node rueidis.Client) error {
	if err := st.awaitFile(ctx, node); err != nil {
		return err
	}
	if err := node.Do(ctx, node.B().Bgrewriteaof().Build()).Error(); err != nil {
		return err
	}
	return st.awaitFile(ctx, node)
}

// awaitFile waits until a server writes no file.
func (st *database) awaitFile(ctx context.Context, node rueidis.Client) error {
	const lookEvery = 20 * time.Millisecond
	for {
		text, err := node.Do(ctx, node.B().Info().Section("persistence").Build()).ToString()
		if err != nil {
			return err
		}
		i := parseInfo(text)
		if i["aof_rewrite_in_progress"] == "0" && i["aof_rewrite_scheduled"] == "0" && i["rdb_bgsave_in_progress"] == "0" {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}
