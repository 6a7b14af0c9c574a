package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

// cronCmd is what crontab calls every few minutes.
type cronCmd struct {
	Dirs []string `arg:"" name:"dirs"`
	Jobs number   `placeholder:"N" default:"0"`
}

// How often cron says the same thing again, for whatever it writes may become a
// mail.
const (
	perDay    = 24 * time.Hour
	whileDown = 6 * time.Hour // a turn is due and a server is down
	tooLong   = 24 * time.Hour
)

// Run does for each world what poll, turn and send do, and says nothing unless
// a human is needed. Where another command is at work it leaves without a word.
// One world's trouble, a fault of ours with it, does not keep the others
// waiting; the gravest exit code is the answer.
func (k *cronCmd) Run(c *call) error {
	worst := exitDone
	for _, code := range c.cronAll(k.Dirs, jobsOf(k.Jobs)) {
		if worst == exitDone || code == exitUsage {
			worst = code
		}
	}
	if worst != exitDone {
		return silent(worst)
	}
	return nil
}

// cron serves one world within its time limit.
func (c *call) cron(f folder) (code int) {
	dir := f.dir
	var w *opened
	stumble := func() {
		if r := recover(); r != nil {
			code = c.stumbled(w, dir, describe(r), string(debug.Stack()))
		}
	}
	defer stumble()
	w, done, err := c.changeWith(f)
	if errors.Is(err, store.ErrLocked) {
		return exitDone
	}
	if err != nil {
		if lang := settings.MasterLang(dir); lang != "" {
			c = c.speaking(lang)
		}
		return c.voice.complain(err)
	}
	defer done()
	defer stumble() // with the lock: it is written down
	w.World.Acts(logbook.Hand{By: logbook.Timer, At: c.now()})
	w.call = c.speaking(phrase.Lang(w.settings.GM.Lang))
	ctx, cancel := w.limited(c.ctx)
	defer cancel()
	return w.round(ctx)
}

// limited is a context that ends when the time is over that the world may take.
func (w *opened) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(w.settings.Limit)
	return context.WithTimeout(ctx, limit)
}

// stumbled tells of a fault of ours in one world: once a day with all that helps
// to find it, if the world's store can still remember that.
func (c *call) stumbled(w *opened, dir, what, stack string) int {
	fresh := true
	func() {
		defer func() { _ = recover() }()
		if w == nil {
			return
		}
		if f, err := w.World.Once("bug "+what, perDay, c.now()); err == nil {
			fresh = f
		}
	}()
	if fresh {
		c.voice.warn("bug", phrase.Str("what", dir+": "+what), phrase.Str("stack", stack))
	}
	return exitUsage
}

// round is poll, turn if due, send. A mailbox that could not be read holds the
// turn back: orders may lie in it. What will pass by itself is told only when
// it matters.
func (w *opened) round(ctx context.Context) int {
	code := exitDone
	before, err := master.StatusOf(w.World, w.call.now())
	if err != nil {
		return w.hold(w.wrong(err), before)
	}
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return w.hold(err, before)
	}
	if err := w.inPlace(); err != nil {
		return w.hold(err, before)
	}
	polled, unread := w.pollHalf(ctx)
	if before.Held != nil {
		code = exitLater
		w.complainDaily(unread)
	} else if unread != nil {
		code = w.hold(unread, before)
	} else if _, err := turns.Advance(w.World, w.call.now(), false); err != nil {
		code = w.hold(w.wrong(err), before)
	} else if _, err := players.Seat(w.World, w.call.now()); err != nil { // after the turn: it may have set a realm free
		code = w.hold(w.wrong(err), before)
	}
	sent, err := w.send(ctx)
	if err != nil {
		sending := w.hold(err, before)
		if unread != nil && before.Mailbox != nil && before.Mailbox.Deaf {
			w.complainDaily(unread, err) // the letter that tells of it waits as well
		}
		if code == exitDone || sending == exitUsage {
			code = sending
		}
	}
	after, err := master.StatusOf(w.World, w.call.now())
	if err != nil {
		return w.hold(w.wrong(err), before)
	}
	w.tellFailed(before, after, func() bool { return w.maySpeak(limits.FailuresSpoken) })
	if err := w.tell(after.Notices); err != nil {
		return w.hold(w.wrong(err), before)
	}
	if code == exitDone && before.Spoken && w.mayAgain() {
		if err := w.World.Unsay(master.Cron); err != nil {
			return w.hold(w.wrong(err), before)
		}
	}
	if code == exitDone && after.Outbox.Waiting > 0 {
		code = exitLater
	}
	if w.first() && unread == nil {
		w.call.voice.say("cron-first", phrase.Str("dir", w.settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined),
			phrase.Num("sent", sent), phrase.Num("turn", after.Turn))
		if err := w.World.Meet(byHand, w.call.now()); err != nil {
			return w.hold(w.wrong(err), before)
		}
	}
	return code
}

// byHand is, among what a world meets once, a cron at a terminal that read the mailbox.
const byHand = "cron"

// first tells whether a person runs cron, and has not seen it work in this world yet:
// he is told what it did, for silence could mean anything.
func (w *opened) first() bool {
	if !w.call.seen {
		return false
	}
	met, err := w.World.Met(byHand)
	return !met && err == nil
}

// unmet tells whether the error is of a mail server that has never answered since the
// founding: it is not down but probably misspelt.
func (w *opened) unmet(err error) bool {
	var c *complaint
	if !errors.As(err, &c) {
		return false
	}
	for code, section := range map[string]string{"no-imap": "imap", "no-smtp": "smtp"} {
		if c.What.Code == code {
			met, err := w.World.Met(section)
			return !met && err == nil
		}
	}
	return false
}

// maySpeak counts one more line of a kind, and tells whether it is within the
// limit; where the store cannot count it, nobody is kept in ignorance.
func (w *opened) maySpeak(l limits.Limit) bool {
	within, err := w.World.Allow(l, w.call.now())
	return within || err != nil
}

// mayAgain counts that all went well after a complaint, and tells whether the next one may be
// made at once: a server that refuses every other login must not mail somebody all day.
func (w *opened) mayAgain() bool {
	within, err := w.World.Allow(limits.TroublesAgain, w.call.now())
	return within && err == nil
}

// pollHalf is poll for at most half of the time there is: a flood of mail, or a
// mail server that hangs, must not keep letters from leaving.
func (w *opened) pollHalf(ctx context.Context) (imap.Polled, error) {
	if end, ok := ctx.Deadline(); ok {
		half, cancel := context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
		ctx = half
	}
	return w.poll(ctx)
}

// hold is the exit code of what went wrong in a round. It speaks at once of what a person
// must mend, and then once a day, or when it comes back or is another mistake; of a server
// that has never answered, too, and whenever a person waits for the first word. What passes
// by itself it tells when the turn is due, or letters have waited too long; not every time.
func (w *opened) hold(err error, s master.Status) int {
	exit := exitUsage
	var c *complaint
	if errors.As(err, &c) {
		exit = c.Exit
	} else if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		exit = exitLater
	}
	now, every := w.call.now(), perDay
	if exit == exitLater && w.first() {
		w.call.voice.complain(err)
		return exit
	}
	if exit == exitLater && !w.unmet(err) {
		every = whileDown
		waited := !s.Outbox.Oldest.IsZero() && now.Sub(s.Outbox.Oldest) >= tooLong
		if !s.Due && !s.Passed && !waited {
			return exit
		}
	}
	if fresh, fault := w.World.Once(master.Cron+subject(err), every, now); fresh || fault != nil {
		w.call.voice.complain(err)
	}
	return exit
}

// complainDaily speaks of each of some troubles that has not been told within a day.
func (w *opened) complainDaily(troubles ...error) {
	for _, err := range troubles {
		if fresh, fault := w.World.Once(master.Cron+subject(err), perDay, w.call.now()); fresh || fault != nil {
			w.call.voice.complain(err)
		}
	}
}

// subject is what a complaint is about, without what others say of it, which
// may differ from time to time.
func subject(err error) string {
	var c *complaint
	if !errors.As(err, &c) {
		return err.Error()
	}
	words := []string{c.What.Code}
	for _, a := range c.What.Args {
		words = append(words, a.S)
	}
	return strings.Join(words, " ")
}

// tell writes down here what could not be mailed to the game master, once; who
// reads what cron writes has read it then.
func (w *opened) tell(notices []outbox.Notice) error {
	var told []uint64
	for _, n := range notices {
		if !n.Told.IsZero() {
			continue
		}
		lines := w.call.voice.book.Say(phrase.P("notice", phrase.Str("dir", w.settings.Dir),
			phrase.Str("subject", n.Subject))) + "\n"
		for line := range strings.Lines(n.Text) {
			lines += "  " + strings.TrimRight(line, " \r\n") + "\n"
		}
		fmt.Fprint(w.call.voice.err, "weltentor: "+lines) // at once: another world may speak as well
		told = append(told, n.ID)
	}
	if len(told) == 0 {
		return nil
	}
	return w.World.NoticesTold(w.call.now(), told...)
}
