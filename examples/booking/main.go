// Booking is a small travel agency of agents: it finds a flight, chooses a
// seat, takes the payment, and keeps what it knows in typed session state.
// Run it from the root of the repository:
//
//	go run ./examples/booking
package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/fatih/color"
)

//go:embed conversations.yaml
var conversations []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	// color.NoColor says whether standard output is a terminal that wants colours.
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, !color.NoColor))
}

// run is the program without its surroundings; it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, coloured bool) int {
	flags := flag.NewFlagSet("booking", flag.ContinueOnError)
	flags.SetOutput(stderr)
	db := flags.String("db", "", "SQLite `file` that keeps the state, or \""+inMemory+"\" (default: a new temporary file)")
	script := flags.String("conversations", "", "YAML `file` of what travellers say (default: conversations.yaml, built in)")
	web := flags.Bool("web", false, "serve a page on which you are the traveller, and print its address")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "booking: unexpected argument %q\n", flags.Arg(0))
		return 2
	}
	do := func(s *store, a *airline) error { return playFile(ctx, *script, s, a, newTimeline(stdout, coloured)) }
	if *web {
		do = func(s *store, a *airline) error { return serve(ctx, s, a, stdout) }
	}
	if err := withStore(ctx, *db, stderr, do); err != nil {
		fmt.Fprintf(stderr, "booking: %v\n", err)
		return 1
	}
	return 0
}

// withStore opens the store and the airline, and closes the store afterwards.
func withStore(ctx context.Context, db string, stderr io.Writer, do func(*store, *airline) error) error {
	airline, err := openAirline()
	if err != nil {
		return err
	}
	store, err := openStore(ctx, db)
	if err != nil {
		return err
	}
	if store.path != "" {
		// Not in the timeline, which is the same in each run.
		fmt.Fprintf(stderr, "The state is kept in %s; -db %[1]s goes on with it.\n", store.path)
	}
	err = do(store, airline)
	return errors.Join(err, store.svc.Close())
}

func playFile(ctx context.Context, script string, store *store, airline *airline, timeline *timeline) (err error) {
	text := conversations
	if script != "" {
		if text, err = os.ReadFile(script); err != nil {
			return err
		}
	}
	episodes, err := readConversations(text)
	if err != nil {
		return fmt.Errorf("%s: %w", cmp.Or(script, "conversations.yaml"), err)
	}
	p := &player{store, StandIn{}, newFrontDesk(tools{airline}), timeline}
	return p.play(ctx, episodes)
}
