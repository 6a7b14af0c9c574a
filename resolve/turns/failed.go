package turns

import (
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A turn at which the rules fail, or a program that they need, waits: nothing is lost. The game master gets one letter,
// with the last words and the orders that make the difference. Nothing is tried twice with the same orders, state and
// program, unless by the command `turn`.

// triesMost is how often a turn that failed is played again to find the orders.
const triesMost = 12

// toldMost is of how many failures of a turn the game master gets a letter: players may change the last words.
const toldMost = 5

// Patience is how long that may take, with the turn's first try, by a clock.
type Patience struct {
	Clock func() time.Time
	Most  time.Duration
}

// begun returns whether there is time for another try that takes as long as the longest so far. The first one begins now.
func (p Patience) begun() (more func() bool) {
	began := p.Clock()
	last, longest := began, time.Duration(0)
	return func() bool {
		now := p.Clock()
		longest = max(longest, now.Sub(last))
		last = now
		return now.Sub(began)+longest <= p.Most
	}
}

// Await is Advance as a timer calls it, again and again: a turn that fails waits for a person.
func Await(w *world.World, now time.Time, p Patience) (Advanced, error) {
	if err := schedule.CloseDue(w, now); err != nil {
		return Advanced{}, err
	}
	return manner{timer: &p}.advance(w, now)
}

// attempt is the sum of what a turn is made from, with the program that makes it.
func (l look) attempt(w *world.World) string {
	c := l.Current
	return store.SumOf(store.MustJSON([]any{w.Settings.Program, w.Rules.Name(), w.Rules.Version(), c.Turn, c.Seed.String(),
		store.SumOf(c.Tables), store.SumOf(c.World.State()),
		chronicle.SheetsSum(l.Schedule.Given(l.Records, c.Turn, l.Ready))}))
}

// failedAgain reports whether the turn would only fail again. Players are told that it is late once its deadline is over.
func (l look) failedAgain(w *world.World, now time.Time) (again bool, err error) {
	if f := l.failure; f.Turn == 0 || f.Always || f.Attempt != l.attempt(w) {
		return false, nil
	}
	if l.failure.Late || !l.Ready.Passed {
		return true, nil
	}
	return true, l.update(w, func(tx *store.Tx) error {
		l.tellLate(world.Session{World: w, Tx: tx, Current: l.Current, At: now})
		return nil
	})
}

// waitsFailed is what Advance says of a turn that has failed.
func (l look) waitsFailed(w *world.World) Advanced {
	return Advanced{Turn: l.Current.Turn, Failed: true, Waits: l.failure.Waits(w.ClockTime), Deadline: l.Ready.Deadline,
		Former: l.former.At}
}

// failed records that the turn has failed, and tells the game master, unless the letter before said the same.
func (l look) failed(w *world.World, now time.Time, fault error, more func() bool) (Advanced, error) {
	was := l.failure
	words, program := lastWords(fault)
	f := chronicle.Failure{Turn: l.Current.Turn, Attempt: l.attempt(w), Since: was.Since, What: wording.OneLine(words),
		Always: program != nil && program.Always, Late: was.Late}
	if f.Since.IsZero() {
		f.Since = now.UTC()
	}
	var s search
	if !f.Always {
		s = search{look: l, world: w, now: now, more: more}
		s.find(was.Realms)
		f.Realms, f.Together, f.Others = s.realms, s.together, s.others
	}
	told := was.Turn != 0 && was.Always == f.Always && was.Together == f.Together && slices.Equal(was.Others, f.Others) &&
		(len(f.Realms) == 1 && slices.Equal(was.Realms, f.Realms) || was.What == f.What && len(was.Realms) == len(f.Realms)) || was.Told >= toldMost
	if f.Told = was.Told; !told {
		f.Told++
	}
	l.failure = f
	err := l.update(w, func(tx *store.Tx) error {
		d := world.Session{World: w, Tx: tx, Current: l.Current, At: now}
		f.Put(tx)
		if !told {
			s.tell(d, f, words)
		}
		if l.Ready.Passed {
			l.tellLate(d)
		}
		return nil
	})
	return l.waitsFailed(w), err
}

// lastBytes are the most that a letter shows of a program's last words.
const lastBytes = 2000

// lastWords are what the rules said last, or the program whose failure it is; nil: there is none.
func lastWords(fault error) (words string, program *game.Failed) {
	words, _, _ = strings.Cut(fault.Error(), "\n") // below is a trace
	if errors.As(fault, &program) {
		words = program.What
	}
	words = secrets.MaskLikely(orders.Scrub(strings.ToValidUTF8(words, "?"), nil))
	return strings.ToValidUTF8(words[max(0, len(words)-lastBytes):], ""), program
}

// search looks for the orders without which a turn can be resolved.
type search struct {
	look
	world *world.World
	now   time.Time
	more  func() bool // there is time for another try

	tries    int
	spent    bool  // no other is allowed
	realms   []int // without whose orders it can be, as few as were found; none: without any it cannot be, or there are none
	found    bool  // each of them is needed for that
	together bool  // with theirs alone it can be, too: they fail together with others
	others   []int // with whose orders they fail; none: they were not found
}

// find searches. Without these realms it worked before. A beginning of the list of realms is the shortest with whose
// orders the turn fails: then the last realm of it makes a difference. Without that one, the next is searched.
func (s *search) find(before []int) {
	all, guilty := s.rest(nil), []int(nil)
	if len(all) == 0 {
		return
	}
	if len(before) == 1 && slices.Contains(all, before[0]) && s.without(before) {
		guilty, s.found = before, true
	} else if !s.without(all) {
		return
	}
	for rest := all; !s.found && !s.spent && len(rest) > 0; {
		last := shortest(len(rest), func(n int) bool { return !s.without(slices.Concat(guilty, rest[n:])) })
		guilty, rest = append(guilty, rest[last]), slices.Delete(slices.Clone(rest), last, last+1)
		s.found = !s.spent && (slices.Equal(s.realms, guilty) || s.without(guilty))
	}
	slices.Sort(s.realms)
	if !s.found || len(guilty) == len(all) {
		return
	}
	s.together = s.with(guilty)
	// whom they meet is found in the same way
	for with, rest := slices.Clone(guilty), s.rest(guilty); s.together && !s.spent && len(rest) > 0; {
		last := shortest(len(rest), func(n int) bool { return !s.with(slices.Concat(with, rest[:n])) })
		if with, rest = append(with, rest[last]), rest[:last]; len(with) == len(all) || !s.with(with) && !s.spent {
			s.others = with[len(guilty):]
			return
		}
	}
}

// shortest returns which of n is the last in the shortest beginning that fails. With none it does not, with all it does.
func shortest(n int, fails func(first int) bool) (last int) {
	for last = 0; n-last > 1; {
		if middle := (last + n) / 2; fails(middle) {
			n = middle
		} else {
			last = middle
		}
	}
	return last
}

// rest are the realms with orders, without some.
func (s *search) rest(without []int) (out []int) {
	for _, r := range s.Records {
		if !slices.Contains(without, r.Realm) {
			out = append(out, r.Realm)
		}
	}
	return out
}

// with reports whether the turn can be resolved with the orders of some realms alone.
func (s *search) with(realms []int) bool {
	return s.resolves(func(realm int) bool { return slices.Contains(realms, realm) })
}

// without reports whether the turn can be resolved without the orders of some realms, and notes them then if they are
// fewer.
func (s *search) without(realms []int) bool {
	works := s.resolves(func(realm int) bool { return !slices.Contains(realms, realm) })
	if works && (len(s.realms) == 0 || len(realms) < len(s.realms)) {
		s.realms = realms
	}
	return works
}

// resolves reports whether the turn can be resolved with the orders of some realms. If it may not be tried any more, it
// is taken to be not.
func (s *search) resolves(with func(realm int) bool) bool {
	if s.spent = s.spent || s.tries == triesMost || !s.more(); s.spent {
		return false
	}
	s.tries++
	l := s.look
	l.Records = slices.DeleteFunc(slices.Clone(l.Records), func(r sheets.Sheet) bool { return !with(r.Realm) })
	_, err := l.play(s.world, s.now, func(int) {})
	return err == nil
}

// tell tells the game master what failed, and what was found.
func (s *search) tell(d world.Session, f chronicle.Failure, words string) {
	t := &wording.Text{Book: wording.Words(d.World.Settings.Lang)}
	rules := d.World.Rules.Words(d.World.Settings.Lang)
	t.Say("failed", phrase.Num("turn", f.Turn))
	t.Quote(words)
	t.Line("")
	tries := phrase.Num("n", s.tries)
	switch {
	case f.Always:
		t.Say("failed-always")
	case len(s.Records) == 0:
		t.Say("failed-unordered")
	case s.tries == 0:
		t.Say("failed-no-time")
	case len(s.realms) == 0:
		t.Say("failed-anyway", tries)
	case s.together:
		t.Say("failed-together", tries)
	case s.found:
		t.Say("failed-found", tries)
	default:
		t.Say("failed-several", tries)
	}
	list := func(realms []int) {
		for _, n := range realms {
			here, _ := d.Current.Realm(n)
			if n == 0 {
				t.Say("failed-master")
				continue
			}
			t.Line("- " + phrase.Capital(wording.Called(rules, n, here.Name)))
		}
	}
	if list(s.realms); len(s.others) > 0 {
		t.Say("failed-others")
		list(s.others)
	}
	t.Line("")
	t.Say("failed-advice")
	d.World.ToMaster.Alarm(d.Tx, outbox.TurnFailed, strings.TrimSuffix(t.Body.String(), "\n"), d.At, slices.DeleteFunc(
		slices.Clone(s.realms), func(n int) bool { return n == 0 })...)
}

// tellLate tells all players once that the turn is late.
func (l look) tellLate(d world.Session) {
	f := l.failure
	if f.Late {
		return
	}
	f.Late = true
	f.Put(d.Tx)
	for _, r := range l.Current.World.Realms() {
		if r.Fallen {
			continue
		}
		t := notices.NewDeadlineLetter(d, r)
		t.Say("late", phrase.Str("title", l.Current.World.Title(r.Lang)), d.When(t.Book, l.Ready.Deadline))
		t.Queue(f.Turn, phrase.P("subject.late"), l.Ready.Deadline, nil)
	}
}
