package docs

import (
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/docs/trip/tripstate"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

// takeSeat is the function that the page on testing tests.
func takeSeat(trip *tripstate.State, seat string) error {
	step, err := trip.Step()
	if err != nil {
		return err
	}
	if step != tripstate.StepChoose {
		return fmt.Errorf("no seat can be taken in step %s", step)
	}
	return trip.AppendCart(seat)
}

func TestTakeSeat(t *testing.T) {
	state := runtime.MapState{"step": "choose", "cart": []any{"12A"}}
	if err := takeSeat(tripstate.Of(state), "14C"); err != nil {
		t.Fatal(err)
	}
	cart, err := tripstate.Read(state).Cart()
	if err != nil || len(cart) != 2 {
		t.Errorf("the cart is %v, %v", cart, err)
	}
}

func TestTakeSeatTool(t *testing.T) {
	choose := tripstate.StepChoose
	state, err := tripstate.Initial{Step: &choose}.Build()
	if err != nil {
		t.Fatal(err)
	}
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "trips", UserID: "ann", State: state})
	if err != nil {
		t.Fatal(err)
	}
	inv := runtime.NewInvocation(svc, session)
	defer inv.End()

	tool := inv.Context("take_seat", "")
	if err := takeSeat(tripstate.Of(tool), "14C"); err != nil {
		t.Fatal(err)
	}
	event, err := tool.Commit(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(event.Actions.StateDelta); got != "Delta[cart]" {
		t.Errorf("the tool changes %s", got)
	}
}

func TestPlannerPrompt(t *testing.T) {
	prompt, err := tripstate.PlannerInstruction(runtime.MapState{"user:name": "Ann", "cart": []any{"12A"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `You plan a trip for Ann. Answer in the language "en".
The booking is at step "search". The trip begins in "".
Chosen flight:  Seats asked for: ["12A"]
`
	if prompt != want {
		t.Errorf("the prompt is\n%s", prompt)
	}
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Opened {
		return storetest.Opened{Service: runtime.NewService(memory.NewStore())}
	})
}
