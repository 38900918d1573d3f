package main

import (
	"maps"
	"testing"
)

func TestInSync(t *testing.T) {
	want, err := generate("../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := generated("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !maps.Equal(got, want) {
		t.Error("folder v1 is not what the package for adk/v2 becomes: run go generate in runtime/adksession")
	}
}
