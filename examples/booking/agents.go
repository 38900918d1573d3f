package main

import "github.com/seed92179c4c/stategen/examples/booking/bookingstate"

//go:generate go tool stategen generate

// newFrontDesk builds the agents. The front desk gets each message first and
// hands the traveller over to the agent for the booking step:
//
//	front_desk
//	├── search
//	├── seats: one after the other
//	│   ├── scouts: at the same time
//	│   │   ├── window_scout
//	│   │   └── legroom_scout
//	│   └── seat_desk
//	└── payment
func newFrontDesk(t tools) Agent {
	return &modelAgent{
		name:        "front_desk",
		instruction: bookingstate.FrontDeskInstruction,
		team:        []Agent{newSearch(t), newSeats(t), newPayment(t)},
	}
}

func newSearch(t tools) Agent {
	return &modelAgent{
		name:        "search",
		instruction: bookingstate.SearchInstruction,
		tools:       []Tool{t.rememberName(), t.searchFlights(), t.chooseFlight()},
	}
}

// newSeats builds the agents that choose a seat. The scouts report to the seat
// desk through temp keys: what they write there lives until the turn ends.
func newSeats(t tools) Agent {
	windowScout := &modelAgent{
		name:        "window_scout",
		instruction: bookingstate.WindowScoutInstruction,
		tools:       []Tool{t.findWindowSeats()},
		outputKey:   bookingstate.KeyTempWindowReport,
	}
	legroomScout := &modelAgent{
		name:        "legroom_scout",
		instruction: bookingstate.LegroomScoutInstruction,
		tools:       []Tool{t.findLegroomSeats()},
		outputKey:   bookingstate.KeyTempLegroomReport,
	}
	seatDesk := &modelAgent{
		name:        "seat_desk",
		instruction: bookingstate.SeatDeskInstruction,
		tools:       []Tool{t.rememberSeatWish(), t.takeSeat()},
	}
	return &sequence{"seats", []Agent{
		&parallel{"scouts", []Agent{windowScout, legroomScout}},
		seatDesk,
	}}
}

func newPayment(t tools) Agent {
	return &modelAgent{
		name:        "payment",
		instruction: bookingstate.PaymentInstruction,
		tools:       []Tool{t.quotePrice(), t.chargeCard()},
	}
}
