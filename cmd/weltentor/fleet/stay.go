// Package fleet has what hosts and commands of a fleet share: what is known about its worlds (Entered), which of them a
// mail is for (Sorter), and a world while a call works on it (Stay). A fleet is several machines that share worlds,
// whose records are rows of a database. Package hosts is a host, and package tables what the hosts share beside the
// records. With its key a command that was cut off can be given again, and its changes are made once (Invoke).
package fleet

import (
	"time"

	"weltentor/mailer/imap"
	"weltentor/resolve/store"
)

// Stay is a world in the hands of one host or command.
type Stay struct {
	World   string
	Dir     string    // a folder of its own, which only has its settings, if anything
	Mailbox string    // its name in fleet.toml; "": none
	Account string    // likewise
	Now     time.Time // by the database's clock; for a turn, the time up to which all mail was taken

	Engine   store.Engine // that has its records
	Settings string       // its world.toml
	Line     *imap.Line   // to its mailbox; nil: each poll logs in
	Marks    *imap.Marks  // in its mailbox; nil: each poll reads them

	Unanswered string // the folder in which this host keeps which commands had no answer
}
