// Package views shows states of a session, and what is written on top of them.
package views
