package moves

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// EnumValue reads the older values of an enum's value.
func (r *Reader) EnumValue(v *schema.EnumValue, body *yamlsrc.Node) {
	for _, item := range body.Strings("renamed_from") {
		v.RenamedFrom = append(v.RenamedFrom, item.Text)
	}
}

// Enum reports older values of an enum that are still in use, or that two values
// claim. List is what its values were read from.
func (r *Reader) Enum(values []schema.EnumValue, list *yamlsrc.Node) {
	used, claimed := map[string]diag.Span{}, map[string]diag.Span{}
	for _, v := range values {
		used[v.Value] = v.Span
	}
	for _, body := range list.Items {
		for _, item := range body.Strings("renamed_from") {
			span, inUse := used[item.Text]
			first, taken := claimed[item.Text]
			switch {
			case inUse:
				r.Say(stillAValue, item.Span, diag.Name(item.Text)).Related(span, "declared here")
			case taken:
				r.Say(alreadyOlder, item.Span, diag.Name(item.Text)).Related(first, "claimed here")
			default:
				claimed[item.Text] = item.Span
			}
		}
	}
}
