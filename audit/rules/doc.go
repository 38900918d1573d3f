// Package rules says what is wrong in a project without a schema, from facts about its keys
// and agents: keys that nothing reads or sets, types that contradict each other, agents that
// run too early, answers that replace each other.
package rules
