package requests

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/logbook"
	"weltentor/resolve/world"
)

// More time: players ask for a later deadline with a word. If more than half of the realms that are asked this turn
// want it, the deadline moves, once a turn. Whoever moves a deadline for all must prove who they are. The password in
// the letter proves it, or a code from a letter, or a signature if the world accepts that.

// ofTurn is the turn whose deadline is to move.
type ofTurn struct {
	Turn int `json:"turn"`
}

// moreTime answers MORE TIME: it asks the player to confirm. A realm that has been counted before is told so.
func (r request) moreTime() (*question, error) {
	s, end, err := r.movable()
	switch {
	case end || err != nil:
		return nil, err
	case slices.Contains(s.Schedule.Wants, r.here.Number):
		return nil, r.countsTime(s)
	}
	return &question{args: ofTurn{r.Current.Turn}, subject: "subject.more-time-ask", first: phrase.P("more-time-ask")}, nil
}

// provenAlone reports whether the letter's proof is enough, in a world that accepts one without a password.
func (r request) provenAlone() bool {
	auth := r.World.Settings.AuthInForce()
	return (auth == world.ByDKIM || auth == world.ByEither) && r.from.Vouched()
}

// proven reports whether the letter's proof is enough for a request that needs as much as orders do.
func (r request) proven() bool { return r.asOrders || r.provenAlone() }

// timeConfirmed counts a realm whose sender is proven, if that is so in the turn it was for, and the deadline can move.
func (r request) timeConfirmed(of ofTurn) error {
	if of.Turn != r.Current.Turn {
		r.tell("more-time", phrase.P("more-time-past", phrase.Num("turn", of.Turn)))
		return nil
	}
	s, end, err := r.movable()
	if end || err != nil {
		return err
	}
	return r.countsTime(s)
}

// movable returns the state of the turn, if a realm can move its deadline. If it cannot, the realm is told why, and
// end is true.
func (r request) movable() (s world.Overview, end bool, err error) {
	if s, err = r.World.Overview(r.Tx, r.At, false); err != nil {
		return s, true, err
	}
	why := r.noMoreTime(s)
	if why.Code != "" {
		r.tell("more-time", why)
	}
	return s, why.Code != "", nil
}

// countsTime records that a realm wants more time, moves the deadline if enough realms do now, and answers. If it
// moves, all others who are asked get a letter.
func (r request) countsTime(s world.Overview) error {
	p := &s.Schedule
	if !slices.Contains(p.Wants, r.here.Number) {
		p.Wants = append(slices.Clip(p.Wants), r.here.Number)
		slices.Sort(p.Wants)
	}
	n, of := p.Wishes(s.Current)
	if 2*n <= of {
		p.Log.Put(r.Tx, s.Current.Turn)
		r.tell("more-time", phrase.P("more-time-asked", phrase.Num("n", n), phrase.Num("of", of),
			phrase.Num("more", of/2+1-n), r.When(r.book, s.Ready.Deadline)))
		return nil
	}
	p.Settle(r.Tx, s.Current)
	moved := s.Ready.Deadline.Add(r.World.Settings.MoreTime)
	p.Moved, p.Moves, p.Extended = moved.UTC(), p.Moves+1, true
	p.Log.Put(r.Tx, s.Current.Turn)
	s.Ready.Deadline = moved
	letters.Announce(r.Session, s, "more-time-moved", moved, r.here.Number)
	r.tell("more-time", phrase.P("more-time-yes", phrase.Num("n", n), phrase.Num("of", of), r.When(r.book, moved)))
	_, err := r.World.Note(r.Tx, logbook.Entry{At: r.At, By: logbook.Player, Realm: r.here.Number,
		What: phrase.P("log.more-time", phrase.Num("time", moved.Unix()))})
	return err
}

// noMoreTime says why a deadline cannot move, whoever wants it. The phrase has no code if it can.
func (r request) noMoreTime(s world.Overview) phrase.Phrase {
	asked := s.Current.World.Asked()
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case r.World.Settings.MoreTime <= 0:
		return phrase.P("more-time-off")
	case !r.World.GoesByDeadline(s.Current.World):
		return phrase.P("more-time-master")
	case !slices.Contains(asked.Realms, r.here.Number):
		return phrase.P("not-asked")
	case s.Schedule.Extended:
		return phrase.P("more-time-done", r.When(r.book, s.Ready.Deadline))
	case s.Schedule.Pause.Holds(r.At):
		return phrase.P("more-time-paused")
	case s.Ready.Due || s.Ready.Held:
		return phrase.P("more-time-late")
	}
	return phrase.Phrase{}
}
