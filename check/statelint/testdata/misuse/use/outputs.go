package use

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"misuse/tripstate"
)

var configs = []llmagent.Config{
	{OutputKey: tripstate.KeyUserTrips}, // want `an agent's final text is saved under "user:trips", which is declared as int`
	{OutputKey: tripstate.KeySeat},
}
