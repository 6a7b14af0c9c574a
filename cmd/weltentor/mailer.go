package main

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/sorting"
)

// mailer does what an opened world does by mail: fetches, sends, and tells who may.
type mailer struct {
	*opened
	proving *prover           // nil until a sender has to be proven
	tokens  map[string]string // made in this call, by the command that makes them
	deaf    bool              // its mailbox could not be read in this call
	again   bool              // mails are read that came after the backup that was restored
	inbox   *sorting.Inbox    // see shared
}

// mailOf is the mail of a world.
func mailOf(w *opened) *mailer { return &mailer{opened: w} }

// limited is a context that ends when the time is over that the world may take.
func (m *mailer) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(m.settings.Limit)
	return context.WithTimeout(ctx, limit)
}
