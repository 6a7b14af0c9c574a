package players

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Realms lists all realms by number.
func Realms(w *world.World) (rows []roster.RealmRow, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		rows = roster.RealmRows(tx, c.World)
		return nil
	})
	return rows, err
}

// RealmOf is the row of one realm. The error is ErrRealm if there is none of that number.
func RealmOf(w *world.World, number int) (row roster.RealmRow, err error) {
	rows, err := Realms(w)
	if err != nil {
		return row, err
	}
	at := slices.IndexFunc(rows, func(r roster.RealmRow) bool { return r.Number == number })
	if at < 0 {
		return row, fmt.Errorf("%w: %d", faults.ErrRealm, number)
	}
	return rows[at], nil
}

// Crowd is how many realms in the game have not fallen, and how many its land is meant for; 0 if the rules know no
// such number.
func Crowd(w *world.World) (realms, suits int, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		return store.Guarded(func() {
			if land, is := chronicle.As[game.SuitedLand](c.World); is {
				suits = land.Suits()
			}
			for _, r := range c.World.Realms() {
				if !r.Fallen {
					realms++
				}
			}
		})
	})
	return realms, suits, err
}

// Registered lists the realms whose player writes from an address.
func Registered(k *world.Setup, tx *store.Tx, c chronicle.Current, mail string) (realms []int) {
	if mail == "" {
		return nil
	}
	var stands []int
	for number, rec := range k.People.Records(tx) {
		switch _, plays := c.Realm(number); {
		case !plays:
		case address.Contains(rec.Mail, mail):
			realms = append(realms, number)
		case rec.StandsIn(mail, c.Turn):
			stands = append(stands, number)
		}
	}
	return append(realms, stands...)
}

// Manner reads how the machine is to play: a style by its code or its name in any language, and a strength. An empty
// word is the usual one. The error is ErrEdit: the machine cannot play this game, or not like that.
func Manner(w *world.World, style, strength string) (m game.Manner, err error) {
	bot := w.Rules.Bot()
	if bot == nil {
		return m, wording.Fault(faults.ErrEdit, "bot-none", phrase.Str("name", w.Rules.Name()))
	}
	for _, c := range bot.Styles() {
		called := []string{c.Code}
		for _, lang := range phrase.Langs {
			called = append(called, c.Named(w.Rules.Words(lang)))
		}
		if m.Style == "" && (style == "" || slices.ContainsFunc(called, func(s string) bool {
			return strings.EqualFold(s, style)
		})) {
			m.Style = c.Code
		}
	}
	if m.Style == "" {
		return m, wording.Fault(faults.ErrEdit, "bot-style", phrase.Str("got", wording.Cut(style)),
			phrase.Str("styles", strings.Join(game.Codes(bot.Styles()), ", ")))
	}
	if m.Strength = game.Strength(strength); strength == "" {
		m.Strength = game.Strengths[0]
	}
	if !slices.Contains(game.Strengths, m.Strength) {
		return m, wording.Fault(faults.ErrEdit, "bot-strength", phrase.Str("got", wording.Cut(strength)))
	}
	return m, nil
}

// Bot has the machine play a realm from the turn that awaits orders on, in a manner. Whoever signs up gets it only if it
// is offered. With nil its player plays again, or nobody. Orders that are in force stay so for this turn. It reports whether anything changed.
func Bot(w *world.World, number int, m *game.Manner, offered bool, now time.Time) (changed bool, err error) {
	err = w.Update(func(tx *store.Tx) error {
		if _, err := w.Here(tx, now); err != nil {
			return err
		}
		changed, err = botIn(world.Session{World: w, Tx: tx, At: now}, number, m, m != nil && !offered, "")
		return err
	})
	return changed, err
}

// LetsPlay has the machine play a realm in the usual manner. If the game master wants that, it is offered to nobody. The error is ErrEdit if it cannot play this game.
func LetsPlay(d world.Session, number int, by logbook.By) error {
	m, err := Manner(d.World, "", "")
	if err == nil {
		_, err = botIn(d, number, &m, by == logbook.Master, by)
	}
	return err
}

// TakesBack has the realm's player play again, or nobody.
func TakesBack(d world.Session, number int, by logbook.By) error {
	_, err := botIn(d, number, nil, false, by)
	return err
}

// botIn changes who plays a realm, and records it for whoever did it.
func botIn(d world.Session, number int, m *game.Manner, kept bool, by logbook.By) (changed bool, err error) {
	old, err := roster.Plays(d.Tx, number, m, kept)
	same := old.Bot == nil && m == nil || old.Bot != nil && m != nil && *old.Bot == *m
	if err != nil || same && old.Kept == kept {
		return false, err
	}
	what := phrase.P("log.bot-off")
	if m != nil {
		what = phrase.P("log.bot", phrase.Str("style", m.Style), phrase.Str("strength", string(m.Strength)))
	}
	_, err = d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, Realm: number, What: what})
	return true, err
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

// BackAgain ends that a player counts as away for want of orders, since some have come.
func BackAgain(tx *store.Tx, realm int) error {
	_, err := roster.ChangeRealm(tx, realm, func(rec *roster.RealmRecord) {
		if rec.Idle {
			rec.Idle, rec.AbsentUntil = false, 0
		}
	})
	return err
}
