// Package finding words what an audit finds at one place of the code, without facts about
// other places: calls that fail or never run, texts that no placeholder fills, states that
// nothing stores. It also says which findings of a check hold where no schema was written.
package finding
