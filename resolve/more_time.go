package resolve

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
)

// More time: players who want a later deadline say so by a word. If more than half of the realms
// that are asked this turn want it, the deadline moves, once a turn.

// moreTime notes that a realm wants it, moves the deadline if that makes enough, and answers. All
// others who are asked are told by a letter when it moves.
func (r request) moreTime() error {
	s, err := r.world.overview(r.tx, r.at, false)
	if err != nil {
		return err
	}
	if why := r.noMoreTime(s); why.Code != "" {
		r.tell("more-time", why)
		return nil
	}
	p := &s.schedule
	if !slices.Contains(p.Wants, r.here.Number) {
		p.Wants = append(slices.Clip(p.Wants), r.here.Number)
		slices.Sort(p.Wants)
	}
	n, of, err := p.Wishes(s.current)
	if err != nil {
		return err
	}
	if 2*n <= of {
		p.Log.Put(r.tx, s.current.Turn)
		r.tell("more-time", phrase.P("more-time-asked", phrase.Num("n", n), phrase.Num("of", of),
			phrase.Num("more", of/2+1-n), r.when(r.book, s.ready.Deadline)))
		return nil
	}
	p.Settle(r.tx, s.current)
	moved := s.ready.Deadline.Add(r.world.settings.MoreTime)
	p.Moved, p.Moves, p.Extended = moved.UTC(), p.Moves+1, true
	p.Log.Put(r.tx, s.current.Turn)
	s.ready.Deadline = moved
	if err := announce(r.world.clerk, r.tx, s, "more-time-moved", moved, r.here.Number, r.at); err != nil {
		return err
	}
	r.tell("more-time", phrase.P("more-time-yes", phrase.Num("n", n), phrase.Num("of", of), r.when(r.book, moved)))
	_, err = r.world.Note(r.tx, logbook.Entry{At: r.at, By: logbook.Player, Realm: r.here.Number,
		What: phrase.P("log.more-time", phrase.Num("time", moved.Unix()))})
	return err
}

// noMoreTime tells why a deadline does not move, whoever wants it.
func (r request) noMoreTime(s overview) phrase.Phrase {
	asked := s.current.World.Asked()
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case r.world.settings.MoreTime <= 0:
		return phrase.P("more-time-off")
	case !r.world.goesByDeadline(s.current.World):
		return phrase.P("more-time-master")
	case !slices.Contains(asked.Realms, r.here.Number):
		return phrase.P("not-asked")
	case s.schedule.Extended:
		return phrase.P("more-time-done", r.when(r.book, s.ready.Deadline))
	case s.schedule.Pause.Holds(r.at):
		return phrase.P("more-time-paused")
	case s.ready.Due || s.ready.Held:
		return phrase.P("more-time-late")
	}
	return phrase.Phrase{}
}
