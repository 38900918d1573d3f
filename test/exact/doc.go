// Package exact holds a property of generated code against live stores: a value
// of any type that a schema has comes back equal from every store, or is
// refused. It is tested with the packages of the golden cases, and with some
// generated from random schemas.
package exact
