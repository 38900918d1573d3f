// Package typescript prints a plan as one TypeScript module for front ends: types, keys and
// defaults, and zod schemas if the target zod is on. Names that collide are diagnostics.
package typescript
