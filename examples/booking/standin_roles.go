package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

func playFrontDesk(s scene) reply {
	step := s.facts["Step of this booking"]
	if step == "" {
		return say("I can't see how far your booking has come. How may I help?")
	}
	if step == "done" && saysTo.MatchString(s.said) {
		step = "another trip"
	}
	if colleague := s.facts[step]; colleague != "" {
		return call(toolTransfer, "agent", colleague)
	}
	leaves, err := time.Parse(time.RFC3339, s.facts["Next departure"])
	if err != nil {
		return say("Your booking is paid%s.", named(s))
	}
	return say("Your booking %s is paid%s. You leave on %s.",
		s.facts["Reference"], named(s), leaves.Format("Monday 2 January at 15:04 UTC"))
}

var (
	saysName  = regexp.MustCompile(`(?:I'm|I am|[Mm]y name is) (\p{Lu}\p{L}+)`)
	saysFrom  = regexp.MustCompile(`[Ff]rom (\p{Lu}\p{L}+)`)
	saysTo    = regexp.MustCompile(`\bto (\p{Lu}\p{L}+)`)
	saysFind  = regexp.MustCompile(`(?i)\b(find|search)\b`)
	saysSeat  = regexp.MustCompile(`\b[0-9]{1,2}[A-F]\b`)
	saysPayer = regexp.MustCompile(`(?i)\b(charge|pay) (it|my card)\b`)
)

func playSearch(s scene) reply {
	var found struct{ Flights []offer }
	var chosen offer
	switch {
	case s.answer("choose_flight", &chosen) && chosen.Number != "":
		return say("%s at %s is yours. Would you rather sit by the window, or have room for your legs?",
			chosen.Number, chosen.Departs.Format("15:04"))
	case s.answer("search_flights", &found):
		return readOut(s, found.Flights)
	case s.facts["Step of this booking"] == "choose_flight" && !saysFind.MatchString(s.said):
		return choose(s)
	}
	r := introduce(s)
	from := cmp.Or(firstMatch(saysFrom, s.said), s.facts["From"])
	to := cmp.Or(firstMatch(saysTo, s.said), s.facts["To"])
	if from == "" || to == "" {
		r.text = "Where do you start, and where would you like to go?"
		return r
	}
	return r.and("search_flights", "from", from, "to", to)
}

// introduce remembers a name that the traveller tells us and that we did not know.
func introduce(s scene) reply {
	if name := firstMatch(saysName, s.said); name != "" && name != s.facts["Name"] {
		return call("remember_name", "name", name)
	}
	return reply{}
}

func readOut(s scene, flights []offer) reply {
	from, to := s.facts["From"], s.facts["To"]
	if len(flights) == 0 {
		return say("I find no flight from %s to %s. Shall I look somewhere else?", from, to)
	}
	var list []string
	for _, f := range flights {
		text := fmt.Sprintf("%s at %s for %s", f.Number, f.Departs.Format("15:04"), euros(f.Price))
		if f.Stopover != "" {
			text += " via " + f.Stopover
		}
		list = append(list, text)
	}
	return say("%sFrom %s to %s there is %s. Which one shall it be?", greeting(s), from, to, enumerate(list))
}

func greeting(s scene) string {
	switch visits, trips := s.facts["Visits"], s.facts["Trips"]; {
	case s.facts["Name"] == "":
		return ""
	case visits == "" || visits == "1":
		return "Good to meet you" + named(s) + ". "
	case trips == "" || trips == "0":
		return "Welcome back" + named(s) + ". "
	default:
		return fmt.Sprintf("Welcome back%s: %s with us so far. ", named(s), count(trips, "trip"))
	}
}

// choose chooses one of the offers, by its number or by what is said about it.
func choose(s scene) reply {
	var offers []offer
	if s.failure("choose_flight") != "" || !s.fact("Offers", &offers) || len(offers) == 0 {
		return say("I have lost sight of the flights. Which number was it?")
	}
	said := strings.ToLower(s.said)
	switch {
	case strings.Contains(said, "cheapest"):
		slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(a.Price, b.Price) })
		return call("choose_flight", "number", offers[0].Number)
	case strings.Contains(said, "earliest"):
		slices.SortStableFunc(offers, func(a, b offer) int { return a.Departs.Compare(b.Departs) })
		return call("choose_flight", "number", offers[0].Number)
	}
	for _, o := range offers {
		if strings.Contains(said, strings.ToLower(o.Number)) {
			return call("choose_flight", "number", o.Number)
		}
	}
	return say("Which of the flights shall it be? Tell me its number.")
}

func playWindowScout(s scene) reply { return scout(s, "find_window_seats", "window seats") }
func playLegroomScout(s scene) reply {
	return scout(s, "find_legroom_seats", "seats with more legroom")
}

func scout(s scene, tool, kind string) reply {
	var flight offer
	if !s.fact("Flight", &flight) {
		return say("I don't know which flight to look at.")
	}
	var free struct{ Seats []string }
	if !s.answer(tool, &free) {
		return call(tool, "flight", flight.Number)
	}
	if len(free.Seats) == 0 {
		return say("No %s are left on %s.", kind, flight.Number)
	}
	return say("Free %s on %s: %s.", kind, flight.Number, enumerate(free.Seats))
}

func playSeatDesk(s scene) reply {
	seats := map[string][]string{
		"window":  saysSeat.FindAllString(s.facts["Window seats"], -1),
		"legroom": saysSeat.FindAllString(s.facts["Legroom seats"], -1),
	}
	var taken struct{ Seat string }
	if s.answer("take_seat", &taken) && taken.Seat != "" {
		return say("Seat %s is yours%s. Shall I charge your card?", taken.Seat, otherSeat(seats, taken.Seat))
	}
	wish, r := wishFor(s)
	if len(seats[wish]) == 0 {
		return say("By the window I have %s, with more legroom %s. Which do you prefer?",
			orNone(seats["window"]), orNone(seats["legroom"]))
	}
	return r.and("take_seat", "seat", seats[wish][0])
}

// wishFor finds the traveller's wish in what was just said, or else among the
// facts; it remembers a new wish.
func wishFor(s scene) (wish string, r reply) {
	said := strings.ToLower(s.said)
	switch {
	case strings.Contains(said, "window"):
		wish = "window"
	case strings.Contains(said, "leg"):
		wish = "legroom"
	default:
		return s.facts["Wish"], reply{}
	}
	if wish != s.facts["Wish"] {
		r = call("remember_seat_wish", "wish", wish)
	}
	return wish, r
}

// otherSeat names the first seat of the kind that was not taken.
func otherSeat(seats map[string][]string, taken string) string {
	phrases := []struct{ kind, phrase string }{
		{"window", "; by the window there would be %s"},
		{"legroom", "; with more legroom there would be %s"},
	}
	for _, p := range phrases {
		if free := seats[p.kind]; len(free) > 0 && !slices.Contains(free, taken) {
			return fmt.Sprintf(p.phrase, free[0])
		}
	}
	return ""
}

func playPayment(s scene) reply {
	var paid, quoted struct {
		Amount    float64
		Reference string
	}
	switch {
	case s.failure("charge_card") != "":
		return say("I could not take the payment: %s. What would you like to do?", s.failure("charge_card"))
	case s.answer("charge_card", &paid):
		return say("Thank you, %s paid. Your reference is %s; that makes %s with us.",
			euros(paid.Amount), paid.Reference, count(s.facts["Trips"], "trip"))
	case saysPayer.MatchString(s.said):
		return call("charge_card")
	case s.answer("quote_price", &quoted):
		return say("%s in seat %s comes to %s%s. Shall I charge your card?",
			flightNumber(s), s.facts["Seat"], euros(quoted.Amount), promotion(s))
	}
	return call("quote_price")
}

func flightNumber(s scene) string {
	var flight offer
	s.fact("Flight", &flight)
	return cmp.Or(flight.Number, "Your flight")
}

func promotion(s scene) string {
	var p struct {
		Code    string
		Percent int
	}
	if !s.fact("Promotion", &p) {
		return ""
	}
	return fmt.Sprintf(", %d percent off with %s", p.Percent, p.Code)
}

func firstMatch(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

func named(s scene) string {
	if name := s.facts["Name"]; name != "" {
		return ", " + name
	}
	return ""
}

func euros(amount float64) string { return fmt.Sprintf("%.2f EUR", amount) }

func count(n, noun string) string {
	if n == "1" {
		return "1 " + noun
	}
	return cmp.Or(n, "some") + " " + noun + "s"
}

func enumerate(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

func orNone(seats []string) string { return cmp.Or(enumerate(seats), "none") }
