// Package show prints what several commands have in common: a list of letters, a line of the logbook, players who wait
// for a realm, silent players, votes to close a game. What only one command prints is printed there.
package show

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
)

// LetterList prints letters for people.
type LetterList struct {
	C       *call.Call
	Zone    *time.Location
	Limited time.Time // until when all waiting letters are held back
}

// Table prints one line per letter, oldest first.
func (l *LetterList) Table(rows []outbox.OutboxRow) error {
	t := tabwriter.NewWriter(l.C.Out, 0, 0, 2, ' ', 0)
	book := l.C.Voice.Book
	fmt.Fprintln(t, strings.Join([]string{book.T("outbox-number"), book.T("outbox-state"), book.T("outbox-kind"),
		book.T("outbox-realm"),
		book.T("outbox-to"), book.T("outbox-when"), book.T("outbox-subject")}, "\t"))
	for _, r := range rows {
		realm := ""
		if r.Realm > 0 {
			realm = fmt.Sprint(r.Realm)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, l.state(r), l.kind(r), realm, terminal.OneCell(r.To), l.when(r),
			terminal.OneCell(r.Subject))
	}
	return t.Flush()
}

func (l *LetterList) state(r outbox.OutboxRow) string {
	return l.C.Voice.Book.T("letter." + string(r.State))
}

// kind returns what sort of letter it is. A sort without a text of its own gets its name in the store.
func (l *LetterList) kind(r outbox.OutboxRow) string {
	if code := "kind." + r.Kind; l.C.Voice.Book.Has(code) {
		return l.C.Voice.Book.T(code)
	}
	return r.Kind
}

// when is the time of the next attempt for a waiting letter, otherwise of the last thing that happened to it.
func (l *LetterList) when(r outbox.OutboxRow) string {
	last := r.Queued
	if n := len(r.Attempts); n > 0 {
		last = r.Attempts[n-1].At
	}
	if r.State != outbox.Waiting {
		return call.When(last, l.Zone)
	}
	due := r.Due
	if due.Before(l.Limited) {
		due = l.Limited
	}
	if !due.After(l.C.Now()) {
		return l.C.Voice.Book.T("outbox-next")
	}
	return call.When(due, l.Zone)
}

// Histories prints all attempts of each letter.
func (l *LetterList) Histories(rows []outbox.OutboxRow) {
	for i, r := range rows {
		if i > 0 {
			fmt.Fprintln(l.C.Out)
		}
		code := "outbox-letter"
		if r.Realm == 0 {
			code = "outbox-letter-nobodys"
		}
		l.C.Voice.Say(code, phrase.Num("letter", int64(r.ID)), phrase.Str("kind", l.kind(r)),
			phrase.Num("realm", r.Realm),
			phrase.Num("turn", r.Turn), phrase.Str("to", r.To), phrase.Str("subject", r.Subject))
		if r.State == outbox.Waiting {
			l.C.Voice.Say("outbox-waits", phrase.Str("time", l.when(r)))
		} else {
			l.C.Voice.Say("outbox-is", phrase.Str("state", l.state(r)))
		}
		l.C.Voice.Say("outbox-queued", phrase.Str("time", call.When(r.Queued, l.Zone)))
		if r.MessageID != "" {
			fmt.Fprintf(l.C.Out, "  Message-ID: %s\n", terminal.OneCell(r.MessageID))
		}
		for _, a := range r.Attempts {
			fmt.Fprintf(l.C.Out, "  %s  %s", call.When(a.At, l.Zone), l.C.Voice.Book.T("attempt."+string(a.Result)))
			if a.Text != "" {
				fmt.Fprintf(l.C.Out, ": %s", terminal.OneCell(a.Text))
			}
			fmt.Fprintln(l.C.Out)
		}
	}
}
