// Package exact holds a test: a value of any type that a schema has, written
// by generated code, comes back equal from every store, or is refused.
package exact
