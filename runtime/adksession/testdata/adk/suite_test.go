//adk:needs session/sessiontestsuite

package adktest

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/adksession"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/sessiontestsuite"
)

// TestSuite is ADK's own suite for session services.
func TestSuite(t *testing.T) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			sessiontestsuite.RunServiceTests(t, sessiontestsuite.SuiteOptions{SupportsUserProvidedSessionID: true},
				func(t *testing.T) session.Service { return adksession.New(open(t)) })
		})
	}
}
