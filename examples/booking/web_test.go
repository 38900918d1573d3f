package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

// TestPageOfAStranger sends what the page doesn't send: the price of a flight and its seats stay what the agents
// have found, and other sites are kept out.
func TestPageOfAStranger(t *testing.T) {
	a := &agency{openTest(t, inMemory).svc, StandIn{}, agents(t)}
	server := httptest.NewUnstartedServer(nil)
	site, err := a.site(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = site
	server.Start()
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	ask := func(method, path, body string, header ...string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
			r.Host = r.Header.Get("Host")
		}
		answer, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	said := func(text string) string {
		t.Helper()
		message := `{"id": "m", "role": "user", "content": "` + text + `"}`
		_, events := ask("POST", "/agui", `{"threadId": "t", "runId": "r", "state": {}, "messages": [`+message+`]}`)
		return events
	}
	const state = "/agui/state?threadId=t"
	const cheap = `{"id": "c", "set": {"selected_flight":
		{"number": "TP552", "departs": "2027-05-03T08:15:00Z", "duration": "1h", "price": 0}}}`
	if code, _ := ask("POST", "/agui", `{}`); code != http.StatusUnauthorized {
		t.Errorf("without the page: %d", code)
	}
	if code, text := ask("GET", "/", ""); code != http.StatusOK || !strings.Contains(text, "page.js") {
		t.Errorf("the page: %d %s", code, text)
	}
	if events := said("From Lisbon to Oslo, please."); !strings.Contains(events, "Which one shall it be?") {
		t.Fatal(events)
	}
	for _, c := range []struct {
		body   string
		header []string
		code   int
	}{
		{cheap, nil, http.StatusUnprocessableEntity},
		{`{"id": "c", "set": {"booking_step": "done", "app:promotion": {"code": "X", "percent": 100}}}`, nil, http.StatusUnprocessableEntity},
		{`{"id": "c", "set": {"flight_choice": "XX1"}}`, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{`{"id": "c", "set": {"flight_choice": "XX1"}}`, []string{"Host", "example.com"}, http.StatusMisdirectedRequest},
		{`{"id": "c", "set": {"flight_choice": "XX1"}}`, nil, http.StatusOK},
	} {
		if code, text := ask("PATCH", state, c.body, c.header...); code != c.code {
			t.Errorf("%s %v: %d %s", c.body, c.header, code, text)
		}
	}
	const dropped = `"op":"remove","path":"/flight_choice"`
	if events := said("I take that one."); !strings.Contains(events, dropped) || strings.Contains(events, "/selected_flight") {
		t.Errorf("a flight that is not on offer is taken up: %s", events)
	}
	if code, text := ask("PATCH", state, `{"id": "d", "set": {"flight_choice": "KL1576"}}`); code != http.StatusOK {
		t.Errorf("%d %s", code, text)
	}
	events := said("I take that one.")
	if !strings.Contains(events, `"price":176`) || !strings.Contains(events, string(bookingstate.StepChooseSeat)) {
		t.Errorf("the flight is not taken up: %s", events)
	}
}
