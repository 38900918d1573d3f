package runtime

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/upkeep"
)

// PruneRequest says what is to be removed. What is zero removes nothing.
type PruneRequest = upkeep.PruneRequest

// PruneReport counts what was done or, with CountOnly, what is to be done.
type PruneReport = upkeep.PruneReport

// Prune removes old sessions and old events. The state of a session that stays stays
// the same: the state as of the last event that was removed takes the place of those
// before, so that AsOf and Events are exact from the oldest event on that is left, and a
// *PrunedError before it. The last event of a session is never removed.
//
// It works in small steps, each a transaction of its own, between which others write.
// It can be ended at any moment and run again: what was done stays done. Appends that
// come in the meantime lose nothing and fail no more than otherwise. Errors: those of bad
// input; errors.ErrUnsupported if the store is no store.Maintainer. The report says
// what was done up to an error.
func (svc *Service) Prune(ctx context.Context, r PruneRequest) (PruneReport, error) {
	ctx, call := svc.begin(ctx, "Prune", r.AppName)
	report, err := upkeep.Prune(ctx, kept{svc}, r)
	call.end(err)
	return report, err
}

// PurgeRequest says which state key is to be purged.
type PurgeRequest = upkeep.PurgeRequest

// PurgeReport counts what was done or, with CountOnly, what is to be done. No value is
// in it.
type PurgeReport = upkeep.PurgeReport

// Purge removes all values of a state key, those in histories too. Where the key is set
// it appends an event that unsets it. An event that gave the key a value stays in its
// place, and says that it unset the key: so Get with AsOf never finds it, and everything
// else is as it was. This is for legal reasons; a key that is merely not used any more
// needs no more than an event that unsets it.
//
// It works in small steps, each a transaction of its own, between which others write. It
// can be ended at any moment and run again. What others write under the key meanwhile
// may stay, so stop those who do first. Values that a merge operation has taken over under
// another name (renamed_from) are another key's: purge that one, too. An append that is
// tried again whose event was changed is an ErrEventExists. Handles keep what they have
// loaded; for files of the store, see Compact. Errors: those of bad input;
// errors.ErrUnsupported if the store is no store.Maintainer. The report says what was
// done up to an error.
func (svc *Service) Purge(ctx context.Context, r PurgeRequest) (PurgeReport, error) {
	ctx, call := svc.begin(ctx, "Purge", r.AppName)
	report, err := upkeep.Purge(ctx, kept{svc}, r)
	call.end(err)
	return report, err
}

// DeleteUserRequest asks for the end of all that an app keeps of a user.
type DeleteUserRequest = upkeep.DeleteUserRequest

// DeleteUser removes all that an app keeps of a user: the sessions, their histories,
// and the user's state. Readers and writers see all of it go at one moment; from then
// on handles of the sessions get ErrSessionNotFound, and so do those that Shared returned
// of the user. Who creates a session after that moment begins with nothing.
//
// A handle that Shared returned before it had events knows the user by what the user had
// then: sessions or, without any, state. Where there was nothing, and nothing was appended
// through it, it begins the user anew.
//
// What nobody can reach any more is then deleted in small steps, between which others
// write. After an error call it again: it does the rest, also if the program died. A
// user who isn't there is no error. Errors: those of bad input; errors.ErrUnsupported if
// the store is no store.Maintainer.
//
// Events of the app itself, and the app's state, may tell of the user; they stay. Until
// Compact with Rewrite, pieces of what was deleted may be found in the store's files.
func (svc *Service) DeleteUser(ctx context.Context, r DeleteUserRequest) error {
	ctx, call := svc.begin(ctx, "DeleteUser", r.AppName)
	err := upkeep.DeleteUser(ctx, kept{svc}, r)
	call.end(err)
	return err
}

// DeleteAppRequest asks for the end of all that is kept of an app.
type DeleteAppRequest = upkeep.DeleteAppRequest

// DeleteApp removes an app: one user after the other, each as DeleteUser does, and in
// the end the state that they share, with its history. A user who comes while it runs
// may stay. Errors are those of DeleteUser.
func (svc *Service) DeleteApp(ctx context.Context, r DeleteAppRequest) error {
	ctx, call := svc.begin(ctx, "DeleteApp", r.AppName)
	err := upkeep.DeleteApp(ctx, kept{svc}, r)
	call.end(err)
	return err
}

// CompactRequest says how to free space.
type CompactRequest = upkeep.CompactRequest

// Compact gives back the space that deleted and pruned data has left, in small steps
// between which others write. On SQLite the file becomes smaller, except for one that an
// earlier version made, before it was written anew once. On PostgreSQL the tables are
// vacuumed, and keep their size for what comes.
//
// Pieces of what was deleted may be left where nothing is stored, until Rewrite is set.
// What a database server or an operator keeps besides, such as logs of writes, replicas
// and backups, is up to them. Errors: errors.ErrUnsupported if the store is no
// store.Maintainer.
func (svc *Service) Compact(ctx context.Context, r CompactRequest) error {
	ctx, call := svc.begin(ctx, "Compact", "")
	err := upkeep.Compact(ctx, kept{svc}, r)
	call.end(err)
	return err
}

// kept is a service as package upkeep sees it.
type kept struct{ *Service }

func (k kept) Append(ctx context.Context, key store.SessionKey, l store.Loaded, e *Event) error {
	return k.AppendEvent(ctx, newSession(key, l), e)
}
