// Package order tells when the agents of a project run: which have ended before another one,
// whatever a model decides or by its choice, and so which keys can have been set by then.
package order
