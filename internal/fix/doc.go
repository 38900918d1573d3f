// Package fix goes from a raw key to its fix: the constant of the generated
// code that names the key, with the import that it needs. A fix that is not
// certain is not offered.
package fix
