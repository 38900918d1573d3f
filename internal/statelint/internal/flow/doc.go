// Package flow follows values through a package, backwards: from the places
// where a framework takes a key, a text or a map of state to the constants.
//
// Those places are sinks. A sink that is fed by a variable, a field or a
// parameter makes that a sink too, so that wrappers, key builders and
// configuration structs need no special cases. What reaches another package
// becomes a fact. Whatever is found is told to a Handler: what it means, and
// whether anything is wrong with it, is not decided here.
package flow
