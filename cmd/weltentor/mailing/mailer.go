// Package mailing fetches and sends the mail of an opened world. An opened folder goes in, a Mailer comes out. It
// reaches the servers, takes letters in, hands letters over, and does everything for cron, even for several worlds
// that share an inbox. Commands that touch mail call it, and hosts of a fleet.
package mailing

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/sorting"
)

// Mailer does the mail of an opened world.
type Mailer struct {
	*folder.Opened
	proving *prover           // nil until a sender must be proven
	tokens  map[string]string // made in this call by token_command
	deaf    bool              // its mailbox could not be read in this call
	again   bool              // mails that came after the restored backup are being read
	inbox   *sorting.Inbox    // see shared
	held    bool              // a turn is held, see Waits
	carried int               // requests of the game master that were carried out in this call
	stay    *stay             // nil: only this call serves the world
	notify  *notify.Settings  // who is told of what happens; nil: nobody
	heard   heard
}

// Of returns the mailer of a world.
func Of(w *folder.Opened) *Mailer { return &Mailer{Opened: w} }

// Limited returns a context that ends when the world's time is up.
func (m *Mailer) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(m.Settings.Limit)
	return context.WithTimeout(ctx, limit)
}
