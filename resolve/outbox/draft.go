package outbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/picture"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// reportOf is the report that a letter brings.
func reportOf(tx *store.Tx, e Message) (game.Report, error) {
	if e.Told == "" {
		return chronicle.ReadReport(tx, e.Realm, e.Turn)
	}
	raw, err := store.GetFile(tx, e.Told)
	if err != nil {
		return game.Report{}, err
	}
	return chronicle.WholeReport(tx, raw)
}

// Words is what a letter of ours says, as it was sent, and what the report says that it brings. Both are "" if that is not
// kept.
func (o Box) Words(e Message) (text, report string) {
	_ = store.Readable(func() {
		if d, err := draft(o.tx, e); err == nil {
			text = d.Text
			if rep, err := reportOf(o.tx, e); err == nil && e.Kind == KindReport {
				report = string(rep.Text)
			}
		}
	})
	return text, report
}

// withFiles fills in the files of a letter that the store keeps once. Charts are not drawn yet.
func (d *Draft) withFiles(tx *store.Tx) (err error) {
	d.Files = slices.Clone(d.Files)
	for i := range d.Files {
		if f := &d.Files[i]; f.Sum != "" {
			if f.Data, err = store.GetFile(tx, f.Sum); err != nil {
				return err
			}
		}
		if f := &d.Files[i]; f.Holds != "" {
			data, err := store.GetFile(tx, f.Holds)
			if err != nil {
				return err
			}
			f.Data = Holding(f.Data, data)
		}
	}
	return nil
}

// draws draws the charts among the files.
func (d *Draft) draws() (err error) {
	for i := range d.Files {
		if f := &d.Files[i]; f.Drawn {
			if f.Data, err = drawn(f.Data); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	}
	return nil
}

// DataPlace is the element of a player's page that holds a realm's data. The browser runs nothing in it.
const DataPlace = `<script type="application/json" id="data">`

// Holding is a page with a realm's data in it, which are JSON. The store keeps the page once for all realms. In JSON a
// `<` is part of a text, and can be written so that no name of a realm ends the element.
func Holding(page, data []byte) []byte {
	before, after, _ := bytes.Cut(page, []byte(DataPlace))
	return slices.Concat(before, []byte(DataPlace), bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`)), after)
}

// drawn is the picture of a stored sheet.
func drawn(stored []byte) ([]byte, error) {
	var sheet picture.Sheet
	if err := json.Unmarshal(stored, &sheet); err != nil {
		return nil, fmt.Errorf("%w: a chart: %v", faults.ErrDamaged, err)
	}
	var png bytes.Buffer
	err := sheet.PNG(&png)
	return png.Bytes(), err
}

// unsealed puts its secret into a letter that has one. The subject has the code, also where the text has a password.
func unsealed(tx *store.Tx, e Message, d Draft) (Draft, error) {
	if e.Secret == nil {
		return d, nil
	}
	if len(e.Secret.Salt) == 0 {
		return d, fmt.Errorf("letter %d has left, and its %s with it", e.ID, e.Secret.Use)
	}
	secret, err := e.Secret.Open(tx)
	if err != nil {
		return d, err
	}
	code, err := e.Secret.Code(tx)
	d.Text, d.Subject = strings.ReplaceAll(d.Text, secrets.Hidden, secret), strings.ReplaceAll(d.Subject,
		secrets.Hidden, code)
	return d, err
}

// isSpent reports whether the letter had a secret, left, and cannot be rendered again.
func (e Message) isSpent() bool { return e.Secret != nil && len(e.Secret.Salt) == 0 }

// spent forgets the secret of a letter that has left.
func (e *Message) spent() {
	if e.Secret != nil {
		e.Secret = &secrets.Sealed{Use: e.Secret.Use, Key: e.Secret.Key}
	}
}

// pack decides whether a letter's files go into one ZIP, because the world wants that for files of their size. A
// player who wishes it gets a ZIP of any size.
func (o *Office) pack(tx *store.Tx, e *Message) {
	if o.ZipAbove <= 0 || e.Zip || e.Kind != KindReport {
		return
	}
	rep, err := reportOf(tx, *e)
	if err != nil {
		return // it cannot be rendered either, and that is reported
	}
	size := len(rep.Text)
	for _, f := range rep.Files {
		size += len(f.Data)
	}
	for _, f := range e.Files {
		if data, err := store.GetFile(tx, f.Sum); err == nil && !f.Drawn { // a picture is packed as it is
			size += len(data)
		}
	}
	e.Zip = size > o.ZipAbove
}

// rendered makes a letter of its draft. It needs no store. A panic is this letter's fault, too.
func (o *Office) rendered(e Message, d Draft) (out *Outgoing, err error) {
	if o.Render == nil {
		return nil, errors.New("nothing to render letters with")
	}
	out = &Outgoing{ID: e.ID, From: e.Envelope, To: e.To, MessageID: e.MessageID, Attempts: len(e.tries())}
	if wrong := store.Guarded(func() {
		if err = d.draws(); err == nil {
			out.Raw, err = o.Render(d)
		}
	}); wrong != nil {
		return nil, wrong
	}
	return out, err
}

// whole is the draft of a letter that leaves, with its secret.
func whole(tx *store.Tx, e Message) (Draft, error) {
	d, err := sketch(tx, e)
	if err != nil {
		return d, err
	}
	return unsealed(tx, e, d)
}

// draft is what a letter is rendered from. In place of a secret it has `***`.
func draft(tx *store.Tx, e Message) (Draft, error) {
	d, err := sketch(tx, e)
	if err == nil {
		err = d.draws()
	}
	return d, err
}

// sketch is the draft of a letter before its charts are drawn.
func sketch(tx *store.Tx, e Message) (d Draft, err error) {
	if e.Kind == KindReport {
		d, err = reportDraft(tx, e)
	} else {
		var found bool
		err = store.Readable(func() { d, found = Open(tx).Text(e.ID) }) // the letter's own fault: it holds up no other
		if err == nil && !found {
			err = fmt.Errorf("%w: letter %d has no text", faults.ErrDamaged, e.ID)
		}
		if err == nil {
			err = d.withFiles(tx)
		}
	}
	d.From, d.FromName, d.To, d.ToName, d.Subject = e.From, e.FromName, e.To, e.ToName, e.Subject
	d.Date, d.MessageID = e.Queued, e.MessageID
	if e.Passed != 0 {
		d.ReplyTo = e.From
	}
	return d, err
}

// Draft shows a letter of the outbox as it leaves or has left, but without passwords and codes, which nobody else is
// told.
func (o *Office) Draft(id uint64) (d Draft, err error) {
	err = o.Disk.View(func(tx *store.Tx) error {
		e, err := Open(tx).letter(id)
		if err != nil {
			return err
		}
		d, err = draft(tx, e)
		return err
	})
	return d, err
}

// reportDraft is the letter that a stored report leaves with.
func reportDraft(tx *store.Tx, e Message) (Draft, error) {
	rep, err := reportOf(tx, e)
	if err != nil {
		return Draft{}, err
	}
	if e.Stripped != "" {
		return Draft{Text: e.Opening + string(rep.Summary) + e.Stripped + e.Closing}, nil
	}
	d := Draft{Text: e.Opening + string(rep.Summary) + e.Closing, Event: e.Event}
	d.Files = append(d.Files, Attachment{Name: rep.Name, Type: "text/plain", Charset: e.Charset, Data: rep.Text})
	for _, f := range rep.Files {
		a := Attachment{Name: f.Name, Type: f.Type, Data: f.Data}
		if e.Event != nil && strings.EqualFold(e.Event.File, f.Name) ||
			slices.ContainsFunc(e.Files, func(own Attachment) bool { return strings.EqualFold(own.Name, f.Name) }) {
			a.Name = "game-" + f.Name // it comes from a program that knows nothing of our files
		}
		if strings.HasPrefix(f.Type, "text/") {
			a.Charset = e.Charset
		}
		d.Files = append(d.Files, a)
	}
	more := Draft{Files: e.Files}
	if err := more.withFiles(tx); err != nil {
		return Draft{}, err
	}
	d.Files = append(d.Files, more.Files...)
	if e.Zip {
		d.Zip = strings.TrimSuffix(rep.Name, path.Ext(rep.Name)) + ".ZIP"
	}
	return d, nil
}
