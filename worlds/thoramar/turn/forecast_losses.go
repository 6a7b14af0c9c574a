package turn

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
)

// leaving is a step that may cost men, or a trade for which a part of a caravan stays.
type leaving struct {
	week   int
	at     game.Place
	ford   bool
	trades bool
}

// trade adds to a walk the trade of a trader in the first week, at whose end it is in its goal. As far as the realm can
// know, it earns something.
func (w *walk) trade(t *realm.Turn, a *realm.Army) {
	if a.March.Kind != realm.Trade {
		return
	}
	if _, vain := market.TradesInVain(t, a, march.Goal(t, a), phrase.Arg{}); vain {
		return
	}
	known := w.spots[:min(w.sure+1, realm.Weeks)]
	week := 1 + slices.IndexFunc(known, func(at game.Place) bool { return march.ComesTo(t, a, at) })
	if week == 0 {
		return
	}
	i := slices.IndexFunc(w.left, func(l leaving) bool { return l.week > week })
	if i < 0 {
		i = len(w.left)
	}
	w.left = slices.Insert(w.left, i, leaving{week: week, at: w.spots[week-1], trades: true})
}

// upTo is what comes before the trade, and whether there is one.
func (w *walk) upTo() (before []leaving, trades bool) {
	i := slices.IndexFunc(w.left, func(l leaving) bool { return l.trades })
	if i < 0 {
		return w.left, false
	}
	return w.left[:i], true
}

// cause is what takes a share of an army's men, in permille.
type cause struct {
	code     string
	from, to int64
	stays    bool // what stays where a caravan trades
}

// causesOf lists what a step takes from an army: for the terrain that it leaves, and for a river. Or it is what stays
// where a caravan trades; if the realm does not know whether there is a market, perhaps nothing.
func causesOf(t *realm.Turn, a *realm.Army, l leaving) (out []cause) {
	if sells := t.Row(a).Sells; l.trades && sells > 0 {
		c := cause{a.Name.Unit.String(), sells, sells, true}
		if !t.Clear(march.Goal(t, a)) {
			c.from = 0
		}
		return []cause{c}
	} else if l.trades {
		return nil
	}
	terrain := t.Field(l.at).Terrain
	if g := t.Tables.TerrainOf(a.Realm, terrain); march.TakesMen(t, a, terrain) {
		out = append(out, cause{g.Code, g.LossMin, g.LossMax, false})
	}
	if l.ford {
		out = append(out, cause{string(rune(realm.River)), 0, t.Tables.Rules.RiverLossMax, false})
	}
	return out
}

// taken is the most, or the least, that a cause takes of an army's men. See Shrink.
func (c cause) taken(t *realm.Turn, a *realm.Army, men int64, most bool) int64 {
	share := c.from
	if most {
		share = c.to
	}
	switch b := (realm.Army{Name: a.Name, Men: men}); {
	case c.stays || !t.DrawsLosses(&b):
		return realm.Nearest(men*share, 1000)
	case most:
		return realm.UpBy(men*share, 1000)
	}
	return men * share / 1000
}

// toll is what a way takes from an army: its men after it, at least and at most, and each cause in words.
type toll struct {
	low, high int64
	causes    []byte
	risky     bool // something is lost, and does not only stay at a trade's goal
}

// tollOf computes it (decision 6). An army below the least strength of T03 is lost.
func tollOf(t *realm.Turn, a *realm.Army, left []leaving) toll {
	view := game.View{Grid: t.Grid, Origin: t.State.Realms[a.Realm].Origin}
	o, least := toll{low: a.Men, high: a.Men}, t.Row(a).Min
	for _, l := range left {
		for _, c := range causesOf(t, a, l) {
			if o.causes != nil {
				o.causes = append(o.causes, ", "...)
			}
			o.causes = fmt.Appendf(o.causes, "W%d %s %s ", l.week, view.AppendPlace(nil, int64(l.at)), c.code)
			if c.from != c.to {
				o.causes = fmt.Appendf(o.causes, "%d-", c.from/10)
			}
			o.causes = fmt.Appendf(o.causes, "%d %%", c.to/10)
			o.risky = o.risky || !c.stays
			if o.low -= c.taken(t, a, o.low, true); o.low < least {
				o.low = 0
			}
			if o.high -= c.taken(t, a, o.high, false); o.high < least {
				o.high = 0
			}
		}
	}
	return o
}

// foreseeLosses says what an army loses on the way of v, which is itself or its formation; the formation's line counts.
// An army that may fall below the least strength of T03 gets a caveat.
func foreseeLosses(t *realm.Turn, v, a *realm.Army, w *walk) (phrase.Phrase, bool) {
	if !a.Name.Suffers() {
		return phrase.Phrase{}, false
	}
	o, least := tollOf(t, a, w.left), t.Row(a).Min
	if !o.risky {
		return phrase.Phrase{}, false
	}
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), realm.With(a.Name.Unit, least),
		phrase.Num("low", o.low), phrase.Num("high", o.high), phrase.Num("least", least),
		phrase.Str("causes", string(o.causes))}
	switch {
	case o.high == 0:
		t.Caveat(a.Realm, v.March.At, phrase.P("will-perish", args...))
		return phrase.Phrase{}, false
	case o.low == 0:
		t.Caveat(a.Realm, v.March.At, phrase.P("may-perish", args...))
	default: // enough men for its command now, but perhaps not where it is to carry it out
		c := v.March.Command
		if needs, most := march.Least(t, a, c); v == a && needs && o.low < most && a.Men >= most {
			t.CaveatArmy(a, "may-be-too-few", phrase.Str("command", string(rune(c))), phrase.Num("need", most),
				phrase.Num("low", o.low))
		}
	}
	if w.stop && unreached[w.end] == "" { // nobody knows what is behind
		return phrase.P("forecast-losses-known", args...), true
	}
	return phrase.P("forecast-losses", args...), true
}
