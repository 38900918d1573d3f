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
// out of the tables alone, and Sweep removes the rest some at a time.

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
	return st.bury(ctx, appName, func() error {
		k := st.keys(appName)
		_, err := st.write(ctx, eraseScript, k.tables(k.shared(userID), k.erased()), []string{userID})
		return err
	})
}

// bury notes that an app has something to be swept. It does so before, in case the program
// dies, and afterwards, since somebody may have swept meanwhile and found nothing.
func (st *database) bury(ctx context.Context, app string, remove func() error) error {
	if err := st.noteErased(ctx, app); err != nil {
		return err
	}
	if err := remove(); err != nil {
		return err
	}
	return st.noteErased(ctx, app)
}

// noteErased gives the app a new score: see forget.lua.
func (st *database) noteErased(ctx context.Context, app string) error {
	return st.addName(ctx, st.erasedKey(), strconv.FormatInt(newIncarnation()>>10, 10), app)
}

// Sweep removes what erased sessions have left: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) {
	first, err := st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
		return b.Zrange().Key(st.erasedKey()).Min("0").Max("0").Withscores().Build()
	}).AsZScores()
	if err != nil || len(first) == 0 {
		return false, err
	}
	app, score := first[0].Member, strconv.FormatFloat(first[0].Score, 'f', -1, 64)
	k := st.keys(app)
	members, err := st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
		return b.Srandmember().Key(k.erased()).Count(sweepAtOnce).Build()
	}).AsStrSlice()
	if err != nil {
		return false, err
	}
	if len(members) == 0 {
		_, err := st.write(ctx, forgetScript, []string{st.erasedKey()}, []string{app, score})
		return true, err
	}
	keys := k.tables(k.erased())
	for _, m := range members {
		keys = append(keys, k.state(m), k.numbers(m), k.events(m))
	}
	_, err = st.write(ctx, sweepScript, keys, members)
	return true, err
}

// Compact has nothing to give back, since Redis reuses memory at once. With rewrite it
// makes all servers that the client knows write their append-only files anew: see
// store.Maintainer.
func (st *database) Compact(ctx context.Context, rewrite bool) error {
	if !rewrite {
		return ctx.Err()
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
