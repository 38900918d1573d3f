// Package survey says what only an audit asks for of Python files that use Google's ADK: their
// agents as trees, calls and functions that fail whenever they run, and texts that may be keys.
// It builds on what package python has read, and follows names through the whole project.
package survey
