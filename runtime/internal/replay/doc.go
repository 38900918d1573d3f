// Package replay tells what sessions were, by their events.
package replay
