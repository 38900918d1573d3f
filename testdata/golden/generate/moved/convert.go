package moved

import (
	"fmt"
	"strconv"
	"strings"
)

func budgetFromString(old string) (Budget, error) {
	amount, currency, ok := strings.Cut(old, " ")
	f, err := strconv.ParseFloat(amount, 64)
	if !ok || err != nil {
		return Budget{}, fmt.Errorf("%q is not an amount and a currency", old)
	}
	return Budget{Amount: f, Currency: currency}, nil
}

func budgetFromFloat(old float64) (Budget, error) {
	return Budget{Amount: old, Currency: "EUR"}, nil
}

func secretFromString(old string) (Budget, error) { return budgetFromString(old) }

func flightPriceFromFloat(old float64) (Budget, error) { return budgetFromFloat(old) }

func flightNextFromListOfFlight(old []Flight) (Flight, error) {
	if len(old) != 1 {
		return Flight{}, fmt.Errorf("%d flights follow", len(old))
	}
	return old[0], nil
}
