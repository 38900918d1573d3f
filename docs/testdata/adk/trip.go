// Package trip is the code that docs/adk.md quotes. It is built by hand against
// ADK itself, on which stategen does not depend; the test of docs/ holds its
// use of the generated package to what the generator emits.
package trip

import (
	"context"
	"fmt"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"

	"example.com/trip/tripstate"
)

type seatArgs struct {
	Seat string `json:"seat"`
}

type seatResult struct {
	Seats int `json:"seats"`
}

func addSeat(ctx agent.Context, in seatArgs) (seatResult, error) {
	trip := tripstate.For(ctx)
	if err := trip.AppendCart(in.Seat); err != nil {
		return seatResult{}, err
	}
	cart, err := trip.Cart()
	return seatResult{Seats: len(cart)}, err
}

func newAgent(m model.LLM) (agent.Agent, error) {
	seat, err := functiontool.New(functiontool.Config{Name: "add_seat", Description: "Puts a seat into the cart."}, addSeat)
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{
		Name:                "planner",
		Model:               m,
		InstructionProvider: tripstate.PlannerProvider,
		Tools:               []tool.Tool{seat},
		OutputKey:           tripstate.KeyPlan,
	})
}

func moveIn(ctx context.Context, old session.Service, kept *runtime.Service) error {
	copied, err := adksession.Copy(ctx, old, kept, "trips")
	fmt.Printf("%d sessions with %d events are the same in both\n", copied.Sessions, copied.Events)
	return err
}

func moveOut(ctx context.Context, kept *runtime.Service, to session.Service) error {
	copied, err := adksession.CopyBack(ctx, kept, to, "trips")
	fmt.Printf("%d sessions with %d events are the same in both\n", copied.Sessions, copied.Events)
	fmt.Println("events whose fields are not kept:", copied.NotKept)
	return err
}

func openSessions(ctx context.Context, file string) (session.Service, error) {
	kept, err := sqlite.Open(ctx, file) // or memory.New(), or postgres.Open
	if err != nil {
		return nil, err
	}
	return adksession.New(kept), nil
}

func newWorkflow() (*workflow.Workflow, error) {
	type wishes struct {
		Step  tripstate.Step `state:"step"`
		Trips int            `state:"user:trips"`
	}
	greet, err := workflow.NewFunctionNodeFromState("greet", func(_ agent.InvocationContext, w wishes) (string, error) {
		return fmt.Sprintf("Trip %d, %s", w.Trips, w.Step), nil
	}, workflow.NodeConfig{})
	if err != nil {
		return nil, err
	}
	schema, err := tripstate.WorkflowSchema()
	if err != nil {
		return nil, err
	}
	return workflow.New("trip", workflow.Chain(workflow.Start, greet), workflow.WithStateSchema(schema))
}

func newRunner(root agent.Agent, svc session.Service) (*runner.Runner, error) {
	merges, err := tripstate.Plugin()
	if err != nil {
		return nil, err
	}
	return runner.New(runner.Config{
		AppName:        "trips",
		Agent:          root,
		SessionService: svc,
		PluginConfig:   runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},
	})
}

func newSession(ctx context.Context, svc session.Service, user string) (session.Session, error) {
	state, err := tripstate.Initial{}.Build()
	if err != nil {
		return nil, err
	}
	created, err := svc.Create(ctx, &session.CreateRequest{AppName: "trips", UserID: user, State: state})
	if err != nil {
		return nil, err
	}
	return created.Session, nil
}

func yieldPaid(ctx agent.InvocationContext, yield func(*session.Event, error) bool) {
	event := session.NewEvent(ctx, ctx.InvocationID())
	event.Author = "checkout"
	delta := tripstate.NewDelta().SetStep(tripstate.StepDone).AddUserTrips(1)
	if err := tripstate.SetDelta(ctx, event, delta); err != nil {
		yield(nil, err)
		return
	}
	yield(event, nil)
}

func importTrips(ctx context.Context, svc session.Service, s session.Session, trips int) error {
	event := session.NewEvent(ctx, "import")
	event.Author = "import"
	return tripstate.AppendDelta(ctx, svc, s, event, tripstate.NewDelta().AddUserTrips(trips))
}
