package requests

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
)

// Votes to close the game early; schedule counts them.

// ballot is a vote for closing the game, or against it.
type ballot struct {
	Wanted bool `json:"wanted"`
}

// vote answers CLOSE: with the count, or it asks a player who votes to confirm.
func (r request) vote() (*question, error) {
	switch {
	case !r.Given:
		r.votes("close-how")
		return nil, nil
	case r.rec.Closes == (r.Number > 0):
		r.votes(voteSaid(r.Number > 0))
		return nil, nil
	case r.Number == 0:
		return &question{args: ballot{}, subject: "subject.close-no-ask", first: phrase.P("close-no-ask")}, nil
	}
	return &question{args: ballot{true}, subject: "subject.close-ask", first: phrase.P("close-ask")}, nil
}

// noVote says why a realm has no vote now, or cannot vote like this. The phrase has no code if it can vote.
func (r request) noVote() phrase.Phrase {
	asked := r.Current.World.Asked()
	planned := chronicle.ReadClosure(r.Tx)
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case r.here.Fallen:
		return phrase.P("close-out")
	case planned.Planned() && planned.By == chronicle.ByMaster:
		return phrase.P("close-by-master", notices.Closes(r.World.Setup, r.book, planned)...)
	case !r.World.Settings.ClosingVote && !r.rec.Closes:
		return phrase.P("close-off")
	case len(asked.Realms) == 0:
		return phrase.P("close-not-begun")
	case r.stands:
		return phrase.P("close-substitute")
	}
	return phrase.Phrase{}
}

// voteSaid is the code of the sentence that confirms a vote.
func voteSaid(wants bool) string {
	if wants {
		return "close-voted"
	}
	return "close-taken-back"
}

// voted counts a proven vote: its code has come back, or the letter has the password.
func (r request) voted(b ballot) error {
	if err := schedule.SetVote(r.Tx, r.here.Number, b.Wanted); err != nil {
		return err
	}
	// If two codes for opposite votes are open, the first one that comes back counts, and the others become void.
	r.voidCodes()
	n, of := deadlines.Votes(r.Tx, r.World.People, r.Current.World)
	if _, err := r.World.Note(r.Tx, logbook.Entry{At: r.At, By: logbook.Player,
		What: phrase.P("log.vote", phrase.Num("n", n), phrase.Num("of", of))}); err != nil {
		return err
	}
	c := schedule.Closer{Session: r.Session, By: logbook.Player}
	c.But = r.here.Number
	if err := c.Recount(); err != nil {
		return err
	}
	r.votes(voteSaid(b.Wanted))
	return nil
}

// votes tells a player how many want the game closed, and what follows from that.
func (r request) votes(first string) {
	n, of := deadlines.Votes(r.Tx, r.World.People, r.Current.World)
	t := r.page(phrase.P(first))
	t.Say("close-count", phrase.Num("n", n), phrase.Num("of", of))
	if planned := chronicle.ReadClosure(r.Tx); planned.Planned() {
		t.Say("close-by-vote", notices.Closes(r.World.Setup, t.Book, planned)...)
	}
	r.send("subject.closing-vote", t, nil)
}

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
	if err := notices.Announce(r.Session, s, "more-time-moved", moved, r.here.Number); err != nil {
		return err
	}
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
