package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

func (t tools) quotePrice() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "quote_price",
			Description: "Says what the chosen flight costs, promotion included.",
		},
		Run: func(desk Desk, _ Args) (Answer, error) {
			flight, err := chosenFlight(desk.State)
			if err != nil {
				return nil, err
			}
			amount, err := price(desk.State, flight)
			return Answer{"amount": amount}, err
		},
	}
}

func (t tools) chargeCard() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "charge_card",
			Description: "Charges the traveller's card and completes the booking.",
		},
		Run: func(desk Desk, _ Args) (answer Answer, err error) {
			err = desk.Update(func(st *bookingstate.State) error {
				answer, err = book(st)
				return err
			})
			if errors.Is(err, errSold) {
				return Answer{"error": err.Error()}, desk.State.SetBookingStep(bookingstate.StepChooseSeat)
			}
			return answer, err
		},
	}
}

// errSold sends a traveller back to the choice of a seat.
var errSold = errors.New("the seat was sold to somebody else meanwhile")

// book sells the chosen seat to this traveller, unless it was sold to another.
func book(st *bookingstate.State) (Answer, error) {
	flight, err := chosenFlight(st)
	if err != nil {
		return nil, err
	}
	if err := sellSeat(st, flight.Number); err != nil {
		return nil, err
	}
	amount, err1 := price(st, flight)
	reference, err2 := newReference(st)
	return Answer{"amount": amount, "reference": reference}, errors.Join(err1, err2,
		st.SetAmountPaid(amount),
		st.SetBookingReference(reference),
		st.SetBookingStep(bookingstate.StepDone),
		st.SetUserNextDeparture(flight.Departs),
		st.AddUserTripCount(1),
	)
}

// sellSeat marks the chosen seat as sold.
func sellSeat(st *bookingstate.State, flight string) error {
	seat, ok, err1 := st.Seat()
	taken, err2 := st.AppSeatsTaken(flight)
	switch err := errors.Join(err1, err2); {
	case err != nil:
		return err
	case !ok:
		return errors.New("no seat is chosen yet")
	case slices.Contains(taken, seat):
		return errSold
	}
	return st.UnionAppSeatsTaken(flight, seat)
}

// newReference counts one more booking of the agency.
func newReference(st *bookingstate.State) (string, error) {
	if err := st.AddAppBookingCount(1); err != nil {
		return "", err
	}
	n, err := st.AppBookingCount()
	return fmt.Sprintf("BK-%04d", n), err
}

func chosenFlight(st *bookingstate.State) (bookingstate.Flight, error) {
	flight, ok, err := st.SelectedFlight()
	if err == nil && !ok {
		err = errors.New("no flight is chosen yet")
	}
	return flight, err
}

// price is what a flight costs now, to the cent.
func price(st *bookingstate.State, flight bookingstate.Flight) (float64, error) {
	promotion, ok, err := st.AppPromotion()
	if err != nil || !ok {
		return flight.Price, err
	}
	amount := flight.Price * float64(100-promotion.Percent) / 100
	return math.Round(amount*100) / 100, nil
}
