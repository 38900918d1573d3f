// Package scan compares the values in a database with a schema: what code generated from it
// would refuse, what it doesn't know, and what is left of older names.
package scan
