// Package follow follows values through a package, backwards: from the places
// where a framework takes a key, a text or a map of state to the constants.
//
// Those places are sinks. A sink that is fed by a variable, a field or a
// parameter makes that a sink too, so that wrappers, key builders and
// configuration structs need no special cases. What reaches another package
// becomes a fact. Whatever is found is told to a Handler: what it means, and
// whether anything is wrong with it, is not decided here.
//
// A Follower follows any value to its terms: literals, functions, calls of
// others, and whatever can't be seen through, each with what the calls on the
// way bind, within a package or in all of a program. What it can't follow is a
// term as it is; it never guesses.
package follow
