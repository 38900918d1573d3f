// Package own uses stategen's runtime.
package own

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/check/statelint/testdata/own/names"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

func uses(ctx context.Context, svc *runtime.Service, st runtime.State, sess *runtime.Session) error {
	if _, err := st.Get("bad_get"); err != nil {
		return err
	}
	if _, err := st.Get(names.Built("1")); err != nil {
		return err
	}
	if _, err := st.Get(names.Constant); err != nil {
		return err
	}
	if err := st.Set("bad_set", 1); err != nil {
		return err
	}
	if _, err := svc.Create(ctx, runtime.CreateRequest{State: map[string]any{"bad_create": 1}}); err != nil {
		return err
	}
	delta := runtime.Delta{"bad_literal": 1}
	delta["bad_index"] = 2
	delta.Set("bad_delta_set", 3)
	event := &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}
	event.Actions.StateDelta["bad_actions"] = 1
	state := runtime.MapState{"bad_map": 1}
	v, _ := sess.State().Get("count")
	_, _ = v.(int)
	_, err := instruction.Inject("To {bad_inject}.", state, instruction.Options{})
	return err
}

// form is rendered by the runtime, which leaves what a comment calls text.
const form = "Answer as {answer}. <!-- stategen:text {answer} -->"

func renders(state runtime.State) error {
	_, err := instruction.Inject(form, state, instruction.Options{})
	return errors.Join(err, wraps(state, "As {reply} <!-- stategen:text {reply} --> or {bad_wrapped}."))
}

func wraps(state runtime.State, text string) error {
	_, err := instruction.Inject(text, state, instruction.Options{})
	return err
}
