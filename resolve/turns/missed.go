package turns

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Players who miss turns in a row are dealt with as the settings say, one step a turn, and are told about each step.
// Nothing is done to anybody who was not warned a turn before.

// turnBegins does what is to be done once the letters of a turn are queued: substitutes whose turns are over go, and
// silent players are dealt with. The steps are those that standIns has taken.
func turnBegins(w *world.World, tx *store.Tx, steps []stepTaken, now time.Time) error {
	if err := endSubstitutes(w, tx, now); err != nil || len(w.Settings.Missed) == 0 {
		return err
	}
	// Nobody loses a realm to somebody who could have one that nobody plays.
	if _, err := players.SeatInVacant(world.Session{World: w, Tx: tx, At: now}, true); err != nil {
		return err
	}
	err := dealWith(w, tx, &steps, now, func(silent) bool { return true })
	if err == nil && len(steps) > 0 {
		tellSteps(w, tx, steps, now)
	}
	return err
}

// standIns has the machine play where that is the next step for a silent player. It comes before the reports, which
// name the realms that the machine plays from now on.
func standIns(w *world.World, tx *store.Tx, now time.Time) (steps []stepTaken, err error) {
	waiting := roster.WaitingList(tx)
	err = dealWith(w, tx, &steps, now, func(s silent) bool { return s.standsIn(len(waiting) > 0) })
	return steps, err
}

// dealWith takes the next step for the silent players who are meant.
func dealWith(w *world.World, tx *store.Tx, steps *[]stepTaken, now time.Time, meant func(silent) bool) error {
	var all []int
	for number, rec := range w.People.Records(tx) {
		if !rec.Vacant() && (rec.Missed > 0 || rec.Missing != nil || rec.Idle) {
			all = append(all, number)
		}
	}
	for _, n := range all {
		s, err := silentOf(w, tx, n, now)
		if err == nil && meant(s) {
			s.steps = steps
			err = s.deal()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stepTaken is a step of which the game master is to be told.
type stepTaken struct {
	realm int
	said  string
}

// tellSteps tells the game master about the steps of a turn: in one letter, or in one for each realm if the settings say
// so. They are as if they had not been once the turn is taken back.
func tellSteps(w *world.World, tx *store.Tx, steps []stepTaken, now time.Time) {
	n := outbox.Notice{At: now, Turn: store.Turn(tx), About: outbox.AboutBegun}
	if len(steps) == 1 || w.Settings.Singly {
		for _, s := range steps {
			n.Text, n.Names = s.said, []int{s.realm}
			w.ToMaster.Say(tx, phrase.P("subject.missed-master", phrase.Num("realm", s.realm)), n)
		}
		return
	}
	for _, s := range steps {
		n.Text += s.said
		n.Names = append(n.Names, s.realm)
	}
	w.ToMaster.Say(tx, phrase.P("subject.missed-digest", phrase.Num("n", len(steps))), n)
}

// silent is a realm whose player does not send orders.
type silent struct {
	world.Session
	here  game.Realm
	rec   roster.RealmRecord
	steps *[]stepTaken // of this turn
}

func silentOf(w *world.World, tx *store.Tx, realm int, now time.Time) (s silent, err error) {
	if s.Session, err = w.Session(tx, now); err != nil {
		return s, err
	}
	s.here, _ = s.Current.Realm(realm)
	s.rec, _ = roster.Get(s.Tx, realm)
	return s, nil
}

// deal takes the next step, if the realm has missed one more turn.
func (s silent) deal() error {
	if s.here.Fallen || s.Current.World.Asked().Over {
		return nil
	}
	m := roster.Missing{}
	if s.rec.Missing != nil {
		m = *s.rec.Missing
		m.Did = slices.Clone(m.Did)
	}
	switch {
	case s.rec.Idle && slices.ContainsFunc(s.World.Settings.Missed,
		func(step deadlines.Step) bool { return step.Does == deadlines.GivesAway }):
		if done, err := s.does(deadlines.GivesAway); done || err != nil {
			return err
		}
		fallthrough
	case s.rec.Idle:
		return s.keep(func(rec *roster.RealmRecord) { rec.AbsentUntil = s.Current.Turn + world.LongestPause - 1 })
	case s.rec.Missed == 0:
		return s.keep(func(rec *roster.RealmRecord) { rec.Missing = nil })
	case m.At >= s.rec.Missed:
		return nil
	}
	m.At = s.rec.Missed
	for _, step := range s.World.Settings.Missed {
		if step.After > m.At || m.Has(string(step.Does)) {
			continue
		}
		if !m.Warned {
			step.Does, m.Warned = deadlines.Warns, true
		}
		done, err := s.does(step.Does)
		if err != nil {
			return err
		}
		if step.Does == deadlines.GivesAway && done {
			return nil // another player has the realm now
		}
		if done { // otherwise it is tried again after the next missed turn
			m.Did = append(m.Did, string(step.Does))
			break
		}
	}
	return s.keep(func(rec *roster.RealmRecord) { rec.Missing = &m })
}

// standsIn reports whether the machine may be the next step: it is due, and no player who waits gets the realm before.
func (s silent) standsIn(waiting bool) bool {
	for _, step := range s.World.Settings.Missed {
		switch {
		case s.rec.Idle || step.After > s.rec.Missed || s.rec.Missing.Has(string(step.Does)):
		case step.Does == deadlines.LetsMachinePlay:
			return s.machinePlays()
		case step.Does == deadlines.GivesAway && waiting:
			return false
		}
	}
	return false
}

func (s silent) keep(change func(*roster.RealmRecord)) error {
	_, err := roster.ChangeRealm(s.Tx, s.here.Number, change)
	return err
}

// does takes a step. It returns false if the step cannot be taken now; then the next one may be taken.
func (s silent) does(deed deadlines.Deed) (done bool, err error) {
	arg := phrase.Arg{}
	switch deed {
	case deadlines.AsksSubstitute:
		if s.rec.Stood == "" || s.rec.Standing(s.Current.Turn) != nil {
			return false, nil
		}
		arg = phrase.Str("mail", s.rec.Stood)
		if done, err = players.Offer(s.Session, s.here, s.rec.Stood, turnsAsked, outbox.AboutBegun); !done || err != nil {
			return false, err
		}
	case deadlines.GivesAway:
		rows := roster.WaitingList(s.Tx)
		if len(rows) == 0 || s.rec.Kept {
			return false, nil
		}
		arg = phrase.Str("player", rows[0].Player)
		roster.DropWaiting(s.Tx, rows[0].ID)
		if err := players.HandOverIn(s.Session, s.here.Number, rows[0],
			phrase.P("farewell-missed", phrase.Num("n", s.rec.Missed))); err != nil {
			return false, err
		}
		return true, s.told(deed, arg)
	case deadlines.PlaysOnStanding:
		if err := s.keep(func(rec *roster.RealmRecord) {
			rec.Idle, rec.AbsentUntil = true, s.Current.Turn+world.LongestPause-1
		}); err != nil {
			return false, err
		}
	case deadlines.LetsMachinePlay:
		if !s.machinePlays() {
			return false, nil
		}
		if err := players.LetsPlay(s.Session, s.here.Number, ""); err != nil {
			return false, err
		}
	}
	l := notices.NewDeadlineLetter(s.Session, s.here)
	who := notices.Called(s.World.Setup, s.here)
	who.S = phrase.Capital(who.S)
	l.Say("missed-"+string(deed), phrase.Num("n", s.rec.Missed), who, arg)
	if deed == deadlines.Warns {
		s.warns(l)
	}
	l.Queue(s.Current.Turn, phrase.P("subject.missed"), s.At, nil)
	return true, s.told(deed, arg)
}

// machinePlays reports whether the machine can play this game.
func (s silent) machinePlays() bool {
	return s.World.Rules.Bot() != nil
}

// turnsAsked is for how many turns a former substitute is asked.
const turnsAsked = 2

// warns adds what the next steps are, and after how many missed turns.
func (s silent) warns(l *notices.DeadlineLetter) {
	after := s.rec.Missed
	for _, step := range s.World.Settings.Missed {
		if step.Does == deadlines.Warns || step.Does == deadlines.AsksSubstitute && s.rec.Stood == "" ||
			step.Does == deadlines.LetsMachinePlay && !s.machinePlays() {
			continue
		}
		after = max(after+1, step.After)
		l.Say("missed-then."+string(step.Does), phrase.Num("n", after))
	}
	l.Say("missed-advice")
}

// told has the game master told about a step, and records it. A realm that goes to somebody else has a letter of its
// own, since that stays so whatever becomes of the turn.
func (s silent) told(deed deadlines.Deed, arg phrase.Arg) error {
	book := wording.Words(s.World.Settings.Lang)
	said := book.Say(phrase.P("missed-master."+string(deed), phrase.Num("realm", s.here.Number),
		phrase.Str("name", s.here.Name), phrase.Num("n", s.rec.Missed), arg)) + "\n"
	if deed == deadlines.GivesAway {
		s.World.ToMaster.Say(s.Tx, phrase.P("subject.missed-master", phrase.Num("realm", s.here.Number)),
			outbox.Notice{At: s.At, Turn: s.Current.Turn, Text: said, Names: []int{s.here.Number}})
	} else {
		*s.steps = append(*s.steps, stepTaken{s.here.Number, said})
	}
	_, err := s.World.Note(s.Tx, logbook.Entry{At: s.At, Realm: s.here.Number,
		What: phrase.P("log.missed-"+string(deed), phrase.Num("n", s.rec.Missed))})
	return err
}

// How a substitution ends: when its turns are over, or before.

// endSubstitutes ends those whose turns are over, when a turn begins.
func endSubstitutes(w *world.World, tx *store.Tx, now time.Time) error {
	var over, past []int
	turn := store.Turn(tx)
	for number, rec := range w.People.Records(tx) {
		if rec.Substitute != nil && !rec.Vacant() && rec.Standing(turn) == nil {
			over = append(over, number)
		}
		if rec.Ended != nil && !rec.Vacant() && turn > rec.Ended.Until+world.MostUndone {
			past = append(past, number)
		}
	}
	for _, n := range past { // no turn of theirs can be taken back any more
		if _, err := roster.ChangeRealm(tx, n, func(rec *roster.RealmRecord) { rec.Ended = nil }); err != nil {
			return err
		}
	}
	if len(over) == 0 {
		return nil
	}
	d, err := w.Session(tx, now)
	if err != nil {
		return err
	}
	for _, n := range slices.Sorted(slices.Values(over)) {
		if err := players.EndSubstitute(d, n, false); err != nil {
			return err
		}
	}
	return nil
}
