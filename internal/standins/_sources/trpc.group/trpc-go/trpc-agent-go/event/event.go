package event

type Event struct{ StateDelta map[string][]byte }

type Option func(*Event)

func New(invocationID, author string, opts ...Option) *Event { return nil }
func WithStateDelta(stateDelta map[string][]byte) Option     { return nil }
