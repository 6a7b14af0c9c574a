package game

import (
	"testing"

	"weltentor/orders/phrase"
)

// cast is a battle of one die of ten eyes: the attackers win with 1 to 7, and what is left of them are as many
// percent as it shows.
type cast struct{}

func (cast) Seed() string { return "" }

func (cast) Fight(s Seed) Fought { return thrown(s.Throw(1, 0, "cast").Between(1, 10)) }

type thrown int64

func (t thrown) Winner() phrase.Phrase {
	if t <= 7 {
		return phrase.P("attackers")
	}
	return phrase.P("defenders")
}

func (t thrown) Left() [2]int64 { return [2]int64{int64(t) * 10, 1000} }

func (t thrown) Protocol(phrase.Lang) []byte { return nil }

// always goes on.
func always() bool { return true }

// Of 10,000 casts 7 of 10 are won, and the margin says how sure that is. Percents of 1 to 7 are 4 on average, and the
// middle one is 4; of 8 to 10 it is 9.
func TestOddsOfADie(t *testing.T) {
	o := OddsOf(cast{}, Seed{1}, 10_000, always)
	if o.Times != 10_000 || len(o.Endings) != 2 || o.Endings[0].Winner.Code != "attackers" {
		t.Fatalf("%+v", o)
	}
	for i, want := range []struct{ share, middle int64 }{{700, 40}, {300, 90}} {
		e := o.Endings[i]
		if e.Share < want.share-15 || e.Share > want.share+15 || e.Low > want.share || e.High < want.share ||
			e.High-e.Low < 17 || e.High-e.Low > 20 { // 2 × 1.96 × √(0.21 ÷ 10,000) = 18 ‰
			t.Errorf("%s: %d ‰, between %d and %d", e.Winner.Code, e.Share, e.Low, e.High)
		}
		if e.Left[0].P50 != want.middle || e.Left[0].Mean < want.middle-2 || e.Left[0].Mean > want.middle+2 ||
			e.Left[1] != (Spread{1000, 1000, 1000, 1000}) {
			t.Errorf("%s: left are %v", e.Winner.Code, e.Left)
		}
	}
	// 10 % of all casts show 1, 50 % at most 5, 90 % at most 9; one rank beside is luck
	if l := o.Left[0]; l.P10 < 10 || l.P10 > 20 || l.P50 < 50 || l.P50 > 60 || l.P90 < 90 || l.P90 > 100 {
		t.Errorf("of all are left %v", l)
	}
}

// It stops when it is told to, and not a fight later; without a fight nothing is known.
func TestOddsStop(t *testing.T) {
	left := 25
	o := OddsOf(cast{}, Seed{1}, 1000, func() bool { left--; return left >= 0 })
	if o.Times != 25 {
		t.Errorf("%d fights, want 25", o.Times)
	}
	if o = OddsOf(cast{}, Seed{1}, 0, always); o.Times != 0 || o.Endings == nil || len(o.Endings) > 0 {
		t.Errorf("without a fight: %+v", o)
	}
}

// Who counts which fight changes nothing.
func TestTalliesAddUp(t *testing.T) {
	var even, odd Tally
	even.Fight(cast{}, Seed{9}, 0, 2, 501, always)
	odd.Fight(cast{}, Seed{9}, 1, 2, 501, always)
	odd.Add(&even)
	got, want := odd.Odds(), OddsOf(cast{}, Seed{9}, 501, always)
	if got.Times != 501 || got.Left != want.Left || len(got.Endings) != len(want.Endings) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range got.Endings {
		g, w := got.Endings[i], want.Endings[i]
		if g.Times != w.Times || g.Left != w.Left || g.Low != w.Low || g.Winner.Code != w.Winner.Code {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
}

// Ten numbers, 0 to 90: so much or less have 1, 5 and 9 of them, and 45 is the mean.
func TestSpread(t *testing.T) {
	var h heap
	for n := range 10 {
		h.of[10*n]++
		h.sum += int64(10 * n)
	}
	if got, want := h.spread(10), (Spread{Mean: 45, P10: 0, P50: 40, P90: 80}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Wilson's interval, against values worked out with z = 1.96.
func TestMargin(t *testing.T) {
	for _, c := range []struct{ k, n, low, high int64 }{
		{0, 0, 0, 1000},
		{0, 1000, 0, 4},                // 3.8416 ÷ 1,003.8416 = 0.383 %
		{1000, 1000, 996, 1000},        // likewise
		{500, 1000, 469, 531},          // 46.907 % and 53.093 %
		{1, 1, 206, 1000},              // 1 ÷ 4.8416 = 20.65 %
		{3, 10, 107, 604},              // 10.78 % and 60.32 %
		{300_000, 1_000_000, 299, 301}, // 29.910 % and 30.090 %
	} {
		if low, high := wilson(c.k, c.n); low != c.low || high != c.high {
			t.Errorf("%d of %d: between %d and %d ‰, want %d and %d", c.k, c.n, low, high, c.low, c.high)
		}
	}
}
