package mail

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/store/faults"
)

// OutboxCmd lists letters, and tries again, holds or releases them.
type OutboxCmd struct {
	folder.Reads
	Letters []call.Number `arg:"" optional:""`
	Retry   bool
	Hold    bool
	Release bool
	Dismiss bool
	Text    bool
	JSON    bool `name:"json"`
}

// changes reports whether letters are to be changed.
func (k *OutboxCmd) changes() bool { return k.Retry || k.Hold || k.Release || k.Dismiss }

// Check refuses two things at once, and those that need letters without any.
func (k *OutboxCmd) Check(*call.Call) error {
	asked := slices.DeleteFunc([]bool{k.Retry, k.Hold, k.Release, k.Dismiss, k.Text, k.JSON},
		func(is bool) bool { return !is })
	switch {
	case len(asked) > 1:
		return complaint.Usage("outbox-one-thing")
	case (k.Text || k.Dismiss) && len(k.Letters) == 0:
		return complaint.Usage("outbox-text-which")
	}
	return nil
}

// Open opens the world to change letters, or to list them.
func (k *OutboxCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.changes() {
		return folder.Change(c, k.Dir)
	}
	return folder.Read(c, k.Dir)
}

// Run changes letters if a flag says so. It lists those named with all their attempts, otherwise every letter on one
// line.
func (k *OutboxCmd) Run(c *call.Call, w *folder.Opened) error {
	switch {
	case k.changes():
		return k.change(c, w)
	case k.Text:
		return k.texts(w)
	}
	rows, err := w.World.Outbox()
	if err != nil {
		return err
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
		return c.JSON().Encode(rows)
	}
	s, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	l := &show.LetterList{C: c, Zone: w.Zone(), Limited: s.Outbox.Limited}
	if len(k.Letters) > 0 {
		l.Histories(rows)
		return nil
	}
	return l.Table(rows)
}

// texts prints letters as their readers see them, with the names and sizes of the attached files.
func (k *OutboxCmd) texts(w *folder.Opened) error {
	out := w.Call.Out
	for i, n := range k.Letters {
		d, err := w.World.Draft(uint64(n))
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "To: %s\nSubject: %s\n\n%s\n", terminal.OneCell(d.To), terminal.OneCell(d.Subject),
			strings.TrimRight(d.Text, "\n"))
		for _, f := range d.Files {
			w.Call.Voice.Say("outbox-file", phrase.Str("file", terminal.OneCell(f.Name)), phrase.Num("bytes", len(f.Data)))
		}
		if d.Event != nil {
			w.Call.Voice.Say("outbox-event", phrase.Str("file", terminal.OneCell(d.Event.File)),
				phrase.Str("time", call.When(d.Event.At, w.Zone())))
		}
	}
	return nil
}

// change does what one of the flags asks for. It sends nothing.
func (k *OutboxCmd) change(c *call.Call, w *folder.Opened) (err error) {
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
	default:
		n, err = players.SendAgain(w.World, c.Now(), ids...)
	}
	if err != nil {
		return err
	}
	c.Voice.Say(code, phrase.Num("letters", n), phrase.Str("dir", k.Dir))
	return nil
}

// named selects the letters asked for, in the order asked for.
func (k *OutboxCmd) named(rows []outbox.OutboxRow) (some []outbox.OutboxRow, err error) {
	for _, n := range k.Letters {
		i := slices.IndexFunc(rows, func(r outbox.OutboxRow) bool { return r.ID == uint64(n) })
		if i < 0 {
			return nil, fmt.Errorf("%w: %d", faults.ErrLetter, n)
		}
		some = append(some, rows[i])
	}
	return some, nil
}
