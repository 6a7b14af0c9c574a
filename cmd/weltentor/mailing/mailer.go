// Package mailing fetches and sends the mail of an opened world. An opened folder goes in, a Mailer comes out: it
// reaches the servers, takes letters in, hands letters over, and makes the whole round that cron asks for, also of
// several worlds that share an inbox. Commands that touch mail call it, and hosts of a fleet.
package mailing

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/sorting"
)

// Mailer does what an opened world does by mail: fetches, sends, and tells who may.
type Mailer struct {
	*folder.Opened
	proving *prover           // nil until a sender has to be proven
	tokens  map[string]string // made in this call, by the command that makes them
	deaf    bool              // its mailbox could not be read in this call
	again   bool              // mails are read that came after the backup that was restored
	inbox   *sorting.Inbox    // see shared
}

// Of is the mail of a world.
func Of(w *folder.Opened) *Mailer { return &Mailer{Opened: w} }

// Limited is a context that ends when the time is over that the world may take.
func (m *Mailer) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(m.Settings.Limit)
	return context.WithTimeout(ctx, limit)
}
