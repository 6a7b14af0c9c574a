package duel

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// rehearsed reads sheets as receipts do: what they would set is set in a copy.
func (w *World) rehearsed(sheets ...game.Sheet) *turn {
	t := w.begin(sheets, game.Seed{})
	t.ForReceipt = true
	rulekit.Play(&t.Turn, t, phases[:4])
	return t
}

// Check says what the sheet means. Those without a guard keep theirs.
func (w *World) Check(s game.Sheet) game.Checked {
	why := ""
	if s.Realm != 0 && w.fencer(s.Realm) == nil {
		why = "not-yours"
	}
	c, counts := rulekit.Receipt(w.rb.Language(), s, why)
	if !counts {
		return c
	}
	t := w.rehearsed(s)
	c.Problems, c.InForce, c.Letters = append(c.Problems, t.Refused[s.Realm]...), t.InForce, t.ToMaster
	if f := t.fencer(s.Realm); f != nil && w.s.Phase == inOrders && !t.orders(s.Realm, func(o orders.Order) bool {
		_, is := o.(Guard)
		return is
	}) {
		c.Idle = append(c.Idle, phrase.P("guard-stays", phrase.Key("stance", f.Stance.key()),
			phrase.Num("courage", f.Courage)))
	}
	if slices.ContainsFunc(c.Problems, func(p orders.Problem) bool { return p.What.Code == "other-phase" }) {
		c.From = s.Turn + 1
	}
	c.Adds = w.s.Phase == inResults
	c.Sort()
	return c
}

// orders reports whether a realm's sheet has such an order.
func (t *turn) orders(realm int, such func(orders.Order) bool) bool {
	return slices.ContainsFunc(t.sheets[realm].Lines, func(l orders.Line) bool { return such(l.Order) })
}

// Merge: the later guard counts. Results are replaced bout by bout, and everything else that the later mail does not
// name stays. Attachments stay until one with the same name comes.
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	out := later
	out.Files = mergeFiles(earlier.Files, later.Files)
	if w.s.Phase != inResults {
		return out
	}
	fresh := later.Orders(w.rb.Language())
	named := map[string]bool{}
	for _, l := range fresh.Lines {
		named[about(l.Order)] = true
	}
	var kept orders.File
	for _, l := range earlier.Orders(w.rb.Language()).Lines {
		if !named[about(l.Order)] {
			kept.Lines = append(kept.Lines, l)
		}
	}
	if len(kept.Lines) == 0 {
		return out
	}
	out.Text = string(w.rb.Language().Print(nil, &kept)) + "\n"
	if fresh.Starts > 0 { // the number before them would be read as one more of the lines kept
		out.Text += strings.Join(orders.Split(later.Text)[fresh.Starts-1:], "\n") + "\n"
	}
	return out
}

// about says what a line is about.
func about(o orders.Order) string {
	switch o := o.(type) {
	case Result:
		return fmt.Sprint("bout ", o.Bout)
	case rulekit.SettingOrder:
		return o.Setting.De
	}
	return fmt.Sprintf("%T", o)
}

// Keeps reports whether a file is kept: lists are, and they come as PDF.
func (w *World) Keeps(f game.File) bool { return strings.HasSuffix(strings.ToLower(f.Name), ".pdf") }

func mergeFiles(earlier, later []game.File) []game.File {
	replaced := func(f game.File) bool {
		return slices.ContainsFunc(later, func(g game.File) bool { return g.Name == f.Name })
	}
	return append(slices.DeleteFunc(slices.Clone(earlier), replaced), later...)
}

// Compare tells both fencers of a bout that their results differ, as soon as both have sent one. It does not if the
// game master has sent one.
func (w *World) Compare(sheets []game.Sheet) []game.Crossing {
	words := w.rehearsed(sheets...).words
	var out []game.Crossing
	for i, b := range w.s.Bouts {
		_, ruled := words[word{0, i + 1}]
		x, saidX := words[word{b.A, i + 1}]
		y, saidY := words[word{b.B, i + 1}]
		if saidX && saidY && !ruled && differ(x, y) {
			out = append(out, game.Crossing{Realm: b.A, About: i + 1, What: differing(x, y)},
				game.Crossing{Realm: b.B, About: i + 1, What: differing(y, x)})
		}
	}
	return out
}

// Due: at once when all have released, unless the world says manual. Then the game master resolves the turn.
func (w *World) Due(sheets []game.Sheet) game.Due {
	if w.n.Release == "manual" {
		return game.ByHand
	}
	t := w.begin(sheets, game.Seed{})
	released := func(o orders.Order) bool { return o == rulekit.SettingOrder{Setting: release.Name} }
	for _, f := range w.s.Fencers {
		if !t.orders(f.Number, released) {
			return game.AtDeadline
		}
	}
	if len(w.s.Fencers) < 2 {
		return game.AtDeadline
	}
	return game.Now
}
