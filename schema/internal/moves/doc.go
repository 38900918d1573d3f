// Package moves reads what a schema says of older and newer releases of itself:
// names that keys, fields and enum values had or will have, earlier declarations
// whose stored values are still read, and keys that are gone.
package moves
