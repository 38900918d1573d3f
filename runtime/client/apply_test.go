package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// full is a store whose disk is full, once it is.
type full struct {
	store.Store
	now bool
}

var errFull = errors.New("no space left")

func (f *full) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if f.now {
		return nil, errFull
	}
	return f.Store.Append(ctx, a)
}

// TestSentAgainToFailingStore holds that changes which were stored, and whose answer was lost, are no
// conflict when they are sent again and the store fails: what became of them isn't known.
func TestSentAgainToFailingStore(t *testing.T) {
	contract := client.NewContract(
		client.Key[string]{Name: "city", Write: true, Optional: true, As: typed.AsString, From: typed.FromString},
	)
	st := &full{Store: memory.NewStore()}
	svc := runtime.NewService(st)
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	changes := client.Changes{ID: "one", Set: json.RawMessage(`{"city": "Bern"}`)}
	if _, err := contract.Apply(t.Context(), svc, session, nil, changes); err != nil {
		t.Fatal(err)
	}
	st.now = true
	again, err := contract.Apply(t.Context(), svc, session, nil, changes)
	if again != nil || !errors.Is(err, errFull) {
		t.Errorf("%+v, error %v", again, err)
	}
}
