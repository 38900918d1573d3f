// Package sessiondb reads the databases of session services: those of the stores
// runtime/sqlite and runtime/postgres, and of ADK's database service for Go, JavaScript
// and Python on SQLite and PostgreSQL. It reads all of one moment, row by row, and changes nothing: it makes
// no file, and brings no table up to date. A store on Redis it reads through the
// interface of stores, each session as of one moment.
//
// No error has a password or a stored value in it.
package sessiondb
