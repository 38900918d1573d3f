// Package fix finds raw keys, and writes the constant of the generated code instead: the one
// that names the key, with the import that it needs. A fix that is not
// certain is not offered.
package fix
