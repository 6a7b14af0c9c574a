package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/place"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
)

// adoptCmd takes a world for the true one where it is now.
type adoptCmd struct {
	Dir     string `arg:""`
	Letters bool
	Yes     bool
}

// Run makes the folder the place that the world mails from. Done again it is done again. It says before how far the
// store is behind, and which letters wait in it; one that is behind is only adopted with a yes.
func (k *adoptCmd) Run(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	a := turns.Adopting{World: w.World, Place: w.place(), Made: k.Letters}
	b, err := w.behind(c.ctx, a)
	if err != nil {
		return err
	}
	if err := k.sayBehind(w, b, a); err != nil {
		return err
	}
	if b.lags() && !k.Yes && !c.agrees("adopt-ask") {
		return usage("adopt-unsure", phrase.Str("dir", k.Dir))
	}
	a.Above, a.Again = b.above, b.lags() || b.more || b.blind != nil
	if err := a.Done(c.now()); err != nil {
		return w.wrong(err)
	}
	if w.settings.IMAP.Host != "" {
		if err := w.takeMailbox(c.ctx); err != nil {
			return err
		}
	}
	c.voice.say("adopted", phrase.Str("dir", k.Dir))
	return nil
}

// takeMailbox puts the mark of a world that was adopted into its mailbox. If that cannot be
// now, the next cron does it.
func (w *opened) takeMailbox(ctx context.Context) error {
	config, err := w.imap(ctx)
	if err == nil {
		err = w.claim(ctx, config, 0)
	}
	if err == nil || errors.As(err, new(*complaint)) {
		return err
	}
	return later("adopted-unmarked", err, phrase.Str("dir", w.settings.Dir),
		phrase.Str("host", w.settings.IMAP.Addr()))
}

// machineVar names the machine in the environment, where its system has no name for it
// that lasts, as in some containers.
const machineVar = "WELTENTOR_MACHINE"

// machine is what tells this machine from others: what the environment says, or the name
// that its system was given when it was installed; "" if nobody knows.
func (c *call) machine() string {
	if name := c.env(machineVar); name != "" {
		return name
	}
	for _, path := range []string{"/etc/machine-id", "/etc/hostid"} {
		raw, err := os.ReadFile(path)
		// An image that no machine has been made of yet says "uninitialized".
		if name := strings.TrimSpace(string(raw)); err == nil && len(name) >= 32 {
			return name
		}
	}
	return ""
}

// inPlace is nil where the world mails from; a copy takes in no mail and sends none. It
// looks once a call.
func (w *opened) inPlace() error {
	if w.call.aboard != nil {
		return nil // the journal has one writer
	}
	if !w.placed {
		w.stopped, w.placed = w.wrong(w.place().Check(w.call.now())), true
	}
	return w.stopped
}

// statusJSON is the answer of `status --json`: first of all, whether the world stands still.
type statusJSON struct {
	Still *stillJSON `json:"still,omitempty"`
	master.Status
}

// stillJSON is why a world takes in no mail and sends none.
type stillJSON struct {
	Code string `json:"code"` // is-copy, is-old, in-fleet
	Text string `json:"text"` // with the way out
}

func stillOf(why *complaint, book *phrase.Book) *stillJSON {
	if why == nil {
		return nil
	}
	return &stillJSON{why.What.Code, why.Say(book)}
}

// still is why the world takes in no mail and sends none, as far as its folder knows: it is a copy, or an
// older state, or a fleet has the world. Nothing is changed, and no server is asked; nil: it goes on here.
func (w *opened) still() (why *complaint) {
	if w.call.aboard != nil {
		return nil // the journal has one writer
	}
	if m, marked, err := store.Marked(w.settings.Dir); marked && err == nil {
		errors.As(ofFleet(w.call, &store.MarkedError{Dir: w.settings.Dir, Mark: m}), &why)
		return why
	}
	if err := w.place().Look(); errors.Is(err, store.ErrCopy) || errors.Is(err, store.ErrOld) {
		errors.As(w.wrong(err), &why)
	}
	return why
}

func (w *opened) place() place.Keeper { return world.PlaceOf(w.World, w.call.machine()) }

// elsewhere is the complaint of a mailbox whose mark says that the game must not go on here;
// any other error is as it was. Nothing is fetched or sent in this call any more.
func (w *opened) elsewhere(err error) error {
	var shared *imap.SharedError
	var overtaken *imap.OvertakenError
	switch {
	case errors.As(err, &overtaken):
		w.stopped = w.wrong(w.place().Overtake(overtaken.Generation))
		return w.stopped
	case errors.As(err, &shared):
		return w.sharedWith(shared)
	}
	return err
}

// renewTime is how long renewing the mark may take: if the mailbox is slow, letters leave
// all the same.
const renewTime = 30 * time.Second

// renew puts a new generation into the mark, before a round of letters leaves. It costs one
// login to the mailbox a round, whatever the number of letters. The error is a complaint: if
// another store of this world, or another world, goes on in its stead. A mailbox that cannot
// be reached now keeps no letter back.
func (w *opened) renew(ctx context.Context) error {
	if w.settings.IMAP.Host == "" || w.deaf || w.call.aboard != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	config, err := w.imap(ctx)
	if err != nil {
		return nil
	}
	if err = w.claim(ctx, config, 0); errors.As(err, new(*complaint)) {
		return err
	}
	return nil
}

// claimed is claim for a world that was adopted, if its mailbox has not been told.
func (w *opened) claimed(ctx context.Context, config imap.Config) error {
	if w.call.aboard != nil {
		return nil
	}
	claims, err := w.place().Claims()
	if err != nil || !claims {
		return w.wrong(err)
	}
	return w.claim(ctx, config, 0)
}

// claim stores the next generation and puts it into the mark. A world that was adopted goes
// above whatever generation it meets there. The error is a complaint if the game must not go
// on here, else the mail server's.
func (w *opened) claim(ctx context.Context, config imap.Config, above uint64) error {
	rec, err := w.place().Next(above)
	if err != nil {
		return w.wrong(err)
	}
	if config.Mark, err = w.mark(); err != nil {
		return w.wrong(err)
	}
	known, err := imap.Renew(ctx, config)
	if kept := w.keepMark(config.Mark.Known, known); kept != nil {
		return w.wrong(kept)
	}
	var overtaken *imap.OvertakenError
	switch {
	case errors.As(err, &overtaken) && rec.Claims && above == 0:
		return w.claim(ctx, config, overtaken.Generation)
	case err != nil:
		return w.elsewhere(err)
	case rec.Claims:
		return w.wrong(w.place().Settled())
	}
	return nil
}
