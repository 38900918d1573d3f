// Package rewrite goes from a raw key to its fix: the setter of the generated
// code where that means the same for every value, else the constant that names
// the key, with the import that it needs. A fix that is not certain is not
// offered.
package rewrite
