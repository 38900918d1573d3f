// Package uses finds the uses of keys that no framework is handed where they
// are: of generated accessors, of a state as a whole, of sessions that begin
// without a key, and texts that may be keys. The rules on whole projects need
// them.
package uses
