package resolve

import (
	"cmp"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Whoever misses turns in a row is dealt with as the settings say, one step a turn, and is told
// of each. Nothing is done to anybody who was not warned a turn before.

// turnBegins does what is to be done when the letters of a turn leave: substitutes whose
// turns are over go, and players who do not move are dealt with.
func turnBegins(w *World, tx *store.Tx, now time.Time) error {
	if err := endSubstitutes(w, tx, now); err != nil || len(w.settings.Missed) == 0 {
		return err
	}
	var all []int
	err := w.people.Records(tx, func(number int, rec roster.RealmRecord) {
		if !rec.Vacant() && (rec.Missed > 0 || rec.Missing != nil || rec.Idle) {
			all = append(all, number)
		}
	})
	for _, n := range all {
		if err != nil {
			return err
		}
		var s silent
		if s, err = silentOf(w, tx, n, now); err == nil {
			err = s.deal()
		}
	}
	return err
}

// silent is a realm whose player does not move.
type silent struct {
	desk
	here game.Realm
	rec  roster.RealmRecord
}

func silentOf(w *World, tx *store.Tx, realm int, now time.Time) (s silent, err error) {
	c, err := w.now(tx)
	if err != nil {
		return s, err
	}
	s = silent{desk: desk{w, tx, c, now}}
	s.here, _ = c.Realm(realm)
	s.rec, _, err = s.record(realm)
	return s, err
}

// deal does the next step, if the realm has missed one more turn.
func (s silent) deal() error {
	if s.here.Fallen || s.current.World.Asked().Over {
		return nil
	}
	m := roster.Missing{}
	if s.rec.Missing != nil {
		m = *s.rec.Missing
		m.Did = slices.Clone(m.Did)
	}
	switch {
	case s.rec.Idle && slices.ContainsFunc(s.world.settings.Missed,
		func(step pace.Step) bool { return step.Does == pace.GivesAway }):
		if done, err := s.does(pace.GivesAway); done || err != nil {
			return err
		}
		fallthrough
	case s.rec.Idle:
		return s.keep(func(rec *roster.RealmRecord) { rec.AbsentUntil = s.current.Turn + LongestPause - 1 })
	case s.rec.Missed == 0:
		return s.keep(func(rec *roster.RealmRecord) { rec.Missing = nil })
	case m.At >= s.rec.Missed:
		return nil
	}
	m.At = s.rec.Missed
	for _, step := range s.world.settings.Missed {
		if step.After > m.At || slices.Contains(m.Did, string(step.Does)) {
			continue
		}
		if !m.Warned {
			step.Does, m.Warned = pace.Warns, true
		}
		done, err := s.does(step.Does)
		if err != nil {
			return err
		}
		if step.Does == pace.GivesAway && done {
			return nil // another player's realm now
		}
		if done { // otherwise it is tried again after the next turn missed
			m.Did = append(m.Did, string(step.Does))
			break
		}
	}
	return s.keep(func(rec *roster.RealmRecord) { rec.Missing = &m })
}

func (s silent) keep(change func(*roster.RealmRecord)) error {
	_, err := roster.ChangeRealm(s.tx, s.here.Number, change)
	return err
}

// does takes a step; false: it cannot be taken now, and the next one may be.
func (s silent) does(deed pace.Deed) (done bool, err error) {
	arg := phrase.Arg{}
	switch deed {
	case pace.AsksSubstitute:
		if s.rec.Stood == "" || s.rec.Standing(s.current.Turn) != nil {
			return false, nil
		}
		arg = phrase.Str("mail", s.rec.Stood)
		if done, err = s.offer(s.here, s.rec.Stood, turnsAsked, outbox.AboutBegun); !done || err != nil {
			return false, err
		}
	case pace.GivesAway:
		rows, err := signup.WaitingList(s.tx)
		if err != nil || len(rows) == 0 {
			return false, err
		}
		arg = phrase.Str("player", rows[0].Player)
		store.Remove(s.tx.Bucket(signup.SignupsBucket), store.U32(rows[0].ID))
		if err := s.world.handOver(s.tx, s.here.Number, rows[0], s.at); err != nil {
			return false, err
		}
		return true, s.told(deed, arg)
	case pace.PlaysOnStanding:
		if err := s.keep(func(rec *roster.RealmRecord) {
			rec.Idle, rec.AbsentUntil = true, s.current.Turn+LongestPause-1
		}); err != nil {
			return false, err
		}
	}
	l := s.world.deadlineLetter(s.here)
	l.Say("missed-"+string(deed), phrase.Num("n", s.rec.Missed), s.world.called(s.here), arg)
	if deed == pace.Warns {
		s.warns(l)
	}
	if err := l.queue(s.tx, s.current.Turn, phrase.P("subject.missed"), s.at, nil, s.at); err != nil {
		return false, err
	}
	return true, s.told(deed, arg)
}

// turnsAsked is for how many turns a former substitute is asked.
const turnsAsked = 2

// warns tells what the next steps are, and after how many missed turns.
func (s silent) warns(l *deadlineLetter) {
	after := s.rec.Missed
	for _, step := range s.world.settings.Missed {
		if step.Does == pace.Warns || step.Does == pace.AsksSubstitute && s.rec.Stood == "" {
			continue
		}
		after = max(after+1, step.After)
		l.Say("missed-then."+string(step.Does), phrase.Num("n", after))
	}
	l.Say("missed-advice")
}

// told tells the game master of a step, and writes it down.
func (s silent) told(deed pace.Deed, arg phrase.Arg) error {
	book := wording.Words(s.world.settings.Lang)
	about := outbox.AboutBegun
	if deed == pace.GivesAway { // that stays so, whatever becomes of the turn
		about = ""
	}
	s.world.master.TellAbout(s.tx, about, book.Say(phrase.P("subject.missed-master",
		phrase.Str("world", s.world.settings.Name), phrase.Num("realm", s.here.Number))),
		book.Say(phrase.P("missed-master."+string(deed), phrase.Num("realm", s.here.Number),
			phrase.Str("name", s.here.Name), phrase.Num("n", s.rec.Missed), arg))+"\n", s.current.Turn, s.at,
		s.here.Number)
	_, err := s.world.Note(s.tx, logbook.Entry{At: s.at, Realm: s.here.Number,
		What: phrase.P("log.missed-"+string(deed), phrase.Num("n", s.rec.Missed))})
	return err
}

// backAgain ends it that a player counts as away for want of orders: there are some.
func backAgain(tx *store.Tx, realm int) error {
	_, err := roster.ChangeRealm(tx, realm, func(rec *roster.RealmRecord) {
		if rec.Idle {
			rec.Idle, rec.AbsentUntil = false, 0
		}
	})
	return err
}

// How a substitution ends: when its turns are over, or before.

// endSubstitute ends a realm's substitution, and tells both. Who is sent away before his time may
// not come back by a code, is not asked when turns are missed, and what he has sent ahead is dropped.
func (d desk) endSubstitute(realm int, sentAway bool) error {
	here, found := d.current.Realm(realm)
	old, err := roster.ChangeRealm(d.tx, realm, func(rec *roster.RealmRecord) {
		if rec.Ended, rec.Substitute = rec.Substitute, nil; sentAway {
			rec.Stood, rec.Ended = "", nil
		}
	})
	if err != nil || !found || old.Substitute == nil {
		return err
	}
	unsaid, err := outbox.In(d.tx).Withdraw(func(e outbox.Entry) bool {
		return e.Realm == realm && e.About == aboutStandsAgain
	})
	if err != nil {
		return err
	}
	var more []phrase.Phrase
	if sentAway {
		his := func(t tray.Token) bool {
			return leadsToSubstitute(t) && roster.SameAddress(cmp.Or(t.Substitute, t.Mail), old.Substitute.Mail)
		}
		if err := tray.DropTokens(d.tx, realm, his); err != nil {
			return err
		}
		turns, err := d.dropAhead(realm, old)
		if err != nil {
			return err
		}
		if turns != "" {
			more = append(more, phrase.P("substitute-over-ahead", phrase.Str("turns", turns)))
		}
	}
	player, substitute := old.Mail[0], old.Substitute.Mail
	for _, e := range unsaid { // they have read that it was over, and not that it went on
		switch {
		case sentAway:
		case e.To == player:
			player = ""
		case e.To == substitute:
			substitute = ""
		}
	}
	d.tellOver(here, more, player, substitute)
	_, err = d.world.Note(d.tx, logbook.Entry{At: d.at, Realm: realm, What: phrase.P("log.substitute-over")})
	return err
}

// dropAhead takes back what a realm's substitute has sent for turns to come, and lists the turns.
func (d desk) dropAhead(realm int, rec roster.RealmRecord) (turns string, err error) {
	sheets, _, err := ahead.Of(d.tx, realm)
	var dropped []int
	for _, sheet := range sheets {
		hash, ok := hashOf(sheet.Letter)
		if !ok || err != nil {
			continue
		}
		var was tray.Received
		was, _, err = store.GetPacked[tray.Received](d.tx.Bucket(store.LettersBucket), hash)
		if err == nil && roster.SameAddress(was.From, rec.Substitute.Mail) && !roster.Has(rec.Mail, was.From) {
			dropped, err = append(dropped, sheet.Turn), ahead.Withdraw(d.tx, sheet)
		}
	}
	return numbersOf(dropped), err
}

// tellOver tells a player and who stood in for him that nobody does any more, and that the password for it
// is dead, where there was one. An address that is "" is not written to.
func (d desk) tellOver(here game.Realm, more []phrase.Phrase, player, substitute string) {
	for _, who := range []struct{ to, password string }{{player, "substitute-over-player"},
		{substitute, "substitute-over-yours"}} {
		if who.to == "" {
			continue
		}
		t := &wording.Text{Book: wording.Words(here.Lang)}
		t.Say("substitute-over", phrase.Str("world", d.world.settings.Name), phrase.Num("realm", here.Number),
			phrase.Str("name", here.Name))
		if d.world.settings.auth() != ByDKIM {
			t.Say(who.password)
		}
		for _, p := range more {
			t.Line(t.Book.Say(p))
		}
		subject := t.Book.Say(phrase.P("subject.substitute-over", phrase.Str("world", d.world.settings.Name)))
		e := outbox.Entry{About: aboutOver, OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: here.Number,
			Turn: d.current.Turn, To: who.to, Subject: subject}}
		outbox.In(d.tx).AddText(e, outbox.Draft{Text: t.Body.String()}, d.at)
	}
}

// What marks the letters that a substitution is over, and that it is not, since its turn was taken back.
const (
	aboutOver        = "substitute-over"
	aboutStandsAgain = "substitute-again"
)

// endSubstitutes ends those whose turns are over, when a turn begins.
func endSubstitutes(w *World, tx *store.Tx, now time.Time) error {
	var over, past []int
	turn := int(store.NumberOf(tx, "turn"))
	err := w.people.Records(tx, func(number int, rec roster.RealmRecord) {
		if rec.Substitute != nil && !rec.Vacant() && rec.Standing(turn) == nil {
			over = append(over, number)
		}
		if rec.Ended != nil && !rec.Vacant() && turn > rec.Ended.Until+mostUndone {
			past = append(past, number)
		}
	})
	for _, n := range past { // no turn of theirs can be taken back any more
		if err == nil {
			_, err = roster.ChangeRealm(tx, n, func(rec *roster.RealmRecord) { rec.Ended = nil })
		}
	}
	if len(over) == 0 || err != nil {
		return err
	}
	c, err := w.now(tx)
	if err != nil {
		return err
	}
	for _, n := range slices.Sorted(slices.Values(over)) {
		if err := (desk{w, tx, c, now}).endSubstitute(n, false); err != nil {
			return err
		}
	}
	return nil
}
