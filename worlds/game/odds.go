package game

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// Odds is how a battle ended that was fought many times.
type Odds struct {
	Times   int64     `json:"times"`
	Left    [2]Spread `json:"left"`    // of attackers and defenders, over all endings
	Endings []Ending  `json:"endings"` // the commonest first
}

// Ending is one way in which a battle ends.
type Ending struct {
	Winner phrase.Phrase `json:"winner"`
	Times  int64         `json:"times"`
	Share  int64         `json:"share"` // in permille, rounded down
	// Low and High bound the true share with 95 % confidence, in permille (Wilson's interval).
	Low  int64     `json:"low"`
	High int64     `json:"high"`
	Left [2]Spread `json:"left"`
}

// Spread is how much is left of a side, in permille: on average, and at most in 10, 50 and 90 of 100 fights.
type Spread struct {
	Mean int64 `json:"mean"`
	P10  int64 `json:"p10"`
	P50  int64 `json:"p50"`
	P90  int64 `json:"p90"`
}

// OddsOf fights a battle at most this often, each time with dice of its own from the seed, as long as goes is true.
// goes is called before each fight, so the caller decides about time.
func OddsOf(b Battle, seed Seed, most int, goes func() bool) Odds {
	var t Tally
	t.Fight(b, seed, 0, 1, most, goes)
	return t.Odds()
}

// Tally counts how fights ended. The zero Tally has counted none. If several Tallies share the fights and are added
// up, it does not matter which Tally counted which fight.
type Tally struct{ endings []tally }

// tally counts fights that ended alike, with how often each side had how many permille left.
type tally struct {
	winner phrase.Phrase
	times  int64
	left   [2]heap
}

// heap counts numbers from 0 to 1000, and adds them up.
type heap struct {
	sum int64
	of  [1001]int32
}

// Fight fights the numbers first, first+step and so on below most, as long as goes is true. The same number has the
// same dice.
func (t *Tally) Fight(b Battle, seed Seed, first, step, most int, goes func() bool) {
	for n := first; n < most && goes(); n += step {
		f := b.Fight(seed.Sub("battle " + strconv.Itoa(n)))
		e, left := t.ending(f.Winner()), f.Left()
		e.times++
		for side := range left {
			e.left[side].sum += left[side]
			e.left[side].of[max(0, min(left[side], 1000))]++
		}
	}
}

// ending is the count of one way to end; the first phrase of a code is kept.
func (t *Tally) ending(winner phrase.Phrase) *tally {
	for i := range t.endings {
		if t.endings[i].winner.Code == winner.Code {
			return &t.endings[i]
		}
	}
	t.endings = append(t.endings, tally{winner: winner})
	return &t.endings[len(t.endings)-1]
}

// Add adds what another Tally has counted.
func (t *Tally) Add(other *Tally) {
	for i := range other.endings {
		from := &other.endings[i]
		e := t.ending(from.winner)
		e.times += from.times
		for side := range e.left {
			e.left[side].add(&from.left[side])
		}
	}
}

func (h *heap) add(other *heap) {
	h.sum += other.sum
	for v, n := range other.of {
		h.of[v] += n
	}
}

// Odds returns what was counted: the commonest ending first, equal ones sorted by code.
func (t *Tally) Odds() Odds {
	out := Odds{Endings: []Ending{}}
	var all [2]heap
	for i := range t.endings {
		e := &t.endings[i]
		out.Times += e.times
		for side := range all {
			all[side].add(&e.left[side])
		}
	}
	for side := range all {
		out.Left[side] = all[side].spread(out.Times)
	}
	for i := range t.endings {
		e := &t.endings[i]
		end := Ending{Winner: e.winner, Times: e.times, Share: e.times * 1000 / out.Times}
		end.Low, end.High = wilson(e.times, out.Times)
		for side := range end.Left {
			end.Left[side] = e.left[side].spread(e.times)
		}
		out.Endings = append(out.Endings, end)
	}
	slices.SortFunc(out.Endings, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Winner.Code, b.Winner.Code))
	})
	return out
}

// spread is how the numbers of a heap are spread; the mean is rounded down.
func (h *heap) spread(times int64) (out Spread) {
	if times == 0 {
		return out
	}
	out.Mean = h.sum / times
	for _, p := range []struct {
		to   *int64
		rank int64
	}{{&out.P10, 10}, {&out.P50, 50}, {&out.P90, 90}} {
		need := (times*p.rank + 99) / 100
		for v, n := range h.of {
			if need -= int64(n); need <= 0 {
				*p.to = int64(v)
				break
			}
		}
	}
	return out
}

// wilson returns the bounds of the true share with 95 % confidence, in permille, if k of n fights ended so. With z =
// 1.96 it is (k + z²/2 ± √(z²·k·(n−k)/n + z⁴/4)) ÷ (n + z²). The lower bound is rounded down, the upper one up. All is
// computed in parts of 20,000.
func wilson(k, n int64) (low, high int64) {
	if n == 0 {
		return 0, 1000
	}
	const z2 = 38416 // z² in parts of 10,000
	const scale = 20_000 * 20_000 / 10_000 * z2
	q := k * (n - k)
	root := roof(scale*(q/n) + scale*(q%n)/n + z2*z2)
	middle, of := 20_000*k+z2, 20_000*n+2*z2
	low, high = (middle-root)*1000/of, ((middle+root)*1000+of-1)/of
	return max(low, 0), min(high, 1000)
}

// roof is the square root of a number from 1, rounded up.
func roof(n int64) int64 {
	x := n
	for y := (x + 1) / 2; y < x; y = (x + n/x) / 2 {
		x = y
	}
	if x*x < n {
		x++
	}
	return x
}
