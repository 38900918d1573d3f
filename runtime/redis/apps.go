package redis

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
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

// checkLayout refuses keys of others, and of later programs.
func (st *database) checkLayout(ctx context.Context) error {
	want := fmt.Sprintf("stategen %d", layout)
	var got string
	err := st.try(ctx, func() (err error) {
		b := st.client.B()
		if got, err = st.client.Do(ctx, b.Get().Key(st.layoutKey()).Build()).ToString(); !rueidis.IsRedisNil(err) {
			return err
		}
		if st.readOnly {
			return fmt.Errorf("no sessions have been stored there under the prefix %q", st.prefix)
		}
		set := b.Set().Key(st.layoutKey()).Value(want).Nx().Build()
		if err := st.client.Do(ctx, set).Error(); err != nil && !rueidis.IsRedisNil(err) {
			return err
		}
		got, err = st.client.Do(ctx, b.Get().Key(st.layoutKey()).Build()).ToString()
		return err
	})
	if err != nil {
		return err
	}
	version := 0
	if n, err := fmt.Sscanf(got, "stategen %d", &version); n != 1 || err != nil {
		return fmt.Errorf("the key %s belongs to another program: choose another prefix", st.layoutKey())
	}
	if version > layout {
		return fmt.Errorf("the keys have layout %d, this program knows layouts up to %d: %w", version, layout, runtime.ErrNewerTables)
	}
	return nil
}

// appsAfter returns a page of the names that are noted.
func (st *database) appsAfter(ctx context.Context, after string) ([]string, error) {
	return st.ask(ctx, func(b rueidis.Builder) rueidis.Completed {
		return b.Zrangebylex().Key(st.appsKey()).Min("("+after).Max("+").Limit(0, longestPage).Build()
	}).AsStrSlice()
}
