// Package infer drafts a stategen.yaml from what an existing project says
// about its state: its Go source, agent configurations, recorded events, and
// stored sessions.
//
// Each source is turned into observations of keys. Draft merges them into keys
// with types, presence and doubts, and Render writes these down as a schema.
// What is not certain is said in a comment above the key.
package infer
