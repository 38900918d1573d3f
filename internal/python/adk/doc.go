// Package adk tells what the names and calls of Python files are to Google's ADK: agents,
// session services, the sessions that these return, and what becomes of them. What is done with
// states is for package python to say.
package adk
