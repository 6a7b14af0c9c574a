package resolve

import (
	"errors"
	"fmt"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// orders puts a sheet in force, or says why not.
func (in *intake) orders(rec roster.RealmRecord, turn int) error {
	to := in.receiver(rec)
	if reason := untimely(in.c, in.a.Realm, turn, in.text); reason.Code != "" {
		return in.refuse(rec, turn, reason, to)
	}
	earlier, has, err := in.w.shelf.Sheet(in.tx, in.c.Turn, in.a.Realm)
	if err != nil {
		return err
	}
	if late, err := in.overtaken(earlier); late || err != nil {
		return errors.Join(err, in.refuse(rec, turn, phrase.P("overtaken"), to))
	}
	kept, rest, size, err := in.files(earlier)
	if err != nil {
		return err
	}
	if has {
		if again, err := in.copied(earlier, kept); again || err != nil {
			in.a.Fate = Known
			return err
		}
	}
	if in.crowded(earlier) {
		return in.refuse(rec, turn,
			phrase.P("crowded", phrase.Num("most", limits.Stored.Most()>>20), phrase.Num("small", smallText>>10)), to)
	}
	fresh, err := in.check(earlier, has, kept, rest)
	in.heardAbove()
	switch {
	case err != nil:
		return err
	case in.fruitless(earlier, has):
		return in.keep(earlier, has, to)
	}
	before, err := in.crossings()
	if err != nil {
		return err
	}
	fresh.Stored = size
	in.force(earlier, has, fresh)
	if err := in.compare(before); err != nil {
		return err
	}
	if err := in.mailLetters(rec); err != nil {
		return err
	}
	if err := in.usedSettings(); err != nil {
		return err
	}
	return in.answer(to, limits.Receipts)
}

// receiver decides where the receipt goes: to the sender if his address is the realm's,
// else to the realm's first; then the sender is told the verdict alone, aside.
func (in *intake) receiver(rec roster.RealmRecord) string {
	switch {
	case !in.l.MayAnswer || in.master || roster.ProperMail(in.l.From) != nil:
	case in.own:
		return in.l.From
	default:
		in.aside = in.l.From
	}
	if len(rec.Mail) > 0 {
		return rec.Mail[0]
	}
	return ""
}

// refuse answers a letter whose orders, for a turn, are not so much as looked at. What it
// says to the game master goes to him all the same.
func (in *intake) refuse(rec roster.RealmRecord, turn int, reason phrase.Phrase, to string) error {
	in.a.Fate, in.a.Reason = Refused, reason
	if err := in.mailUnheeded(rec, turn); err != nil {
		return err
	}
	if in.master {
		return nil
	}
	return in.answer(to, limits.Receipts)
}

// check has the rules judge the letter with all its files, kept and rest, and gives what
// would be in force after it: with the kept files alone and with what stays of the earlier
// letter, whose lines are counted too. The problems told are the letter's own.
func (in *intake) check(earlier chronicle.SheetRecord, has bool, kept, rest []game.File) (fresh chronicle.SheetRecord,
	err error) {
	later := in.sheet(append(slices.Clip(kept), rest...))
	err = store.Guarded(func() {
		in.a.Checked = in.c.World.Check(later)
		later.Files = kept
		in.count()
		fresh = chronicle.SheetRecord{Sheet: later, Good: in.a.Good, Bad: in.a.Bad}
		if !has {
			return
		}
		if fresh.Sheet = in.c.World.Merge(earlier.Sheet, later); fresh.Sheet.Text != later.Text {
			checked := in.c.World.Check(fresh.Sheet)
			fresh.Good, fresh.Bad = standingLines(checked)
			checked.Problems = in.a.Checked.Problems
			in.a.Checked = checked
		}
	})
	return fresh, err
}

// fruitless tells whether the letter replaces nothing: no line of it counts, and either
// something of the earlier one does or it has lines that are wrong.
func (in *intake) fruitless(earlier chronicle.SheetRecord, has bool) bool {
	return in.a.Good+in.a.Partial == 0 && (has && earlier.Good+earlier.Partial > 0 || in.a.Bad > 0)
}

// force puts what check gave in force, in place of the earlier sheet.
func (in *intake) force(earlier chronicle.SheetRecord, has bool, fresh chronicle.SheetRecord) {
	in.a.Fate, in.a.Replaced = Taken, has
	in.earlier, in.fresh = earlier, fresh.Sheet
	key := store.Pair(in.c.Turn, in.a.Realm)
	if has {
		chronicle.PutSheet(in.tx, store.ReplacedBucket,
			append(store.Pair(in.c.Turn, in.a.Realm), store.U64(store.Bump(in.tx, "serial"))...), earlier)
	}
	fresh.Letter, fresh.At = fmt.Sprintf("%x", in.l.Hash), in.at.UTC().Round(0)
	fresh.Partial, fresh.Void = in.a.Partial, in.void()
	in.w.shelf.KnowSheet(key, chronicle.PutSheet(in.tx, store.SheetsBucket, key, fresh), fresh)
	in.w.shelf.Relist(key, fresh)
}

// count counts the letter's lines by what becomes of them. Where problems were
// only counted, each stands for a line; what is in force without a line is one.
func (in *intake) count() {
	forced, bad, later := in.a.Checked.Forced(), map[int]bool{}, map[int]bool{}
	in.inPart = map[int]bool{}
	in.a.Bad = in.file.DroppedErrors
	for _, p := range in.a.Checked.Problems {
		switch {
		case p.Severity == orders.Error && p.Line == 0:
			in.a.Bad++ // of the whole file
		case p.Severity == orders.Error:
			bad[p.Line] = true
		case p.What.Code == game.NotYet:
			later[p.Line] = true
		}
	}
	in.a.Bad += len(bad)
	for line := range bad {
		if in.inPart[line] = line > 0 && forced[line]; in.inPart[line] {
			in.a.Partial++
		}
	}
	for line := range later {
		if !bad[line] {
			in.a.NotYet++
			in.inPart[line] = forced[line]
		}
	}
	for line := range forced {
		if !bad[line] && !later[line] {
			in.a.Good++
		}
	}
}

// standingLines counts the lines of a sheet made of several letters: those in force without a
// fault, and those with an error.
func standingLines(c game.Checked) (good, bad int) {
	forced, wrong := c.Forced(), map[int]bool{}
	for _, p := range c.Problems {
		if p.Severity == orders.Error {
			wrong[p.Line] = true
			delete(forced, p.Line)
		}
	}
	return len(forced), len(wrong)
}

// keep answers a file without one good line: it replaces nothing, and the
// receipt tells what stays in force.
func (in *intake) keep(earlier chronicle.SheetRecord, has bool, to string) error {
	in.a.Fate, in.a.Reason = Kept, phrase.P("no-good-line")
	problems, from := in.a.Checked.Problems, in.a.Checked.From
	err := store.Guarded(func() {
		kept := game.Sheet{Realm: in.a.Realm, Turn: in.c.Turn}
		if has {
			in.a.Reason = phrase.P("no-good-line-kept")
			if in.a.Bad == 0 {
				in.a.Reason = phrase.P("no-order-kept")
			}
			kept, in.keptAt = earlier.Sheet, earlier.At
		}
		in.a.Checked = in.c.World.Check(kept)
	})
	if err != nil {
		return err
	}
	in.a.Checked.Problems, in.a.Checked.From = problems, from
	if in.master { // who entered it reads it on his terminal; the player wrote none of it
		return nil
	}
	return in.answer(to, limits.Receipts)
}

// untimely tells why orders of this realm for this turn cannot count now; an
// empty phrase if they can. Turn 0 means the turn that awaits orders.
func untimely(c chronicle.Current, realm, turn int, text string) phrase.Phrase {
	asked := c.World.Asked()
	here, _ := c.Realm(realm)
	at := []phrase.Arg{phrase.Num("turn", turn), phrase.Num("now", c.Turn)}
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case here.Fallen:
		return phrase.P("fallen")
	case turn != 0 && turn < c.Turn:
		return phrase.P(stale(c, realm, asked, text), at...)
	case turn > c.Turn:
		return phrase.P("turn-not-yet", at...)
	case realm != 0 && !slices.Contains(asked.Realms, realm):
		return phrase.P("not-asked", at...)
	}
	return phrase.Phrase{}
}

// stale is the code of what a letter for a turn that is over is told: that it counts
// with the number of the present one only where such orders are asked for in it.
func stale(c chronicle.Current, realm int, asked game.Asked, text string) string {
	if realm != 0 && !slices.Contains(asked.Realms, realm) {
		return "stale-turn-others"
	}
	code := "stale-turn"
	if err := store.Guarded(func() {
		if c.World.Check(game.Sheet{Realm: realm, Turn: c.Turn, Text: text}).From > 0 {
			code = "stale-turn-phase"
		}
	}); err != nil {
		return "stale-turn"
	}
	return code
}
