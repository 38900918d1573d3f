// Package names follows the names of Python files to what they stand for: a [File] knows what
// its lines assign, define and import; a [Scope] follows a name of one through loops, calls and
// other files of the [Project] to the values and texts that it stands for. What sessions and
// agents are, and what is done with their states, is for package python to say.
package names
