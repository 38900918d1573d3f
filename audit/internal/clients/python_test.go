package clients_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/audit/internal/clients"
)

// TestIsPython holds which texts in Python are of clients.
func TestIsPython(t *testing.T) {
	for text, want := range map[string]bool{
		"import requests\nrequests.get(f'{BASE}/apps/a')":                          true,
		"    from httpx import post\npost(BASE + '/run')":                          true,
		"import urllib.request\nopen(f'{BASE}/run_sse?x')":                         true,
		"import aiohttp\n'/sessions'":                                              true,
		"import requests\n'/runs'":                                                 false,
		"import requests\n'/weather'":                                              false,
		"# import requests\n'/apps/'":                                              false,
		"import requests_cache\n'/apps/'":                                          false,
		"import requests\nfrom google.adk.agents import Agent\n'/apps/a/sessions'": false,
		"import requests\nfrom google import adk\n'/apps/a/sessions'":              false,
	} {
		if clients.IsPython(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// TestInPython holds what texts of such clients say that differs from what others say.
func TestInPython(t *testing.T) {
	search := clients.NewSearch([]string{"order_status", "outline"})
	for text, want := range map[string]string{
		`show(s["order_status"])`:                            "named order_status, read order_status",
		`for key in ("outline",): show(state.get(key))`:      "named outline, read outline",
		`for k in KEYS: show(s["state"][k], "outline")`:      "named outline, read outline",
		`for key in ("outline",): show(form.get(key))`:       "named outline",
		`st.session_state[key]; st.text("outline")`:          "named outline",
		`st.session_state["order_status"]`:                   "",
		`st.session_state.get('outline')`:                    "",
		`st.session_state.order_status`:                      "",
		`{"order_status": 1, 'outline': 2}`:                  "",
		`st.session_state.items()`:                           "",
		`for k, v in session["state"].items(): state.keys()`: "walks",
	} {
		if got := shown(search.InPython(text)); got != want {
			t.Errorf("%s\nsays %q, not %q", text, got, want)
		}
	}
}
