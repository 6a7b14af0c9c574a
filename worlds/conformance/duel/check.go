package duel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// reading is a sheet as it was understood. Receipt and turn use the same one.
type reading struct {
	realm int
	text  string
	frame.Reading
	guard    *Guard
	results  []Result
	messages []orders.Message
	settings []frame.SettingOrder
	later    bool // orders of the other phase were refused
}

func (w *World) read(s game.Sheet) reading {
	r := reading{realm: s.Realm, text: s.Text}
	r.Reading = frame.Read(w.rb.Language(), s, func(l orders.Line) (phrase.Phrase, bool) { return w.take(&r, l) })
	return r
}

// take puts a line in force, or says why it cannot be.
func (w *World) take(r *reading, l orders.Line) (said phrase.Phrase, wrong bool) {
	switch o := l.Order.(type) {
	case Guard:
		if w.s.Phase != inOrders || r.realm == 0 {
			r.later = r.realm != 0
			return phrase.P("other-phase", phrase.Key("phase", "phase."+w.s.Phase)), true
		}
		r.guard = &o
		return phrase.P("guard-set", phrase.Key("stance", o.Stance.key()), phrase.Num("courage", o.Courage)), false
	case Result:
		return w.takeResult(r, o)
	case frame.SettingOrder:
		f := w.fencer(r.realm)
		if f == nil {
			return phrase.P("no-fencer", phrase.Num("number", r.realm)), true
		}
		r.settings = append(r.settings, o)
		return o.Accepted(f.Lang), false
	case orders.Message:
		if n, err := strconv.Atoi(o.To); err == nil && w.fencer(n) == nil {
			return phrase.P("no-fencer", phrase.Num("number", n)), true
		}
		r.messages = append(r.messages, o)
		return phrase.P("message-goes", phrase.Str("to", o.To)), false
	}
	panic(fmt.Sprintf("an order %T", l.Order))
}

// released reports whether nobody needs to wait for the fencer.
func (r reading) released() bool {
	return slices.Contains(r.settings, frame.SettingOrder{Setting: release.Name})
}

// takeResult takes a result, which begins with the fencer's own hits. The game master speaks for the bout's first
// fencer.
func (w *World) takeResult(r *reading, o Result) (phrase.Phrase, bool) {
	bout := phrase.Num("bout", o.Bout)
	if w.s.Phase != inResults {
		r.later = true
		return phrase.P("other-phase", phrase.Key("phase", "phase."+w.s.Phase)), true
	}
	if o.Bout > len(w.s.Bouts) || w.s.Bouts[o.Bout-1].Done {
		return phrase.P("no-such-bout", bout), true
	}
	b := w.s.Bouts[o.Bout-1]
	if r.realm != 0 && r.realm != b.A && r.realm != b.B {
		return phrase.P("not-your-bout", bout), true
	}
	if o.Own > w.n.Most || o.Other > w.n.Most {
		return phrase.P("too-many-hits", phrase.Num("most", w.n.Most)), true
	}
	r.results = append(r.results, o)
	return phrase.P("result-noted", bout, phrase.Num("own", o.Own), phrase.Num("other", o.Other)), false
}

// Check says what the sheet means. Those without a guard keep theirs.
func (w *World) Check(s game.Sheet) game.Checked {
	r := w.read(s)
	c := r.Checked()
	if f := w.fencer(s.Realm); f != nil && r.guard == nil && w.s.Phase == inOrders {
		c.Idle = append(c.Idle, phrase.P("guard-stays", phrase.Key("stance", f.Stance.key()),
			phrase.Num("courage", f.Courage)))
	}
	if r.later {
		c.From = s.Turn + 1
	}
	c.Adds = w.s.Phase == inResults
	return c
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
	case frame.SettingOrder:
		return o.Setting.De
	}
	return fmt.Sprintf("%T", o)
}

// Keeps reports whether a file is kept: lists are, and they come as PDF.
func (w *World) Keeps(f game.File) bool { return strings.HasSuffix(strings.ToLower(f.Name), ".pdf") }

func mergeFiles(earlier, later []game.File) []game.File {
	var out []game.File
	for _, f := range earlier {
		replaced := false
		for _, g := range later {
			replaced = replaced || f.Name == g.Name
		}
		if !replaced {
			out = append(out, f)
		}
	}
	return append(out, later...)
}

// Compare tells both fencers of a bout that their results differ, as soon as both have sent one. It does not if the
// game master has sent one.
func (w *World) Compare(sheets []game.Sheet) []game.Crossing {
	if w.s.Phase != inResults {
		return nil
	}
	var read []reading
	for _, s := range sheets {
		read = append(read, w.read(s))
	}
	var out []game.Crossing
	for i, b := range w.s.Bouts {
		ra, saidA := word(read, b.A, i+1)
		rb, saidB := word(read, b.B, i+1)
		if _, ruled := word(read, 0, i+1); saidA && saidB && !ruled && (ra.Own != rb.Other || ra.Other != rb.Own) {
			out = append(out, game.Crossing{Realm: b.A, About: i + 1, What: differing(i+1, ra, rb)},
				game.Crossing{Realm: b.B, About: i + 1, What: differing(i+1, rb, ra)})
		}
	}
	return out
}

// Due: at once when all have released, unless the world says manual. Then the game master resolves the turn.
func (w *World) Due(sheets []game.Sheet) game.Due {
	if w.n.Release == "manual" {
		return game.ByHand
	}
	released := 0
	for _, s := range sheets {
		if s.Realm != 0 && w.read(s).released() {
			released++
		}
	}
	if released == len(w.s.Fencers) && released > 1 {
		return game.Now
	}
	return game.AtDeadline
}
