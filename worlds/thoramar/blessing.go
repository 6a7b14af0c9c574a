package thoramar

import (
	"weltentor/orders/phrase"
)

// bless lets a priest of the home bless its own or a neighbouring field of its
// realm (manual, "Der Priester der Heimat"; decision 10): double yield, no
// common demon, weakened arch-demons, peaceful monsters, calmer people.
func (t *Turn) bless(a *Army) {
	n := &t.tables.Rules
	p, ok := t.spell(a, n.BlessReach)
	if !ok {
		return
	}
	m := a.march
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", p)
	if int(t.field(p).Owner) != a.Realm {
		t.refuse(a.Realm, m.at, phrase.P("bless-foreign", army, field))
		return
	}
	if !t.affords(a, n.BlessPoints) {
		return
	}
	a.Men -= n.BlessPoints
	t.field(p).Blessed = uint8(n.BlessTurns)
	t.did(a.Realm, m.at, phrase.P("blessed", army, field, phrase.Num("turns", n.BlessTurns), phrase.Num("left", a.Men)))
	for _, d := range t.armiesAt(p) {
		t.consecrated(d)
	}
}

// consecrated lets blessed land work on an army that stands in it or has come
// into it: a common demon is banished, an arch-demon weakened. It tells whether
// the army is still there. Whoever moves an army by other ways than a step
// calls it where the army arrives.
func (t *Turn) consecrated(d *Army) bool {
	if d.Name.Type != 'D' || t.field(d.At).Blessed == 0 {
		return true
	}
	field, told := phrase.At("field", d.At), sortedRealms([]int{d.Realm, int(t.field(d.At).Owner)})
	lost := d.Men
	if d.Name.Unit == archDemon {
		lost = upBy(d.Men*t.tables.Rules.BlessedArch, 1000)
	}
	if lost == d.Men {
		t.tellOf(d, told, "demon-banished", field, phrase.Num("men", d.Men))
		t.removeArmy(d)
		return false
	}
	d.Men -= lost
	t.tellOf(d, told, "demon-weakened", field, phrase.Num("men", lost), phrase.Num("left", d.Men))
	return true
}

// soothed tells whether the army is a monster on land blessed this very turn:
// it keeps still, with order V (manual, "Der Priester der Heimat").
func (t *Turn) soothed(a *Army) bool {
	return a.Name.Type == 'M' && int64(t.field(a.At).Blessed) >= t.tables.Rules.BlessTurns
}

// blessings lets them run down, after the harvest (decision 4.9).
func blessings(t *Turn) {
	for i := range t.state.Fields {
		if f := &t.state.Fields[i]; f.Blessed > 0 {
			f.Blessed--
		}
	}
}
