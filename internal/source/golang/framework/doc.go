// Package framework says what the frameworks that an agent runs on are: Google's
// ADK for Go, tRPC-Agent-Go and stategen's own runtime. It has their names, the places where
// they take a key, a text or a map of state, and tests on types: whether one is
// a state, and how values of it are stored. It holds tables and questions about
// single types only; it looks at no syntax and at no value.
package framework
