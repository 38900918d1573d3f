package agui

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/client"
)

func contract(testing.TB) *client.Contract {
	return &client.Contract{Write: map[string]bool{
		"city": true, "seat": true, "a/b~c": true, "offers": false, "user:name": true, "app:news": false, "temp:hint": false,
	}}
}
