package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

func (t tools) rememberName() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "remember_name",
			Description: "Remembers the traveller's name for all later conversations.",
			Parameters:  []Parameter{{"name", "The name as the traveller says it."}},
		},
		Run: func(desk Desk, args Args) (Answer, error) {
			name, err := args.text("name")
			if err != nil {
				return nil, err
			}
			return Answer{"name": name}, desk.State.SetUserName(name)
		},
	}
}

func (t tools) searchFlights() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "search_flights",
			Description: "Finds flights between two cities and offers them to the traveller.",
			Parameters:  []Parameter{{"from", "City of departure."}, {"to", "City of arrival."}},
		},
		Run: t.search,
	}
}

func (t tools) search(desk Desk, args Args) (Answer, error) {
	from, err1 := args.text("from")
	to, err2 := args.text("to")
	if err := errors.Join(err1, err2, startOver(desk.State)); err != nil {
		return nil, err
	}
	reply := t.airline.search(from, to)
	raw, err := plain(reply)
	if err != nil {
		return nil, err
	}
	offers := make([]bookingstate.Flight, len(reply))
	for i, d := range reply {
		offers[i] = d.flight()
	}
	step := bookingstate.StepChooseFlight
	if len(offers) == 0 {
		step = bookingstate.StepSearch
	}
	return Answer{"flights": describeAll(offers)}, errors.Join(
		desk.State.SetTempAirlineReply(raw),
		rememberCities(desk.State, from, to),
		desk.State.SetOffers(offers),
		desk.State.SetBookingStep(step),
	)
}

// rememberCities writes a city only if it is another one: it takes nothing back that the
// traveller has changed during the search.
func rememberCities(st *bookingstate.State, from, to string) error {
	departure, _, err1 := st.DepartureCity()
	destination, _, err2 := st.DestinationCity()
	errs := []error{err1, err2}
	if departure != from {
		errs = append(errs, st.SetDepartureCity(from))
	}
	if destination != to {
		errs = append(errs, st.SetDestinationCity(to))
	}
	return errors.Join(errs...)
}

// startOver drops a booking that is done, to make room for another.
func startOver(st *bookingstate.State) error {
	step, err := st.BookingStep()
	if err != nil || step != bookingstate.StepDone {
		return err
	}
	return errors.Join(
		st.ClearSelectedFlight(),
		st.ClearWindowSeats(),
		st.ClearLegroomSeats(),
		st.ClearSeat(),
		st.ClearAmountPaid(),
		st.ClearBookingReference(),
	)
}

func (t tools) chooseFlight() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "choose_flight",
			Description: "Settles on one of the flights on offer.",
			Parameters:  []Parameter{{"number", "The flight's number."}},
		},
		Run: func(desk Desk, args Args) (Answer, error) {
			number, err1 := args.text("number")
			offers, err2 := desk.State.Offers()
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			i := slices.IndexFunc(offers, func(f bookingstate.Flight) bool { return f.Number == number })
			if i < 0 {
				return nil, fmt.Errorf("no flight %s is on offer", number)
			}
			return describe(offers[i]), errors.Join(
				desk.State.SetSelectedFlight(offers[i]),
				desk.State.SetBookingStep(bookingstate.StepChooseSeat),
			)
		},
	}
}

func describeAll(flights []bookingstate.Flight) []any {
	list := make([]any, len(flights))
	for i, f := range flights {
		list[i] = map[string]any(describe(f))
	}
	return list
}

// describe tells a model about a flight.
func describe(f bookingstate.Flight) Answer {
	a := Answer{
		"number":   f.Number,
		"departs":  f.Departs.Format(time.RFC3339),
		"duration": f.Duration.String(),
		"price":    f.Price,
	}
	if f.Stopover != nil {
		a["stopover"] = *f.Stopover
	}
	return a
}

// plain turns a value into JSON-shaped ones.
func plain(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var out any
	return out, json.Unmarshal(text, &out)
}
