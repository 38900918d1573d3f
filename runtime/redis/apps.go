package redis

import (
	"context"
	"time"

	"github.com/redis/rueidis"
)

// The names of all apps are in a key of their own, in a slot of its own. An app's name is
// there before anything of the app is, and stays: who lists apps looks whether there is
// anything.

// noteEvery is how often a process writes the name of an app that it uses. A failover that
// undid it is made good by that.
const noteEvery = time.Minute

// noteApp sees to it that an app can be listed.
func (st *database) noteApp(ctx context.Context, app string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if at, ok := st.noted.Load(app); ok && time.Since(at.(time.Time)) < noteEvery {
		return nil
	}
	if err := st.addName(ctx, st.appsKey(), "0", app); err != nil {
		return err
	}
	st.noted.Store(app, time.Now())
	return nil
}

// addName writes a name and a score into an ordered set of all apps.
func (st *database) addName(ctx context.Context, key, score, name string) error {
	_, err := st.write(ctx, nameScript, []string{key}, []string{score, name})
	return err
}

// appsAfter returns a page of the names that are noted.
func (st *database) appsAfter(ctx context.Context, after string) ([]string, error) {
	return st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
		return b.Zrangebylex().Key(st.appsKey()).Min("("+after).Max("+").Limit(0, longestPage).Build()
	}).AsStrSlice()
}
