package runtime

// HostValue returns what decode makes of event i, whose host data is a host's own
// form of it, and keeps that beside the event: for all handles while the service
// keeps events in memory, otherwise for this one. So an event is decoded once, and
// not at each read. It works for hosts side by side, who each have a type T of
// their own. An event without host data is decoded each time.
//
// decode gets a copy of the event. What it returns is shared by all who call
// HostValue with that T, perhaps at once: it must not be changed any more. decode
// may run more than once. Its error is returned, and nothing is kept.
func HostValue[T any](events Events, i int, decode func(*Event) (T, error)) (T, error) {
	stored := events.at(i)
	if kept, ok := stored.HostValue().(T); ok {
		return kept, nil
	}
	v, err := decode(stored.Event())
	if err == nil {
		stored.SetHostValue(v)
	}
	return v, err
}
