package intake

import (
	"strconv"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Presses lists the settings.
var Presses = []world.Press{world.PressTurn, world.PressNow}

// press passes on the messages of the sheet in force to the players they are for, each once a turn, if the world wants
// that. The reports have them in any case. The receipt does not say whether anybody reads a message there: not
// everybody may know that a realm has no player.
func (v *orderLetter) press() (p receipt.Press, err error) {
	if v.World.Settings.Press != world.PressNow || v.realm == 0 {
		return p, nil
	}
	p.Muted = v.rec.Muted
	forced := v.checked.Forced()
	for _, l := range v.fresh.Orders(v.World.Rules.Language()).Lines {
		m, is := l.Order.(orders.Message)
		if !is || !forced[l.Line] || m.To == "M" || m.To == "G" || strings.TrimSpace(m.Text) == "" {
			continue
		}
		at, err := correspondence.PressedAt(v.Tx, v.Current.Turn, v.realm, m.To, m.Text)
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
		if err := correspondence.NotePressed(v.Tx, v.Current.Turn, v.realm, m.To, m.Text, v.At); err != nil {
			return p, err
		}
		text := v.from.Unsaid(m.Text, v.realm, v.rec)
		for _, r := range to {
			if err := v.passPress(r, m.To == "A", text); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// readers returns the realms that a message is for and that have a player.
func (v *orderLetter) readers(to string) (realms []game.Realm, err error) {
	number, _ := strconv.Atoi(to)
	for _, r := range v.Current.World.Realms() {
		if r.Number == v.realm || r.Fallen || to != "A" && r.Number != number {
			continue
		}
		rec, err := v.World.People.Person(v.Tx, r.Number)
		if err != nil {
			return nil, err
		}
		if !rec.Vacant() {
			realms = append(realms, r)
		}
	}
	return realms, nil
}

// mayPress reports whether one more message to this many players is within the limits. Only then is it counted. A
// message that waits comes again with every sheet, and must not use up anything, least of all what others may send.
func (v *orderLetter) mayPress(readers int) bool {
	of := limits.OfRealm(v.realm)
	if !limits.Press.Room(v.Tx, v.At, of, 1) || !limits.PressADay.Room(v.Tx, v.At, of, 1) ||
		!limits.PressReaders.Room(v.Tx, v.At, of, readers) ||
		!limits.AllPressADay.Room(v.Tx, v.At, limits.TheWorld, readers) {
		return false
	}
	limits.Press.Count(v.Tx, v.At, of)
	limits.PressADay.Count(v.Tx, v.At, of)
	for range readers {
		limits.PressReaders.Count(v.Tx, v.At, of)
		limits.AllPressADay.Count(v.Tx, v.At, limits.TheWorld)
	}
	return true
}

// passPress queues a message to a player. It is sent in the game's name, and says no more about the sender than the
// report does.
func (v *orderLetter) passPress(r game.Realm, toAll bool, text string) error {
	rec, err := v.World.People.Person(v.Tx, r.Number)
	if err != nil {
		return err
	}
	from, _ := v.Current.Realm(v.realm)
	from.Lang = r.Lang
	t, code := &wording.Text{Book: wording.Words(r.Lang)}, "press-from"
	if toAll {
		code = "press-to-all"
	}
	who := letters.Called(v.World.Setup, from)
	t.Line(phrase.Capital(t.Book.Say(phrase.P(code, who))))
	t.Line("")
	t.Quote(text)
	t.Line("")
	t.Say("press-answer", phrase.Num("realm", v.realm))
	subject := t.Book.Say(phrase.P("subject."+code, who, phrase.Str("world", v.World.Settings.Name),
		phrase.Num("turn", v.Current.Turn)))
	outbox.In(v.Tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindPress, Realm: r.Number,
		Turn: v.Current.Turn, To: rec.Mail[0], Subject: subject}, ToName: r.Player, Writer: v.realm},
		outbox.Draft{Text: t.Body.String(), Charset: outbox.Charset(r.Computer)}, v.At)
	return nil
}

// Mute keeps a realm's messages until the report, even if those of others are passed on at once. With off, it ends
// that. It reports whether anything changed.
func Mute(w *world.World, number int, off bool, now time.Time) (changed bool, err error) {
	err = w.Update(func(tx *store.Tx) error {
		if _, err := w.Here(tx, now); err != nil {
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
