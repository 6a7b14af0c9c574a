package resolve

import (
	"slices"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
)

// sheet is a letter's orders in force. It is made of the verdict, and adds what the letter has
// brought about: how its orders agree with those of others, and what of them was mailed.
type sheet struct {
	verdict
	accord  accord
	went    []receipt.Went // messages to the game master
	pressed receipt.Press  // messages to other players
}

// sheet puts a verdict in force, and tells those whom it concerns.
func (v verdict) sheet() (sheet, error) {
	before, err := v.crossings()
	if err != nil {
		return sheet{}, err
	}
	v.fresh.Letter, v.fresh.At, v.fresh.Ahead = v.hash(), v.at.UTC().Round(0), !v.waited.IsZero()
	v.fresh.Stored, v.fresh.Partial, v.fresh.Void = v.files.size, v.lines.Partial, v.void()
	v.put()
	s := sheet{verdict: v}
	if s.accord, err = v.compare(before); err != nil {
		return s, err
	}
	if s.went, err = v.mailLetters(); err != nil {
		return s, err
	}
	if s.pressed, err = v.press(); err != nil {
		return s, err
	}
	return s, v.usedSettings()
}

// put puts the sheet in the place of the earlier one.
func (v verdict) put() {
	key := store.Pair(v.current.Turn, v.realm)
	if v.replaces {
		chronicle.PutSheet(v.tx, store.ReplacedBucket,
			append(store.Pair(v.current.Turn, v.realm), store.U64(store.Bump(v.tx, "serial"))...), v.earlier)
	}
	v.world.shelf.KnowSheet(key, chronicle.PutSheet(v.tx, store.SheetsBucket, key, v.fresh), v.fresh)
	v.world.shelf.Relist(key, v.fresh)
}

// whole tells whether the sheet in force is the letter's text and nothing of an earlier one.
func (v verdict) whole() bool { return v.fresh.Text == v.text }

// void are the letter's lines of which nothing counts, sorted. Where the sheet in
// force is not the letter's, nobody knows which they are.
func (v verdict) void() (void []int) {
	if !v.whole() {
		return nil
	}
	for _, p := range v.checked.Problems {
		if k := v.lines.Kind(p); k == "error" || k == "not-yet" {
			void = append(void, p.Line)
		}
	}
	slices.Sort(void)
	return slices.Compact(void)
}

// usedSettings notes which settings the letter's orders use. What the game master sends
// in a player's name is no use of his.
func (v verdict) usedSettings() error {
	if v.byHand || v.realm == 0 {
		return nil
	}
	if v.rec.Idle {
		if err := backAgain(v.tx, v.realm); err != nil {
			return err
		}
	}
	for _, a := range adjustments(v.current.World, v.realm) {
		for _, l := range v.file.Lines {
			if !a.Uses(l.Order) {
				continue
			}
			if err := used(v.tx, v.realm, settingUsed(a.Setting)); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// answer answers a letter whose orders are in force.
func (s sheet) answer() (*ending, error) {
	a := s.acceptance(Taken)
	a.Replaced = s.replaces
	r := s.receipt(a)
	r.Went, r.Press, r.Lines = s.went, s.pressed, s.lines
	r.Sheet = &receipt.Sheet{Earlier: s.earlier, Fresh: s.fresh, Crossed: s.accord.crossed, Agreed: s.accord.agreed,
		Later: s.accord.later}
	return s.receive(r)
}
