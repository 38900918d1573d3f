package agui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// narrator tells in AG-UI's events what events of agents say and do.
type narrator struct {
	steps []step         // agents at work
	texts map[step]*text // messages that are being written
	calls []call         // of tools, that wait for their results
	asked []interrupt
}

// step is an agent at work, in a branch of the run.
type step struct{ author, branch string }

// text is a message of which a part was sent.
type text struct{ id, sent string }

// call is a call of a tool. ADK gives each an ID; of others the first of that name is
// answered first.
type call struct{ id, name, branch string }

// resultPrefix begins the IDs of messages with results of tools: those that a client makes
// have others.
const resultPrefix = "result:"

// tell returns what an event says.
func (n *narrator) tell(e *runtime.Event) (out []event) {
	if e.Content == nil || e.Author == "user" {
		return nil
	}
	out = n.enter(step{e.Author, e.Branch})
	if said := e.Content.Text(); said != "" || !e.Partial {
		out = append(out, n.say(e, said)...)
	}
	if e.Partial {
		return out
	}
	for i, part := range e.Content.Parts {
		switch {
		case part.FunctionCall != nil:
			out = append(out, n.call(e, i, part.FunctionCall)...)
		case part.FunctionResponse != nil:
			out = append(out, n.result(e, part.FunctionResponse)...)
		}
	}
	return out
}

// enter begins the step of an agent, and ends those before it: others in its branch, and all
// in branches that came together in it. Parallel agents stay at work beside each other.
func (n *narrator) enter(s step) (out []event) {
	if slices.Contains(n.steps, s) {
		return nil
	}
	var stay []step
	for _, open := range n.steps {
		within := s.branch == "" || open.branch == s.branch || strings.HasPrefix(open.branch, s.branch+".")
		if within || open.author == s.author {
			out = append(out, n.leave(open)...)
			continue
		}
		stay = append(stay, open)
	}
	n.steps = append(stay, s)
	return append(out, event{Type: "STEP_STARTED", StepName: s.author})
}

// leave ends the step of an agent, and its message if that is not whole.
func (n *narrator) leave(s step) (out []event) {
	if open := n.texts[s]; open != nil {
		delete(n.texts, s)
		out = append(out, event{Type: "TEXT_MESSAGE_END", MessageID: open.id})
	}
	return append(out, event{Type: "STEP_FINISHED", StepName: s.author})
}

// end ends all steps.
func (n *narrator) end() (out []event) {
	for _, s := range n.steps {
		out = append(out, n.leave(s)...)
	}
	n.steps = nil
	return out
}

// say sends the text of an event. The last event of a message that came in parts has all of
// it once more.
func (n *narrator) say(e *runtime.Event, said string) (out []event) {
	at := step{e.Author, e.Branch}
	open := n.texts[at]
	if open == nil {
		if said == "" {
			return nil
		}
		open = &text{id: e.ID}
		if n.texts == nil {
			n.texts = map[step]*text{}
		}
		n.texts[at] = open
		out = append(out, event{Type: "TEXT_MESSAGE_START", MessageID: open.id, Role: "assistant", Name: e.Author})
	}
	rest := said
	if !e.Partial {
		rest, _ = strings.CutPrefix(said, open.sent)
		if len(rest) == len(said) && open.sent != "" {
			rest = "" // it was sent in other words
		}
	}
	if rest != "" {
		open.sent += rest
		out = append(out, event{Type: "TEXT_MESSAGE_CONTENT", MessageID: open.id, Delta: rest})
	}
	if !e.Partial {
		delete(n.texts, at)
		out = append(out, event{Type: "TEXT_MESSAGE_END", MessageID: open.id})
	}
	return out
}

// call sends the call of a tool; one that asks the user ends the run as an interrupt.
func (n *narrator) call(e *runtime.Event, i int, c *runtime.FunctionCall) []event {
	if slices.Contains(requests, c.Name) {
		n.asked = append(n.asked, question(c))
		return nil
	}
	id := c.ID
	if id == "" {
		id = fmt.Sprintf("%s-%d", e.ID, i)
	}
	n.calls = append(n.calls, call{id, c.Name, e.Branch})
	args := c.Args
	if args == nil {
		args = map[string]any{}
	}
	return []event{
		{Type: "TOOL_CALL_START", ToolCallID: id, ToolCallName: c.Name},
		{Type: "TOOL_CALL_ARGS", ToolCallID: id, Delta: encoded(args)},
		{Type: "TOOL_CALL_END", ToolCallID: id},
	}
}

// result sends what a tool returned.
func (n *narrator) result(e *runtime.Event, r *runtime.FunctionResponse) []event {
	i := slices.IndexFunc(n.calls, func(c call) bool {
		return c.id == r.ID || r.ID == "" && c.name == r.Name && c.branch == e.Branch
	})
	id := r.ID
	if i >= 0 {
		id = n.calls[i].id
		n.calls = slices.Delete(n.calls, i, i+1)
	}
	if id == "" {
		return nil // of a call that nobody has seen
	}
	return []event{{
		Type: "TOOL_CALL_RESULT", MessageID: resultPrefix + id, ToolCallID: id, Role: "tool", Content: encoded(r.Response),
	}}
}

// question makes an interrupt of a call that asks the user.
func question(c *runtime.FunctionCall) interrupt {
	asked := interrupt{ID: c.Name + ":" + c.ID, Reason: "input_required"}
	if c.Name != confirmation {
		asked.Message, _ = c.Args["message"].(string)
		asked.ResponseSchema, _ = c.Args["responseSchema"].(map[string]any)
		if payload := c.Args["payload"]; payload != nil {
			asked.Metadata = map[string]any{"payload": payload}
		}
		return asked
	}
	asked.Reason = "tool_call"
	asked.Metadata, _ = c.Args["originalFunctionCall"].(map[string]any)
	asked.ToolCallID, _ = asked.Metadata["id"].(string)
	hint, _ := c.Args["toolConfirmation"].(map[string]any)
	asked.Message, _ = hint["hint"].(string)
	asked.ResponseSchema = map[string]any{
		"type": "object", "required": []string{"confirmed"},
		"properties": map[string]any{"confirmed": map[string]any{"type": "boolean"}},
	}
	return asked
}

// outcome is how the run ended, if not simply by itself.
func (n *narrator) outcome() *outcome {
	if len(n.asked) == 0 {
		return nil
	}
	return &outcome{Type: "interrupt", Interrupts: n.asked}
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "{}"
	}
	return string(text)
}
