package runtime_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// An event changes state by its delta: each key goes to its scope, and a merge
// operation is applied by the store.
func ExampleService_AppendEvent() {
	ctx := context.Background()
	svc := memory.New() // or sqlite.Open, postgres.Open
	session, err := svc.Create(ctx, runtime.CreateRequest{AppName: "booking", UserID: "ann"})
	if err != nil {
		log.Fatal(err)
	}
	err = svc.AppendEvent(ctx, session, &runtime.Event{
		Author:  "planner",
		Content: runtime.NewText("model", "Where to?"),
		Actions: runtime.Actions{StateDelta: runtime.Delta{
			"step":             "search",
			"user:login_count": runtime.Op{Kind: runtime.OpSum, Operand: 1},
			"temp:prompt":      "never stored",
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	count, err := session.State().Get("user:login_count")
	fmt.Println(count, err)
	_, err = session.State().Get("temp:prompt")
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// state key "temp:prompt" is not set
}

// What a step of the run writes is one event, and temp keys pass from step to
// step until the run ends.
func ExampleInvocation() {
	ctx := context.Background()
	svc := memory.New()
	session, err := svc.Create(ctx, runtime.CreateRequest{AppName: "booking", UserID: "ann"})
	if err != nil {
		log.Fatal(err)
	}
	inv := runtime.NewInvocation(svc, session)
	defer inv.End()

	search := inv.Context("search", "root.search")
	if err := search.Set("temp:offers", []string{"LH1", "BA2"}); err != nil {
		log.Fatal(err)
	}
	if _, err := search.Commit(ctx, runtime.NewText("model", "I found two flights.")); err != nil {
		log.Fatal(err)
	}

	choose := inv.Context("choose", "root.choose")
	fmt.Println(choose.Get("temp:offers"))
	if err := choose.Set("flight", "LH1"); err != nil {
		log.Fatal(err)
	}
	if _, err := choose.Commit(ctx, nil); err != nil {
		log.Fatal(err)
	}
	for event := range session.Events().All() {
		fmt.Println(event.Author, event.Actions.StateDelta)
	}
	// Output:
	// [LH1 BA2] <nil>
	// search Delta[]
	// choose Delta[flight]
}

// Update is for a change that depends on what is there and that no merge
// operation expresses.
func ExampleUpdate() {
	ctx := context.Background()
	svc := memory.New()
	session, err := svc.Create(ctx, runtime.CreateRequest{
		AppName: "booking", UserID: "ann", State: map[string]any{"app:seats_left": 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	reserve := func(state runtime.State) error {
		left, err := state.Get("app:seats_left")
		if err != nil {
			return err
		}
		if left.(int) == 0 {
			return fmt.Errorf("sold out")
		}
		return state.Set("app:seats_left", left.(int)-1)
	}
	fmt.Println(runtime.Update(ctx, svc, session, &runtime.Event{Author: "booking"}, reserve))
	fmt.Println(runtime.Update(ctx, svc, session, &runtime.Event{Author: "booking"}, reserve))
	// Output:
	// <nil>
	// sold out
}
