// Package syntax knows the words of Python and its expressions: a [Source] is the text of a
// file, cut into tokens, whose strings, names, calls and dicts can be read wherever they stand.
// It reads any text and follows no name: what an expression stands for is for others to say.
package syntax
