package main

import (
	"context"
	"errors"
	"slices"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// takeUp returns a session in which the booking goes on with what the traveller has picked on
// the page. A page may set its choices and nothing else: what a flight costs, and which seats
// there are, is what the agents have found.
func (a *agency) takeUp(ctx context.Context, user, conversation string) (*runtime.Session, error) {
	session, err := a.svc.Get(ctx, runtime.GetRequest{AppName: appName, UserID: user, SessionID: conversation})
	if err != nil {
		return nil, err
	}
	event := &runtime.Event{Author: authorAgency}
	return session, runtime.Update(ctx, a.svc, session, event, func(s runtime.State) error {
		st := bookingstate.Of(s)
		step, err := st.BookingStep()
		switch {
		case err != nil:
			return err
		case step == bookingstate.StepChooseFlight:
			return takeFlight(st)
		case step == bookingstate.StepChooseSeat:
			return takeSeat(st)
		}
		return nil
	})
}

func takeFlight(st *bookingstate.State) error {
	number, picked, err1 := st.FlightChoice()
	offers, err2 := st.Offers()
	if err := errors.Join(err1, err2); err != nil || !picked {
		return err
	}
	i := slices.IndexFunc(offers, func(f bookingstate.Flight) bool { return f.Number == number })
	if i < 0 {
		return st.ClearFlightChoice()
	}
	return errors.Join(
		st.ClearFlightChoice(),
		st.SetSelectedFlight(offers[i]),
		st.SetBookingStep(bookingstate.StepChooseSeat),
	)
}

func takeSeat(st *bookingstate.State) error {
	seat, picked, err1 := st.SeatChoice()
	window, err2 := st.WindowSeats()
	legroom, err3 := st.LegroomSeats()
	if err := errors.Join(err1, err2, err3); err != nil || !picked {
		return err
	}
	if !slices.Contains(window, seat) && !slices.Contains(legroom, seat) {
		return st.ClearSeatChoice()
	}
	return errors.Join(
		st.ClearSeatChoice(),
		st.SetSeat(seat),
		st.SetBookingStep(bookingstate.StepPay),
	)
}
