// Package clients looks for the names of state keys in the texts of a program's clients: pages and
// apps, whose languages it doesn't know. It reads words.
package clients
