// Package fleet is a host of a fleet: several machines that share worlds, over an engine that keeps the truth. A host
// reads mailboxes, takes mails, resolves turns and sends letters. The command line hands in what is done with one world,
// and calls Run. docs/flow.md says what is left when a host is killed.
//
// There are no queues. What is due is read from the heads of the logs, each second, so a crash between two steps needs
// nothing but the next look. Leases keep two hosts from doing the same thing at once. They do not protect the data: the
// fence of the world's log does. Each kind of work has its own hands, and large worlds have other hands than small ones:
//
//   - poll lists a mailbox and appends a row for each mail to its log, never the mail itself. Then it appends a barrier,
//     which says that all mail was listed that had come by this time of the engine's clock. Mail for no world is put
//     aside, and one letter a day tells the operator.
//   - mail makes a world take the mails of its rows. The mail server moves them when the world's entry is appended.
//   - turns looks at worlds whose deadline has passed, and at each world every five minutes. The clock of a turn is not
//     the present, but the last barrier whose rows the world has all taken. A barrier of the future does not count.
//   - send empties the outboxes of the worlds of an account, starting with those that have waited longest. While more
//     turns are due than the host has hands for, younger letters wait for half a minute at most.
//   - deaf and stuck tell people about trouble that lasts: a mailbox that no host can read, a mail that a world cannot
//     take.
//   - archive makes whole copies: after a turn whose letters have left, once a day if anything has changed, and at once
//     after something was forgotten.
//   - mark renews the mark of each world in its mailbox, after each turn and once an hour if anything has changed.
//   - compare compares the journal of a world with its mark, and prove compares it with this host's copy. Both find a
//     journal that has lost what it had confirmed, even if nothing is due.
//
// Each host begins with the worlds that fall to it by a hash of both names, and goes on with the others from the end of
// the list. So hosts seldom meet, and any of them may do any world.
package fleet

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/mailer/imap"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// Stay is a world in the hands of one host. Nobody else works on it, its folder is as the journal has it, and every
// change is in the journal before any letter leaves.
type Stay struct {
	World   string
	Dir     string
	Mailbox string    // its name in fleet.toml; "": none
	Account string    // likewise
	Now     time.Time // by the engine's clock; for a turn, the time up to which all mail was taken
	Lock    *disk.DirLock
	Link    *store.Link

	Engine   store.Engine // that has its records; nil: they are in the folder
	Settings string       // its world.toml, if there is an engine
	Line     *imap.Line   // to its mailbox; nil: each poll logs in

	Unanswered string // where this host keeps which commands had no answer; "": in Dir
}

// Worker does what a host does with one world.
type Worker interface {
	// Rules returns the versions of the rules that this program has, by rulebook.
	Rules() map[string]int
	// Take fetches these mails, and commits and puts away each. It returns false if some are to come again.
	Take(ctx context.Context, s Stay, mails []post.Placed) (all bool, err error)
	// Advance resolves the turn if it is due at s.Now, and does what is due while it waits.
	Advance(ctx context.Context, s Stay) (resolved bool, err error)
	// Send sends the letters that are due, and calls permit before each. If permit returns errLimited, sending ends
	// without a complaint.
	Send(ctx context.Context, s Stay, permit func(context.Context) error) (sent int, err error)
	// Inbox returns how a mailbox of fleet.toml is reached.
	Inbox(ctx context.Context, mailbox string) (imap.Config, error)
	// Marks returns the marks in a mailbox of fleet.toml.
	Marks(ctx context.Context, mailbox string) ([]imap.Neighbour, error)
	// Mark makes a world's mark for its mailbox, without what it says about the journal.
	Mark(e Entered, c imap.Config) imap.Mark
	// Alarm mails the operator that a world stands still.
	Alarm(ctx context.Context, world string, why Stopped) error
	// Deaf mails the operator that no host has been able to read a mailbox for long.
	Deaf(ctx context.Context, mailbox string, t Trouble, why error) error
	// Unread records in a world since when its mailbox could not be read. The world tells its game master when it is
	// time.
	Unread(ctx context.Context, s Stay, since time.Time, why error) error
	// Stuck tells the game master, or otherwise the operator, about mail that the world has not been able to take for
	// long.
	Stuck(ctx context.Context, s Stay, t Trouble, why error) error
	// Astray mails the operator about mails of a mailbox that are for no world. They are in this folder.
	Astray(ctx context.Context, mailbox, folder string, a Astray) error
	// Warn mails the operator that this host's archive fails.
	Warn(ctx context.Context, t Trouble) error
	// Copy writes the world's store into a new file.
	Copy(s Stay, file string) error
}
