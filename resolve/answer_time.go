package resolve

import (
	"reflect"
	"slices"
	"time"

	"weltentor/worlds/game"
)

// answerTime is what is left at the least, once a turn, for an answer to what only one
// realm has told, and by how much the deadline is moved where less is.
const answerTime = 24 * time.Hour

// giveTime moves the deadline, once a turn, if the letter tells something within the last
// day before it to which another owes an answer: nobody is to be bound by silence who
// could not have answered. Both are told. By hand nothing is moved: there a deadline
// reminds only.
func (in *intake) giveTime(before, after []game.Crossing) error {
	owes := func(x game.Crossing) bool {
		return x.Owes && x.Realm != in.a.Realm && !slices.ContainsFunc(before, func(y game.Crossing) bool {
			return y.Owes && y.Realm == x.Realm && y.About == x.About && reflect.DeepEqual(y.What, x.What)
		})
	}
	if !slices.ContainsFunc(after, owes) || !in.w.goesByDeadline(in.c.world) {
		return nil
	}
	p, err := in.w.pace(in.tx, in.c)
	if err != nil || p.Answered || p.deadline.IsZero() || p.pause.holds(in.at) || p.deadline.Sub(in.at) >= answerTime {
		return err
	}
	s := standing{c: in.c, p: p}
	s.settle(in.tx)
	s.p.timing.Moved, s.p.timing.Answered = p.deadline.Add(answerTime).UTC(), true
	s.p.timing.Moves++
	putTiming(in.tx, in.c.turn, s.p.timing)
	in.later = true
	return nil
}
