package main

import (
	"cmp"
	"errors"
	"time"

	"weltentor/cmd/table/pages"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/docs"
	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/tables"
)

// opened is a world a command works on, with its settings.
type opened struct {
	World    *world.World
	settings *settings.Settings
	call     *call
	proving  *prover           // nil until a sender has to be proven
	tokens   map[string]string // made in this call, by the command that makes them
	placed   bool              // it was seen that the world is where it mails from
	stopped  error             // why it must not mail from here, see inPlace
	deaf     bool              // its mailbox could not be read in this call
	again    bool              // mails are read that came after the backup that was restored
	apart    bool              // it is a copy, or an older state: what this command makes does not leave
	inbox    *sorting.Inbox    // see shared
}

// open opens a world; it works while another command runs.
func (c *call) open(dir string) (*opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	return c.openWith(dir, s)
}

// look is open for a command that only reads: what the store says is in the
// language of the call, not in that of letters to the game master.
func (c *call) look(dir string) (*opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	s.GM.Lang = string(c.voice.book.Lang)
	return c.openWith(dir, s)
}

func (c *call) openWith(dir string, s *settings.Settings) (*opened, error) {
	if err := c.aboard.serve(s); err != nil {
		return nil, err
	}
	st := forStore(s)
	st.Journal = c.aboard.link()
	w, err := world.Open(dir, c.books, st)
	if err != nil {
		return nil, c.storeError(dir, err)
	}
	return &opened{World: w, settings: s, call: c}, nil
}

// change opens a world for a command that writes, alone: the second of two
// such commands is told to come later. The caller calls done in the end.
func (c *call) change(dir string) (w *opened, done func(), err error) {
	w, err = c.open(dir)
	if err != nil {
		return nil, nil, err
	}
	return w.locked()
}

// changeWith is change for a world whose settings have been read.
func (c *call) changeWith(f folder) (w *opened, done func(), err error) {
	if f.err != nil {
		return nil, nil, f.err
	}
	if w, err = c.openWith(f.dir, f.settings); err != nil {
		return nil, nil, err
	}
	w.inbox = f.inbox
	return w.locked()
}

// write is change for a command that leaves letters in the outbox: they are
// sent from the game's address, so there must be one. Where they do not leave, the caller's done says so.
func (c *call) write(dir string) (w *opened, done func(), err error) {
	w, err = c.open(dir)
	if err != nil {
		return nil, nil, err
	}
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return nil, nil, err
	}
	w, unlock, err := w.locked()
	if err != nil {
		return nil, nil, err
	}
	said, err := w.sayApart()
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return w, func() { said(); unlock() }, nil
}

func (w *opened) locked() (_ *opened, done func(), err error) {
	c, dir := w.call, w.settings.Dir
	lock, unlock, err := lockOf(c, dir)
	if err != nil {
		return nil, nil, err
	}
	w.World.Holds(lock)
	w.World.Acts(logbook.Hand{By: logbook.Command, At: c.now(), Why: c.why})
	return w, unlock, nil
}

// wrong puts an error of this world's store into words.
func (w *opened) wrong(err error) error {
	if err == nil {
		return nil
	}
	return w.call.storeError(w.settings.Dir, err)
}

// storeErrors are the errors of the store that a game master can do something
// about, with our words and exit codes; where detail is set, the store's own
// words are added.
var storeErrors = []struct {
	err    error
	code   string
	exit   int
	detail bool
}{
	{store.ErrLogBehind, "log-behind", exitUsage, true},
	{store.ErrFenced, "fenced", exitLater, false},
	{store.ErrUnconfirmed, "unconfirmed", exitLater, true},
	{store.ErrSilent, "fleet-silent", exitLater, true},
	{store.ErrDraft, "unconfirmed", exitLater, true},
	{store.ErrBusy, "store-held", exitLater, true},
	{store.ErrUnlocked, "lock-gone", exitUsage, true},
	{store.ErrCopy, "is-copy", exitUsage, false},
	{store.ErrOld, "is-old", exitUsage, false},
	{store.ErrRestore, "not-restored", exitUsage, true},
	{store.ErrLocked, "locked", exitLater, false},
	{store.ErrNoWorld, "no-world", exitUsage, false},
	{store.ErrExists, "world-exists", exitUsage, false},
	{store.ErrFilled, "folder-filled", exitUsage, false},
	{store.ErrSchema, "newer-schema", exitUsage, false},
	{store.ErrRulebook, "other-rulebook", exitUsage, true},
	{store.ErrDamaged, "broken-store", exitUsage, true},
	{store.ErrExposed, "exposed", exitUsage, true},
	{store.ErrMissing, "part-missing", exitUsage, true},
	{store.ErrClock, "clock", exitUsage, true},
	{store.ErrAhead, "long-past", exitUsage, true},
	{store.ErrHeld, "held", exitUsage, true},
	{store.ErrUnheld, "unheld", exitUsage, false},
	{store.ErrUndo, "not-undone", exitUsage, true},
	{store.ErrRedo, "not-redone", exitUsage, false},
	{store.ErrRules, "turn-refused", exitUsage, true},
	{store.ErrRealm, "no-such-realm", exitUsage, false},
	{store.ErrAddress, "unusable-address", exitUsage, true},
	{store.ErrName, "unusable-name", exitUsage, true},
	{store.ErrLetter, "no-such-letter", exitUsage, true},
	{store.ErrFull, "disk-full", exitUsage, true},
	{store.ErrSignup, "no-such-signup", exitUsage, true},
	{store.ErrVacant, "no-player", exitUsage, false},
	{store.ErrTell, "untellable", exitUsage, true},
	{store.ErrClose, "not-closed", exitUsage, true},
	{store.ErrSpent, "letter-spent", exitUsage, true},
}

// storeError puts an error of the store into words; others pass as they are.
func (c *call) storeError(dir string, err error) error {
	if errors.Is(err, store.ErrTables) {
		return wrongTables(dir, err)
	}
	if m := (*store.MarkedError)(nil); errors.As(err, &m) {
		return ofFleet(c, m)
	}
	for _, s := range storeErrors {
		if !errors.Is(err, s.err) {
			continue
		}
		what := phrase.P(s.code, phrase.Str("dir", dir), phrase.Str("detail", store.Detail(err)))
		return &complaint{Exit: s.exit, What: what, Cause: err, Bare: !s.detail}
	}
	return err
}

// ofFleet refuses a folder whose world belongs to a fleet, with the form of the command that works.
func ofFleet(c *call, m *store.MarkedError) error {
	code := "in-fleet"
	switch c.verb {
	case "cron":
		code = "in-fleet-cron"
	case "poll", "send", "adopt", "fleet add": // which no world of a fleet takes
		code = "in-fleet-already"
	}
	return &complaint{Exit: exitUsage, What: phrase.P(code, ofMark(c, m)...), Cause: m, Bare: true}
}

// ofMark is what sentences name of such a folder.
func ofMark(c *call, m *store.MarkedError) []phrase.Arg {
	return []phrase.Arg{phrase.Str("dir", m.Dir), phrase.Str("world", cmp.Or(m.World, "WORLD")),
		phrase.Str("fleet", cmp.Or(m.Fleet, "fleet.toml")), phrase.Str("command", cmp.Or(c.verb, "…"))}
}

// wrongTables complains of numbers a world has of its own.
func wrongTables(dir string, err error) error {
	var w *tables.Wrong
	if !errors.As(err, &w) {
		return &complaint{Exit: exitUsage, What: phrase.P("wrong-tables", phrase.Str("dir", dir)), Cause: err}
	}
	what := w.Phrase()
	args := append([]phrase.Arg{phrase.Str("dir", dir), phrase.Key("what", what.Code)}, what.Args...)
	return &complaint{Exit: exitUsage, What: phrase.P("wrong-number", args...), Cause: err, Bare: true}
}

// forStore are the settings as the store wants them. They are valid.
func forStore(s *settings.Settings) world.Settings {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		panic(err)
	}
	d, err := settings.ParseDeadline(s.Deadline)
	if err != nil {
		panic(err)
	}
	steps, _ := deadlines.ReadSteps(s.Missed)
	shown, _, _ := public.ReadParts(s.Public)
	return world.Settings{
		Name: s.Name, Address: s.Address, Aliases: s.IMAP.Aliases, Zone: zone, Deadline: d, Early: s.Early,
		EarlyWait: time.Duration(s.Wait) * time.Minute,
		Missed:    steps, Press: world.Press(s.Press), Auth: world.Auth(s.Auth),
		Reminder: time.Duration(s.Reminder) * time.Hour, Grace: time.Duration(s.Grace) * time.Hour,
		MoreTime: time.Duration(s.More) * time.Hour, ClosingVote: s.Vote, Public: shown,
		Signup: s.Signup.Open, Places: s.Signup.Places,
		Master: s.GM.Mail, MasterProof: s.GM.Auth == "proof", Lang: phrase.Lang(s.GM.Lang), Tables: s.Tables, Render: render, Say: saying, Book: book,
		Guide: guide, Program: release, Page: page, TableURL: s.Table,
		PerHour: s.SMTP.PerHour, ZipAbove: s.ZipAbove << 10, Deaf: time.Duration(s.IMAP.Alarm) * time.Hour,
	}
}

// saying puts what this program wrote down into words of another reader's language.
func saying(lang phrase.Lang, p phrase.Phrase) string { return loadBook(lang).Say(p) }

// book is how the store, which knows no rulebook by name, gets its book.
func book(rulebook string, lang phrase.Lang) string { return docs.Text(rulebook, string(lang)) }

// guide is how the store gets what explains orders to players.
func guide(rulebook string, lang phrase.Lang) string { return docs.Guide(rulebook, string(lang)) }

// page is how the store gets the page of a rulebook, which `make build` puts into the program.
func page(rulebook string) (version string, html func() []byte) {
	return pages.Version(rulebook), func() []byte {
		html, _, _ := pages.Page(rulebook)
		return html
	}
}

// render makes the bytes of a letter; it is how the store, which knows no
// mail, gets them from the mailer.
func render(d outbox.Draft) ([]byte, error) {
	out := smtp.Draft{
		From: d.From, FromName: d.FromName, To: d.To, ToName: d.ToName, ReplyTo: d.ReplyTo,
		Subject: d.Subject, Date: d.Date,
		MessageID: d.MessageID, InReplyTo: d.InReplyTo, References: []string{d.References}, Answer: d.Answer,
		Text: d.Text, Charset: mime.Charset(d.Charset), Zip: d.Zip,
	}
	if e := d.Event; e != nil {
		out.Event = &smtp.Event{UID: e.UID, At: e.At, Sequence: e.Sequence, Off: e.Off, Lang: string(e.Lang),
			File: e.File, Summary: e.Summary, Text: e.Text}
	}
	for _, f := range d.Files {
		out.Files = append(out.Files, mime.Attachment{Name: f.Name, Type: f.Type,
			Charset: mime.Charset(f.Charset), Data: f.Data})
	}
	return smtp.Render(out)
}
