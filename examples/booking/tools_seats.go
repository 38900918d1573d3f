package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

func (t tools) findWindowSeats() Tool {
	return t.findSeats("find_window_seats", "Lists the free window seats of a flight.",
		bookingstate.SeatWishWindow, (*bookingstate.State).SetWindowSeats)
}

func (t tools) findLegroomSeats() Tool {
	return t.findSeats("find_legroom_seats", "Lists the free seats with more legroom of a flight.",
		bookingstate.SeatWishLegroom, (*bookingstate.State).SetLegroomSeats)
}

func (t tools) findSeats(name, description string, kind bookingstate.SeatWish, set func(*bookingstate.State, []string) error) Tool {
	return Tool{
		Declaration: Declaration{name, description, []Parameter{{"flight", "The flight's number."}}},
		Run: func(desk Desk, args Args) (Answer, error) {
			number, err := args.text("flight")
			if err != nil {
				return nil, err
			}
			taken, err := desk.State.AppSeatsTaken(number)
			if err != nil {
				return nil, err
			}
			seats, err := t.airline.seats(number, kind, taken)
			if err != nil {
				return nil, err
			}
			return Answer{"seats": seats}, set(desk.State, seats)
		},
	}
}

func (t tools) rememberSeatWish() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "remember_seat_wish",
			Description: "Remembers for all later trips what the traveller looks for in a seat.",
			Parameters:  []Parameter{{"wish", "window or legroom"}},
		},
		Run: func(desk Desk, args Args) (Answer, error) {
			wish, err := args.text("wish")
			if err != nil {
				return nil, err
			}
			return Answer{"wish": wish}, desk.State.SetUserSeatWish(bookingstate.SeatWish(wish))
		},
	}
}

func (t tools) takeSeat() Tool {
	return Tool{
		Declaration: Declaration{
			Name:        "take_seat",
			Description: "Takes one of the free seats for the traveller.",
			Parameters:  []Parameter{{"seat", "The seat, such as 12A."}},
		},
		Run: func(desk Desk, args Args) (Answer, error) {
			seat, err1 := args.text("seat")
			window, err2 := desk.State.WindowSeats()
			legroom, err3 := desk.State.LegroomSeats()
			if err := errors.Join(err1, err2, err3); err != nil {
				return nil, err
			}
			if !slices.Contains(window, seat) && !slices.Contains(legroom, seat) {
				return nil, fmt.Errorf("seat %s is not free", seat)
			}
			return Answer{"seat": seat}, errors.Join(desk.State.SetSeat(seat), desk.State.SetBookingStep(bookingstate.StepPay))
		},
	}
}
