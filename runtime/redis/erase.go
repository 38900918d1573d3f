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
	k := st.keys(appName)
	keys := k.tables(k.shared(userID), k.erased(), st.eraseList(appName))
	_, err := st.write(ctx, eraseScript, keys, []string{userID, appName, newScore()})
	return err
}

// eraseList returns the list that names an app which is to be swept, and has the next sweep
// begin with it.
func (st *database) eraseList(app string) string {
	list := st.list("erased", app)
	st.swept.Store(list)
	return list
}

// newScore is what an app gets that is to be swept: see forget.lua.
func newScore() string { return strconv.FormatInt(newIncarnation()>>10, 10) }

// Sweep removes what erased sessions have left: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) {
	first, err := st.firstErased(ctx)
	if err != nil || first.list == "" {
		return false, err
	}
	app, score := first.Member, strconv.FormatFloat(first.Score, 'f', -1, 64)
	k := st.keys(app)
	members, err := st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
		return b.Srandmember().Key(k.erased()).Count(sweepAtOnce).Build()
	}).AsStrSlice()
	if err != nil {
		return false, err
	}
	if len(members) == 0 {
		_, err := st.write(ctx, forgetScript, []string{first.list}, []string{app, score})
		return true, err
	}
	keys := k.tables(k.erased())
	for _, m := range members {
		keys = append(keys, k.state(m), k.numbers(m), k.events(m))
	}
	_, err = st.write(ctx, sweepScript, keys, members)
	return true, err
}

// erased is an app that is to be swept, in the list that has it.
type erased struct {
	list string
	rueidis.ZScore
}

// firstErased returns an app that is to be swept; none if there is none on the servers that
// can be reached. On others they are left to a later sweep, but not what was erased last.
func (st *database) firstErased(ctx context.Context) (first erased, err error) {
	last, ok := st.swept.Load().(string)
	if !st.clustered() {
		last, ok = st.wholeList("erased"), true
	}
	if ok {
		err = st.try(ctx, func() (err error) {
			first, err = st.erasedIn(ctx, []string{last})
			return err
		})
	}
	if err != nil || first.list != "" || !st.clustered() {
		return first, err
	}
	for _, keys := range st.lists("erased") {
		first, err = st.erasedIn(ctx, keys)
		if err == nil && first.list != "" || err != nil && !isPassing(err) {
			return first, err
		}
	}
	return erased{}, ctx.Err()
}

func (st *database) erasedIn(ctx context.Context, keys []string) (erased, error) {
	commands := make(rueidis.Commands, len(keys))
	for i, key := range keys {
		commands[i] = st.client.B().Zrange().Key(key).Min("0").Max("0").Withscores().Build()
	}
	for i, result := range st.client.DoMulti(ctx, commands...) {
		first, err := result.AsZScores()
		if err != nil {
			return erased{}, err
		}
		if len(first) > 0 {
			st.swept.Store(keys[i])
			return erased{keys[i], first[0]}, nil
		}
	}
	return erased{}, nil
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
