package main

import (
	"errors"
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"

	"github.com/seed92179c4c/stategen/examples/adk/tablestate"
)

// newRestaurant returns agents that answer one after the other: a waiter and a cashier.
func newRestaurant() (agent.Agent, error) {
	order, err := functiontool.New(functiontool.Config{Name: "order_dish", Description: "Orders a dish."}, orderDish)
	if err != nil {
		return nil, err
	}
	waiter, err := llmagent.New(llmagent.Config{
		Name:                "waiter",
		Model:               script(takeOrders),
		InstructionProvider: tablestate.WaiterProvider,
		Tools:               []tool.Tool{order},
	})
	if err != nil {
		return nil, err
	}
	cashier, err := llmagent.New(llmagent.Config{
		Name:                "cashier",
		Model:               script(sayBill),
		InstructionProvider: tablestate.CashierProvider,
		OutputKey:           tablestate.KeyBill,
	})
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{
		AgentConfig: agent.Config{Name: "restaurant", SubAgents: []agent.Agent{waiter, cashier}},
	})
}

var menu = map[string]int{"espresso": 3, "margherita": 11, "tiramisu": 6}

type order struct {
	Dish string `json:"dish"`
}

type ordered struct {
	Price int `json:"price"`
}

// orderDish runs in parallel with itself when the model orders several dishes at once.
// All of them count, because For merges as the schema says.
func orderDish(ctx agent.Context, in order) (ordered, error) {
	price, ok := menu[in.Dish]
	if !ok {
		return ordered{}, fmt.Errorf("%q is not on the menu", in.Dish)
	}
	table := tablestate.For(ctx)
	return ordered{price}, errors.Join(table.AppendDishes(in.Dish), table.AddTotal(price), table.AddUserSpent(price))
}
