package schema

import "github.com/seed92179c4c/stategen/diag"

func testSource(text string) *diag.Source { return diag.NewSource("stategen.yaml", []byte(text)) }
