// Package names holds keys for the package above it.
package names

const Constant = "bad_constant"

func Built(id string) string { return "bad_built_" + id }
