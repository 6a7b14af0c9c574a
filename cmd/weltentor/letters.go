package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"weltentor/mailer"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds/game"
)

// pollCmd fetches mail.
type pollCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// pollJSON is the answer of `poll --json`.
type pollJSON struct {
	Read     int `json:"read"`
	PutAside int `json:"put_aside"`
}

// Run stores the orders of every mail that has come and queues the receipts.
func (k *pollCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	polled, err := w.poll(c.ctx)
	if err != nil {
		return err
	}
	if k.JSON {
		return c.encode(pollJSON{polled.Processed, polled.Quarantined})
	}
	c.voice.say("polled", phrase.Num("letters", polled.Processed), phrase.Num("quarantined", polled.Quarantined))
	return nil
}

// poll takes in every mail of the inbox: each is committed to the store, with
// its receipt, before the mail server moves it. How it went is written down: no
// turn is resolved soon after a mailbox could not be read.
func (w *opened) poll(ctx context.Context) (mailer.Polled, error) {
	if err := w.settings.Needs("imap.host", w.settings.IMAP.Host); err != nil {
		return mailer.Polled{}, err // there is no mailbox
	}
	if err := w.inPlace(); err != nil {
		return mailer.Polled{}, err // nothing of a copy changes, not even how its mailbox stands
	}
	if err := w.waits(); err != nil {
		return mailer.Polled{}, err
	}
	polled, trouble, err := w.fetch(ctx)
	if err == nil {
		if err := w.Meet("imap", w.call.now()); err != nil {
			return polled, w.wrong(err)
		}
		return polled, w.wrong(w.MailboxRead())
	}
	if w.deaf = trouble; w.stopped != nil {
		return polled, err
	}
	why, note := resolve.Reason{Detail: err.Error()}, w.MailboxLeft
	if c := (*complaint)(nil); errors.As(err, &c) {
		why = resolve.Reason{What: c.What, Detail: c.Detail(phrase.Lang(w.settings.GM.Lang))}
	}
	if trouble && !errors.Is(ctx.Err(), context.Canceled) {
		note = w.MailboxFailed // and nobody has stopped us
	}
	return polled, errors.Join(err, note(why, w.call.now()))
}

// waits tells that no letter is taken in while a turn is held: they stay in the mailbox, which the
// store is not told of.
func (w *opened) waits() error {
	s, err := w.Status(w.call.now())
	if err != nil || s.Held == nil {
		return w.wrong(err)
	}
	return later("turn-held", nil, phrase.Str("dir", w.settings.Dir), phrase.Num("turn", s.Held.Turn),
		phrase.Str("since", when(s.Held.Since, w.zone())))
}

// fetch is poll before its end is written down. Trouble is the mailbox's, not
// that of our time or of our store.
func (w *opened) fetch(ctx context.Context) (polled mailer.Polled, trouble bool, err error) {
	config, err := w.imap(ctx)
	if err != nil {
		return polled, true, err
	}
	var fault error // of our own store, told apart from the server's
	prepare := func(f mailer.Fetched) mailer.Commit {
		commit := w.prepare(ctx, f)
		return func() (v mailer.Verdict, err error) {
			v, err = commit()
			fault = err
			return v, err
		}
	}
	if err = w.claimed(ctx, config); err == nil {
		err = w.reread(ctx, config, prepare)
	}
	if err == nil {
		if config.Mark, err = w.mark(); err != nil {
			return polled, false, w.wrong(err)
		}
		polled, err = mailer.PollAhead(ctx, config, prepare)
	}
	if err := w.keepMark(config.Mark.Known, polled.Mark); err != nil {
		return polled, false, w.wrong(err)
	}
	if ctx.Err() != nil && polled.Processed+polled.Quarantined > 0 {
		return polled, false, later("mail-left", nil, phrase.Str("dir", w.settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined))
	}
	if fault != nil {
		return polled, false, w.wrong(fault)
	}
	if err = w.elsewhere(err); errors.As(err, new(*complaint)) {
		return polled, true, err
	}
	if trouble := mailer.TroubleOf(err); trouble.Settings() {
		return polled, true, w.refusedBy("imap", config.Addr, trouble, err)
	}
	if err == nil && polled.Kept > 0 {
		return polled, false, later("mail-undecided", nil, phrase.Str("dir", w.settings.Dir),
			phrase.Num("letters", polled.Kept))
	}
	if err != nil {
		return polled, true, later("no-imap", err, phrase.Str("dir", w.settings.Dir), phrase.Str("host", config.Addr))
	}
	return polled, false, nil
}

// prepare begins to read one mail, and gives what commits it: reading goes on
// while the mail before it is committed. What cannot be read, or meets a fault of
// the rules, is put aside, and the game master is told.
func (w *opened) prepare(ctx context.Context, f mailer.Fetched) mailer.Commit {
	// One that was committed and could not be moved costs nothing again.
	seen, addresses, err := w.Expect(sha256.Sum256(f.Raw))
	switch {
	case err != nil:
		return func() (mailer.Verdict, error) { return mailer.Keep, err }
	case seen && !f.Empty:
		return func() (mailer.Verdict, error) { return mailer.Processed, nil }
	}
	if f.Empty {
		return func() (mailer.Verdict, error) {
			return mailer.Quarantine, w.putAside(f, errors.New("the mail server shows nothing of it"))
		}
	}
	if words := (sharer{w}).unsorted(f); words != "" {
		return func() (mailer.Verdict, error) { return mailer.Quarantine, w.tellAside(f, words) }
	}
	mail := &beingRead{done: make(chan struct{}), served: w.served, again: w.again}
	go func() {
		defer close(mail.done)
		mail.lines = w.Rulebook().Language().NewMemory()
		mail.read(ctx, f, readOptions(w.Rulebook(), w.settings.Address), addresses)
		mail.study(w.World, f)
	}()
	return func() (mailer.Verdict, error) { return w.take(ctx, f, mail) }
}

// beingRead is a mail that is read on the side.
type beingRead struct {
	done    chan struct{}
	reading mailer.Reading
	err     error
	letter  resolve.Letter
	lines   *orders.Memory
	sender  resolve.Sender
	charset string // of its sender's computer; "" if nobody is known to write from there
	served  int    // opened.served when it was begun
	again   bool   // it was taken in before the backup was restored
}

func (m *beingRead) read(ctx context.Context, f mailer.Fetched, o mailer.ReadOptions,
	addresses map[string]resolve.Sender) {
	o.Sender = func(from string) (known bool, charset string) {
		m.charset = addresses[strings.ToLower(from)].Charset
		return m.charset != "", m.charset
	}
	o.Score = m.lines.Score
	m.reading, m.err = mailer.Read(ctx, f.Raw, o)
	m.sender = addresses[strings.ToLower(m.reading.From)]
}

func (m *beingRead) study(w *resolve.World, f mailer.Fetched) {
	if m.err == nil {
		m.letter = letter(f, m.reading)
		m.letter.Lines, m.letter.Sender = m.lines, m.sender
		if m.again {
			m.letter.Notes = append(m.letter.Notes, phrase.P("note.restored"))
		}
		w.Study(&m.letter)
	}
}

// take commits one mail that was read.
func (w *opened) take(ctx context.Context, f mailer.Fetched, mail *beingRead) (mailer.Verdict, error) {
	<-mail.done
	if ctx.Err() != nil {
		return mailer.Keep, ctx.Err()
	}
	if mail.served != w.served && mail.err == nil && mail.reading.Machine == "" && w.knows(mail) {
		// The mail before it has made its sender known.
		o := readOptions(w.Rulebook(), w.settings.Address)
		o.Sender = w.sentBy
		mail.reading, mail.err = mailer.Read(ctx, f.Raw, o)
		mail.study(w.World, f)
	}
	if mail.err != nil {
		return mailer.Quarantine, w.putAside(f, mail.err)
	}
	l := mail.letter
	if mail.reading.Machine == "" {
		if err := w.prove(ctx, f, &l); err != nil {
			return mailer.Keep, err
		}
	}
	taken, err := w.Accept(l, w.call.now())
	switch {
	case errors.Is(err, resolve.ErrRules):
		return mailer.Quarantine, w.putAside(f, err)
	case err != nil:
		return mailer.Keep, err
	case taken.Fate == resolve.Undecided:
		w.prover().held[l.From]++
		return mailer.Keep, nil
	case taken.Fate == resolve.Served:
		w.served++
	}
	return mailer.Processed, nil
}

// knows tells whether the sender of a mail is known otherwise than when it was read.
func (w *opened) knows(mail *beingRead) bool {
	_, charset := w.sentBy(mail.reading.From)
	return charset != mail.charset
}

// sentBy tells the mailer whether a player writes from an address, and how.
func (w *opened) sentBy(from string) (known bool, charset string) {
	charset, err := w.Charset(from)
	return err != nil || charset != "", charset // what is wrong with the store, Accept will tell
}

// putAside tells the game master of a mail that a person should look at; of many
// a day, that there are more: anybody can send unreadable ones.
func (w *opened) putAside(f mailer.Fetched, why error) error {
	book, folder := loadBook(phrase.Lang(w.settings.GM.Lang)), phrase.Str("folder", w.settings.IMAP.Quarantine)
	reason, _, _ := strings.Cut(why.Error(), "\n")
	words := book.Say(phrase.P("quarantined", phrase.Num("uid", int64(f.UID)), phrase.Num("size", f.Size), folder,
		phrase.Str("reason", reason)))
	return w.tellAside(f, words)
}

// tellAside is putAside in these words.
func (w *opened) tellAside(f mailer.Fetched, words string) error {
	book, folder := loadBook(phrase.Lang(w.settings.GM.Lang)), phrase.Str("folder", w.settings.IMAP.Quarantine)
	more := book.Say(phrase.P("quarantined-more", phrase.Num("n", resolve.MailsAside.Most()), folder))
	return w.AlarmOfMany(resolve.MailsAside, fmt.Sprintf("put aside %d/%d", f.UIDValidity, f.UID), words,
		more, w.call.now())
}

// readOptions let the mailer find the text that is orders of this game.
func readOptions(rb game.Rulebook, own string) mailer.ReadOptions {
	language := rb.Language()
	opens := func(line string) bool {
		for _, s := range language.Sections {
			if s.Line == nil {
				continue
			}
			order := line
			if s.Raw == nil || !s.Raw(line) {
				order, _, _ = strings.Cut(line, ";")
			}
			if o, _ := s.Line(order); o != nil {
				return true
			}
		}
		return false
	}
	identity := func(line string) bool { return language.Parse(line).Identity != nil }
	return mailer.ReadOptions{Own: own, Score: language.Score, Opens: opens, Identity: identity, Mark: resolve.FormMark}
}

// letter is a mail as the store wants it.
func letter(f mailer.Fetched, r mailer.Reading) resolve.Letter {
	l := resolve.Letter{
		Hash: sha256.Sum256(f.Raw), UIDValidity: f.UIDValidity, UID: f.UID,
		MessageID: r.MessageID, References: cmp.Or(r.References, r.InReplyTo), From: r.From, FromName: r.FromName,
		Subject: r.Subject,
		Text:    r.Text, Beside: r.Beside, Quoted: r.Quoted, Filled: r.Filled, Part: r.Part, Charset: r.Charset,
		Others: r.Others, MayAnswer: r.NoAnswer == "", Machine: r.Machine, Marked: r.Marked,
		Automatic: r.Automatic != "", Absence: r.Absence, Arrived: f.Arrived,
	}
	if f.TooBig {
		// Whatever else is remarked is of the parts that were left on the server.
		r.Notes, l.Notes = nil, []phrase.Phrase{phrase.P("note.too-big", phrase.Num("n", f.Size))}
	}
	for _, n := range r.Notes {
		l.Notes = append(l.Notes, notePhrase(n))
	}
	if b := r.Bounce; b != nil {
		l.Bounce = &resolve.Bounce{IDs: b.IDs, To: b.To, Words: b.Words, Delayed: b.Delayed}
	}
	for _, a := range r.Files {
		l.Files = append(l.Files, game.File{Name: a.Name, Type: a.Type, Data: a.Data})
	}
	return l
}

// notePhrase is a remark of the mailer as a sentence of the store's words.
func notePhrase(n mailer.Note) phrase.Phrase {
	code := "note." + string(n.Code)
	switch {
	case n.Code == mailer.ZipRefused:
		code = "note.zip-" + n.Word
	case n.Code == mailer.NotText && (n.Word == "office" || n.Word == "opendocument"):
		code += "-office"
	case n.Code == mailer.NotText && n.Word == "binary":
		code += "-binary"
	}
	return phrase.P(code, phrase.Str("word", n.Word), phrase.Num("n", n.N), phrase.Str("part", n.Part))
}
