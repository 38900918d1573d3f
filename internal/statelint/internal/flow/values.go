package flow

import (
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// Values follows values through a package: to the text of a string, the read
// that a value comes from, and whether a value is a state.
type Values struct {
	*Package
	states        map[types.Object]bool // interfaces that a state is passed as
	getters       map[*types.Func]Text
	getterManners map[*types.Func]framework.Manner // of those in getters
}

// NewValues makes values of an indexed package.
func NewValues(p *Package) *Values {
	return &Values{Package: p, states: map[types.Object]bool{}, getters: map[*types.Func]Text{}, getterManners: map[*types.Func]framework.Manner{}}
}
