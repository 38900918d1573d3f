// Package agents finds who uses keys: the agents, tools, callbacks and prompts that Go source
// shows, with the tree of agents, and the other functions. It follows values through all
// packages at once, with what each call binds, so that a helper which makes ten tools makes
// ten units. What frameworks call things is known by package framework, what a value comes
// from by package follow.
package agents
