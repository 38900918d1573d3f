// Package report keeps what is found in one package: findings, uses of keys,
// and what could not be followed, with the reason as users read it. It knows
// what is left alone, such as tests and generated files, and which rules the
// schema turns off. It judges nothing itself.
package report
