// Package index keeps the facts of a project by their keys, and answers what all rules ask of
// them: which facts are about the same programs, what may use any key, which names resemble
// each other, which writes are lost. However many facts there are, it compares few of them.
package index
