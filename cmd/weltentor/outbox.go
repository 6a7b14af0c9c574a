package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// outboxCmd lists letters, and tries again, holds or releases them.
type outboxCmd struct {
	Dir     string   `arg:""`
	Letters []number `arg:"" optional:""`
	Retry   bool
	Hold    bool
	Release bool
	Dismiss bool
	Text    bool
	JSON    bool `name:"json"`
}

// Run changes letters if it is asked to, and lists those named with all that was
// tried, else every letter there is in one line.
func (k *outboxCmd) Run(c *call) error {
	switch changes := btoi(k.Retry) + btoi(k.Hold) + btoi(k.Release) + btoi(k.Dismiss); {
	case changes+btoi(k.Text)+btoi(k.JSON) > 1:
		return usage("outbox-one-thing")
	case (k.Text || k.Dismiss) && len(k.Letters) == 0:
		return usage("outbox-text-which")
	case changes == 1:
		return k.change(c)
	}
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	if k.Text {
		return k.texts(w)
	}
	rows, err := w.World.Outbox()
	if err != nil {
		return w.wrong(err)
	}
	if len(k.Letters) > 0 {
		if rows, err = k.named(rows); err != nil {
			return err
		}
	}
	if k.JSON {
		if rows == nil {
			rows = []outbox.OutboxRow{}
		}
		return c.encode(rows)
	}
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	l := &letterList{c: c, zone: w.zone(), limited: s.Outbox.Limited}
	if len(k.Letters) > 0 {
		l.histories(rows)
		return nil
	}
	return l.table(rows)
}

// texts prints letters as their readers see them, with the names and sizes of
// the files that go with them.
func (k *outboxCmd) texts(w *opened) error {
	out := w.call.out
	for i, n := range k.Letters {
		d, err := w.World.Draft(uint64(n))
		if err != nil {
			return w.wrong(err)
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "To: %s\nSubject: %s\n\n%s\n", oneCell(d.To), oneCell(d.Subject),
			strings.TrimRight(d.Text, "\n"))
		for _, f := range d.Files {
			w.call.voice.say("outbox-file", phrase.Str("file", oneCell(f.Name)), phrase.Num("bytes", len(f.Data)))
		}
		if d.Event != nil {
			w.call.voice.say("outbox-event", phrase.Str("file", oneCell(d.Event.File)),
				phrase.Str("time", when(d.Event.At, w.zone())))
		}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// change does what one of the flags asks for. Nothing is sent by it.
func (k *outboxCmd) change(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	ids := make([]uint64, len(k.Letters))
	for i, n := range k.Letters {
		ids[i] = uint64(n)
	}
	n, code := len(ids), "outbox-retried"
	switch {
	case k.Hold:
		code = "outbox-held"
		n, err = w.World.Hold(ids...)
	case k.Release:
		code = "outbox-released"
		n, err = w.World.Release(ids...)
	case k.Dismiss:
		code = "outbox-dismissed"
		err = w.World.Dismiss(ids...)
	case len(ids) > 0:
		err = w.World.Retry(ids...)
	default:
		n, err = w.World.RetryAll()
	}
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say(code, phrase.Num("letters", n), phrase.Str("dir", k.Dir))
	return nil
}

// named picks the letters asked for, in the order they were asked for.
func (k *outboxCmd) named(rows []outbox.OutboxRow) (some []outbox.OutboxRow, err error) {
	for _, n := range k.Letters {
		i := slices.IndexFunc(rows, func(r outbox.OutboxRow) bool { return r.ID == uint64(n) })
		if i < 0 {
			return nil, &complaint{Exit: exitUsage, What: phrase.P("no-such-letter", phrase.Str("dir", k.Dir)),
				Cause: fmt.Errorf("%w: %d", store.ErrLetter, n)}
		}
		some = append(some, rows[i])
	}
	return some, nil
}

// letterList writes letters for people.
type letterList struct {
	c       *call
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
