// Package fleet is a host of a fleet: several machines that share worlds, over an engine that keeps the truth. A host
// reads mailboxes, takes mails, resolves turns and sends letters. What is done with one world is handed in by the command
// line, which calls Run. docs/flow.md says what is left when a host is killed.
//
// There are no queues. What is due is read from the heads of the logs, each second, so a crash between two steps needs
// nothing but the next look. Leases keep two hosts from doing the same thing at once. They protect nothing: that is the
// fence of the world's log. Each kind of work has hands of its own, and large worlds have others than small ones:
//
//   - poll lists a mailbox and appends a row for each mail to its log, never the mail itself. Then it appends a barrier:
//     all mail that had come by this time of the engine's clock was listed. Mail for no world is put aside, and one
//     letter a day tells the operator.
//   - mail has a world take the mails of its rows. The mail server moves them when the world's entry is appended.
//   - turns looks at worlds whose deadline has passed, and at each world every five minutes. The clock of a turn is not
//     the present, but the last barrier whose rows the world has all taken. A barrier of the future counts for nothing.
//   - send empties the outboxes of the worlds of an account, those first that have waited longest. While more turns are
//     due than the host has hands for, younger letters wait for half a minute at most.
//   - deaf and stuck tell people of trouble that lasts: a mailbox that no host can read, a mail that a world cannot take.
//   - archive makes whole copies: after a turn whose letters have left, once a day if anything has changed, and at once
//     after something was forgotten.
//   - mark renews the mark of each world in its mailbox, after each turn and once an hour if anything has changed.
//   - compare holds the journal of a world against its mark, and prove the copies of this host against the heads. Both
//     find a journal that has lost what it had confirmed, though nothing is due.
//
// Each host begins with the worlds that fall to it by a hash of both names and goes on with the others from their end. So
// hosts seldom meet, and any of them may do any world.
package fleet

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/mailer/imap"
	"weltentor/resolve/store"
)

// Stay is a world in the hands of one host: nobody else works on it, its folder is as the
// journal has it, and every change goes there before anything leaves the house.
type Stay struct {
	World   string
	Dir     string
	Mailbox string    // of fleet.toml, by name; "": none
	Account string    // likewise
	Now     time.Time // by the engine's clock; of a turn, until when its mail was taken
	Lock    *store.DirLock
	Link    *store.Link
}

// Crew does what is to be done with one world.
type Crew interface {
	// Rules are the versions of the rules that this program has, by rulebook.
	Rules() map[string]int
	// Take fetches these mails, and commits and puts away each. It gives false if some are to
	// come again.
	Take(ctx context.Context, s Stay, mails []post.Placed) (all bool, err error)
	// Advance resolves the turn if it is due at s.Now, and does what is to be done while it
	// waits.
	Advance(ctx context.Context, s Stay) (resolved bool, err error)
	// Send sends what is due. It asks before each letter; ErrLimited ends it without a word.
	Send(ctx context.Context, s Stay, permit func(context.Context) error) (sent int, err error)
	// Inbox is how a mailbox of fleet.toml is reached.
	Inbox(ctx context.Context, mailbox string) (imap.Config, error)
	// Marks are those in a mailbox of fleet.toml.
	Marks(ctx context.Context, mailbox string) ([]imap.Neighbour, error)
	// Mark is a world's mark for its mailbox, without what it says of the journal.
	Mark(e Entered, c imap.Config) imap.Mark
	// Alarm mails the operator that a world stands still.
	Alarm(ctx context.Context, world string, why Stopped) error
	// Deaf mails the operator that no host could read a mailbox for long.
	Deaf(ctx context.Context, mailbox string, t Trouble, why error) error
	// Unread writes down in a world that its mailbox could not be read since then: it tells its game master
	// when it is time.
	Unread(ctx context.Context, s Stay, since time.Time, why error) error
	// Stuck tells the game master, or otherwise the operator, of mail that the world could not take for long.
	Stuck(ctx context.Context, s Stay, t Trouble, why error) error
	// Astray mails the operator of mails of a mailbox that are for no world, and are in this folder.
	Astray(ctx context.Context, mailbox, folder string, a Astray) error
	// Warn mails the operator that this host's archive fails.
	Warn(ctx context.Context, t Trouble) error
	// Copy writes the world's store into a new file.
	Copy(s Stay, file string) error
}
