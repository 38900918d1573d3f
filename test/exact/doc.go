// Package exact tests that stores return the values of generated code unchanged: a value
// of any type that a schema has comes back equal from every store, or is
// refused. It is run with the packages of the golden cases, and with some
// generated from random schemas.
package exact
