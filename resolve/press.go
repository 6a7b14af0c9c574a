package resolve

import (
	"strconv"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Press is when messages between players are passed on.
type Press string

// The ways a world may choose. Rumours always come with the turn: when one came would tell whose it is.
const (
	PressTurn Press = "turn" // with the reports; "" means the same
	PressNow  Press = "now"  // as soon as they are in force, and with the reports
)

// Presses lists them.
var Presses = []Press{PressTurn, PressNow}

// press passes the messages of the sheet in force on to the players they are for, each once a turn,
// where the world wants that. The reports bring them all the same. Whether anybody reads a message
// there the receipt does not tell: that a realm has no player is not known to all.
func (v verdict) press() (p receipt.Press, err error) {
	if v.world.settings.Press != PressNow || v.realm == 0 {
		return p, nil
	}
	p.Muted = v.rec.Muted
	forced := v.checked.Forced()
	for _, l := range v.fresh.Orders(v.world.rulebook.Language()).Lines {
		m, is := l.Order.(orders.Message)
		if !is || !forced[l.Line] || m.To == "M" || m.To == "G" || strings.TrimSpace(m.Text) == "" {
			continue
		}
		at, err := tray.PressedAt(v.tx, v.current.Turn, v.realm, m.To, m.Text)
		if err != nil {
			return p, err
		}
		if !at.IsZero() {
			p.Earlier++
			continue
		}
		to, err := v.readers(m.To)
		switch {
		case err != nil:
			return p, err
		case p.Muted || !v.mayPress(len(to)):
			p.Waiting++
			continue
		}
		p.Now++
		if err := tray.NotePressed(v.tx, v.current.Turn, v.realm, m.To, m.Text, v.at); err != nil {
			return p, err
		}
		text := v.unsaid(m.Text, v.realm, v.rec)
		for _, r := range to {
			if err := v.passPress(r, m.To == "A", text); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// readers are those a message is for who can be written to.
func (v verdict) readers(to string) (realms []game.Realm, err error) {
	number, _ := strconv.Atoi(to)
	for _, r := range v.current.World.Realms() {
		if r.Number == v.realm || r.Fallen || to != "A" && r.Number != number {
			continue
		}
		rec, err := v.world.people.Person(v.tx, r.Number)
		if err != nil {
			return nil, err
		}
		if !rec.Vacant() {
			realms = append(realms, r)
		}
	}
	return realms, nil
}

// mayPress tells whether one more message to so many players is within the limits, and counts it if it
// is: one that waits comes again with every sheet, and must use up nothing, least of all what is others'.
func (v verdict) mayPress(readers int) bool {
	of := limits.OfRealm(v.realm)
	if !limits.Press.Room(v.tx, v.at, of, 1) || !limits.PressADay.Room(v.tx, v.at, of, 1) ||
		!limits.PressReaders.Room(v.tx, v.at, of, readers) ||
		!limits.AllPressADay.Room(v.tx, v.at, limits.TheWorld, readers) {
		return false
	}
	limits.Press.Count(v.tx, v.at, of)
	limits.PressADay.Count(v.tx, v.at, of)
	for range readers {
		limits.PressReaders.Count(v.tx, v.at, of)
		limits.AllPressADay.Count(v.tx, v.at, limits.TheWorld)
	}
	return true
}

// passPress queues a message to a player: in the game's name, with no more of the sender than the
// report tells.
func (v verdict) passPress(r game.Realm, toAll bool, text string) error {
	rec, err := v.world.people.Person(v.tx, r.Number)
	if err != nil {
		return err
	}
	from, _ := v.current.Realm(v.realm)
	from.Lang = r.Lang
	t, code := &wording.Text{Book: wording.Words(r.Lang)}, "press-from"
	if toAll {
		code = "press-to-all"
	}
	who := v.world.called(from)
	t.Line(phrase.Capital(t.Book.Say(phrase.P(code, who))))
	t.Line("")
	t.Quote(text)
	t.Line("")
	t.Say("press-answer", phrase.Num("realm", v.realm))
	subject := t.Book.Say(phrase.P("subject."+code, who, phrase.Str("world", v.world.settings.Name),
		phrase.Num("turn", v.current.Turn)))
	outbox.In(v.tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindPress, Realm: r.Number,
		Turn: v.current.Turn, To: rec.Mail[0], Subject: subject}, ToName: r.Player, Writer: v.realm},
		outbox.Draft{Text: t.Body.String(), Charset: outbox.Charset(r.Computer)}, v.at)
	return nil
}

// Mute lets a realm's messages go with the turn only, also where others' are passed on at once; or,
// with off, no more. It tells whether that is new.
func (w *World) Mute(number int, off bool, now time.Time) (changed bool, err error) {
	err = w.update(func(tx *store.Tx) error {
		if _, err := w.here(tx, now); err != nil {
			return err
		}
		old, err := roster.ChangeRealm(tx, number, func(r *roster.RealmRecord) { r.Muted = !off })
		if err != nil || old.Muted == !off {
			return err
		}
		changed = true
		code := "log.muted"
		if off {
			code = "log.unmuted"
		}
		_, err = w.Note(tx, logbook.Entry{At: now, Realm: number, What: phrase.P(code)})
		return err
	})
	return changed, err
}
