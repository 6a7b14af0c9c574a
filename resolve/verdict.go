package resolve

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// verdict is what the rules say of orders. It is made of a submission, and adds which of its lines
// count, and what would be in force with them. Orders without a good line end here.
type verdict struct {
	submission
	checked game.Checked  // what would be in force; the problems are the letter's own
	lines   receipt.Lines // the letter's own
	fresh   chronicle.SheetRecord
}

// verdict has the rules judge the letter with all its files, and what would be in force after
// it: with the kept files alone and with what stays of the earlier letter, whose lines are
// counted too.
func (s submission) verdict() (verdict, error) {
	v := verdict{submission: s}
	later := s.sheetOf(append(slices.Clip(s.files.kept), s.files.rest...))
	err := store.Guarded(func() {
		v.checked = s.current.World.Check(later)
		later.Files = s.files.kept
		v.lines = receipt.Count(v.checked, s.file.DroppedErrors)
		v.lines.Good += len(s.file.Settings)
		v.fresh = chronicle.SheetRecord{Sheet: later, Good: v.lines.Good, Bad: v.lines.Bad}
		if !s.replaces {
			return
		}
		if v.fresh.Sheet = s.current.World.Merge(s.earlier.Sheet, later); v.fresh.Text != later.Text {
			checked := s.current.World.Check(v.fresh.Sheet)
			v.fresh.Good, v.fresh.Bad = receipt.Standing(checked)
			v.fresh.Template = s.earlier.Template
			checked.Problems = v.checked.Problems
			v.checked = checked
		}
	})
	v.fresh.Draft, _ = s.file.Says(orders.Draft)
	if yes, said := s.file.Says(orders.Template); said && yes {
		v.fresh.Template = chronicle.WithTemplate
	} else if said {
		v.fresh.Template = chronicle.WithoutTemplate
	}
	if s.heard.fate == besidesWent && s.above() != "" {
		v.checked.Problems = withoutHeard(v.checked.Problems)
	}
	return v, err
}

// withoutHeard takes the remark that text above the orders does not count from the
// problems of a letter whose text above went to the game master.
func withoutHeard(problems []orders.Problem) (kept []orders.Problem) {
	for _, p := range problems {
		if p.What.Code != "before-sections" {
			kept = append(kept, p)
		}
	}
	return kept
}

// sheetOf is the letter's sheet, with its orders if it is the text that was studied.
func (s submission) sheetOf(files []game.File) game.Sheet {
	sheet := game.Sheet{Realm: s.realm, Turn: s.current.Turn, Text: s.text, Files: files}
	if found := s.letter.Studied; found.Clean != nil && found.Text == s.text {
		sheet = sheet.Read(s.world.rulebook.Language(), found.Clean)
	}
	return sheet
}

// Check tells what a receipt would say of a realm's orders; nothing is stored.
func (w *World) Check(number int, text string) (checked game.Checked, err error) {
	err = w.ask(number, func(c chronicle.Current) {
		clean := secrecy.Scrub(text, w.rulebook.Language().Parse(text).Identity)
		checked = c.World.Check(game.Sheet{Realm: number, Turn: c.Turn, Text: clean})
	})
	return checked, err
}

// acceptance is what became of the letter, with its lines.
func (v verdict) acceptance(fate Fate) Acceptance {
	return Acceptance{Fate: fate, Realm: v.realm, Good: v.lines.Good, Bad: v.lines.Bad, Partial: v.lines.Partial,
		NotYet: v.lines.NotYet, Checked: v.checked}
}

// fruitless tells whether the letter replaces nothing: no line of it counts, and either
// something of the earlier one does or it has lines that are wrong.
func (v verdict) fruitless() bool {
	return v.lines.Good+v.lines.Partial == 0 &&
		(v.replaces && v.earlier.Good+v.earlier.Partial > 0 || v.lines.Bad > 0)
}

// kept answers a file without one good line: it replaces nothing, and the
// receipt tells what stays in force.
func (v verdict) kept() (*ending, error) {
	a := v.acceptance(Kept)
	a.Reason = phrase.P("no-good-line")
	r := v.receipt(a)
	inForce := game.Sheet{Realm: v.realm, Turn: v.current.Turn}
	if v.replaces {
		r.Reason = phrase.P("no-good-line-kept")
		if v.lines.Bad == 0 {
			r.Reason = phrase.P("no-order-kept")
		}
		inForce, r.Stood = v.earlier.Sheet, v.earlier
	}
	if err := store.Guarded(func() { r.Checked = v.current.World.Check(inForce) }); err != nil {
		return nil, err
	}
	r.Checked.Problems, r.Checked.From, r.Lines = v.checked.Problems, v.checked.From, v.lines
	if v.byHand { // who entered it reads it on his terminal; the player wrote none of it
		return r.end(), nil
	}
	return v.receive(r)
}
