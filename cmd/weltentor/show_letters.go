package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
)

// letterList writes letters for people.
type letterList struct {
	c       *Call
	zone    *time.Location
	limited time.Time // until when all that wait are kept back
}

// table has a line for each letter, oldest first.
func (l *letterList) table(rows []outbox.OutboxRow) error {
	t := tabwriter.NewWriter(l.c.out, 0, 0, 2, ' ', 0)
	book := l.c.voice.book
	fmt.Fprintln(t, strings.Join([]string{book.T("outbox-number"), book.T("outbox-state"), book.T("outbox-kind"),
		book.T("outbox-realm"),
		book.T("outbox-to"), book.T("outbox-when"), book.T("outbox-subject")}, "\t"))
	for _, r := range rows {
		realm := ""
		if r.Realm > 0 {
			realm = fmt.Sprint(r.Realm)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, l.state(r), l.kind(r), realm, oneCell(r.To), l.when(r),
			oneCell(r.Subject))
	}
	return t.Flush()
}

func (l *letterList) state(r outbox.OutboxRow) string {
	return l.c.voice.book.T("letter." + string(r.State))
}

// kind is what sort of letter it is; of a sort without a word of its own, the
// name in the store.
func (l *letterList) kind(r outbox.OutboxRow) string {
	if code := "kind." + r.Kind; l.c.voice.book.Has(code) {
		return l.c.voice.book.T(code)
	}
	return r.Kind
}

// when is the next try of a letter that waits, else the last thing that happened to it.
func (l *letterList) when(r outbox.OutboxRow) string {
	last := r.Queued
	if n := len(r.Attempts); n > 0 {
		last = r.Attempts[n-1].At
	}
	if r.State != outbox.Waiting {
		return when(last, l.zone)
	}
	due := r.Due
	if due.Before(l.limited) {
		due = l.limited
	}
	if !due.After(l.c.now()) {
		return l.c.voice.book.T("outbox-next")
	}
	return when(due, l.zone)
}

// histories tells of each letter all that was tried.
func (l *letterList) histories(rows []outbox.OutboxRow) {
	for i, r := range rows {
		if i > 0 {
			fmt.Fprintln(l.c.out)
		}
		code := "outbox-letter"
		if r.Realm == 0 {
			code = "outbox-letter-nobodys"
		}
		l.c.voice.say(code, phrase.Num("letter", int64(r.ID)), phrase.Str("kind", l.kind(r)),
			phrase.Num("realm", r.Realm),
			phrase.Num("turn", r.Turn), phrase.Str("to", r.To), phrase.Str("subject", r.Subject))
		if r.State == outbox.Waiting {
			l.c.voice.say("outbox-waits", phrase.Str("time", l.when(r)))
		} else {
			l.c.voice.say("outbox-is", phrase.Str("state", l.state(r)))
		}
		l.c.voice.say("outbox-queued", phrase.Str("time", when(r.Queued, l.zone)))
		if r.MessageID != "" {
			fmt.Fprintf(l.c.out, "  Message-ID: %s\n", oneCell(r.MessageID))
		}
		for _, a := range r.Attempts {
			fmt.Fprintf(l.c.out, "  %s  %s", when(a.At, l.zone), l.c.voice.book.T("attempt."+string(a.Result)))
			if a.Text != "" {
				fmt.Fprintf(l.c.out, ": %s", oneCell(a.Text))
			}
			fmt.Fprintln(l.c.out)
		}
	}
}
