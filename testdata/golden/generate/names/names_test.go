package naming

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// The names are what this test is about: it compiles only if they are so.
func TestNames(t *testing.T) {
	s := Of(runtime.MapState{})
	server := HTTPServer{BaseURL: "u", UserIDs: []int{1}, XY: nil}
	for _, err := range []error{
		s.SetUserName("a"), s.SetUserIDs([]string{"b"}), s.SetAPIEndpoint("c"), s.SetHTTPServer(server),
		s.SetLastError(APIErrorAny), s.SetLastError(APIError404), s.SetBuildName("d"), s.SetStep("e"),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}
