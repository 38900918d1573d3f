package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

//go:embed airline.json
var timetable []byte

// An airline simulates the booking system of a supplier. A real product would
// have its client here.
type airline struct{ departures []departure }

// A departure is a flight in the supplier's own terms, which differ from ours.
type departure struct {
	Number   string    `json:"number"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	Departs  time.Time `json:"departs"`
	Minutes  int       `json:"minutes"`
	Price    float64   `json:"price"`
	Stopover *string   `json:"stopover,omitempty"`
	Window   []string  `json:"window"`
	Legroom  []string  `json:"legroom"`
}

func openAirline() (*airline, error) {
	a := &airline{}
	if err := json.Unmarshal(timetable, &a.departures); err != nil {
		return nil, fmt.Errorf("airline.json: %w", err)
	}
	return a, nil
}

// search finds the departures between two cities, whatever their letter case.
func (a *airline) search(from, to string) []departure {
	var found []departure
	for _, d := range a.departures {
		if strings.EqualFold(d.From, from) && strings.EqualFold(d.To, to) {
			found = append(found, d)
		}
	}
	return found
}

// seats returns the free seats of a flight by kind; taken are those already sold.
func (a *airline) seats(number string, kind bookingstate.SeatWish, taken []string) ([]string, error) {
	i := slices.IndexFunc(a.departures, func(d departure) bool { return d.Number == number })
	if i < 0 {
		return nil, fmt.Errorf("no flight %q", number)
	}
	all := a.departures[i].Window
	if kind == bookingstate.SeatWishLegroom {
		all = a.departures[i].Legroom
	}
	sold := func(seat string) bool { return slices.Contains(taken, seat) }
	return slices.DeleteFunc(slices.Clone(all), sold), nil
}

// flight translates a departure into our terms.
func (d departure) flight() bookingstate.Flight {
	return bookingstate.Flight{
		Number:   d.Number,
		Departs:  d.Departs,
		Duration: time.Duration(d.Minutes) * time.Minute,
		Price:    d.Price,
		Stopover: d.Stopover,
	}
}
