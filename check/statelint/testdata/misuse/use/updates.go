package use

import (
	"context"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"misuse/tripstate"
)

func typed(ctx agent.Context) error {
	trip := tripstate.Of(ctx.State())
	n, err := trip.UserTrips()
	if err != nil {
		return err
	}
	if err := trip.SetUserTrips(n + 1); err != nil { // want `"user:trips" is read and set again: what another writer does to it in between is lost; use AddUserTrips, which loses nothing`
		return err
	}
	cart, _ := trip.Cart()
	cart = append(cart, "seat")
	trip.SetCart(cart) // want `"cart" is read and set again.*; use AppendCart`
	best, _ := trip.UserBest()
	trip.SetUserBest(max(best, n)) // want `use MaxUserBest`
	snapshot, _ := tripstate.Load(ctx.State())
	tripstate.NewDelta().SetUserTrips(snapshot.UserTrips + 1).Build() // want `use AddUserTrips` `this state delta is dropped`

	trip.SetUserTrips(0)
	trip.SetUserTrips(n)
	trip.SetUserBest(n + 1)
	trip.SetUserTrips(best + 1)
	trip.SetCart(slices.DeleteFunc(cart, func(s string) bool { return s == "" }))
	return nil
}

func raw(ctx agent.Context) {
	count := 0
	if v, err := ctx.State().Get("user:trips"); err == nil {
		switch n := v.(type) {
		case int:
			count = n
		case float64:
			count = int(n)
		}
	}
	count++
	ctx.State().Set("user:trips", count) // want `"user:trips" is read and set again`
	w, _ := ctx.State().Get("cart")
	list, _ := w.([]any)
	ctx.State().Set("cart", append(list, "seat"))                                 // want `"cart" is read and set again.*use the generated Append`
	_ = session.EventActions{StateDelta: map[string]any{"user:trips": count + 1}} // want `"user:trips" is read and set again`

	x, _ := ctx.State().Get("user:trips")
	x, _ = ctx.State().Get("user:best")
	ctx.State().Set("user:trips", toInt(x)+1)
	ctx.State().Set("seat", w)
}

// What Update runs sees no change of others in between.
func guarded(ctx context.Context, svc *runtime.Service, s *runtime.Session) error {
	err := runtime.Update(ctx, svc, s, &runtime.Event{Author: "desk"}, func(st runtime.State) error {
		trip := tripstate.Of(st)
		n, err := trip.UserTrips()
		if err != nil {
			return err
		}
		return trip.SetUserTrips(n + 1)
	})
	if err != nil {
		return err
	}
	return runtime.Update(ctx, svc, s, &runtime.Event{Author: "desk"}, bump)
}

func bump(st runtime.State) error { return bumpTyped(tripstate.Of(st)) }

func bumpTyped(trip *tripstate.State) error {
	n, err := trip.UserTrips()
	if err != nil {
		return err
	}
	return trip.SetUserTrips(n + 1)
}

func toInt(v any) int { n, _ := v.(int); return n }
