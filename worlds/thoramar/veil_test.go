package thoramar

import (
	"fmt"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// veil parts a turn into what realm 1 could see and what it could not.
type veil struct {
	w       *World
	was     *outcome
	seen    realm.Places // where realm 1 looked, before the first week or in any
	shared  realm.Places // where it had an army or land
	lit     realm.Places // seen, and where those whom it saw went, and one field around these
	rim     realm.Places // lit and one field around it: a fight there may end in lit
	players map[*realm.Army]bool
	tracks  map[armyOf][]game.Place // where each army was, by weeks
	sheets  []game.Sheet
	changed map[string]int
}

// armyOf names an army in the whole world.
type armyOf struct {
	realm int
	name  realm.ArmyName
}

func newVeil(w *World, was *outcome) *veil {
	v := &veil{w: w, was: was, seen: sight.Locate(w.at.State).Clear(w.at.Tables, 1), tracks: map[armyOf][]game.Place{},
		players: map[*realm.Army]bool{}, changed: map[string]int{}}
	looked, shared := was.seenBy(1)
	for p := range looked {
		v.seen.Add(p)
	}
	for p := range shared {
		v.shared.Add(p)
	}
	for r, list := range w.at.State.Armies {
		for _, a := range list {
			v.tracks[armyOf{r, a.Name}] = []game.Place{a.At}
		}
	}
	for i := range was.shared.Turn.Weeks {
		for _, s := range was.shared.Turn.Weeks[i].Spots {
			at := armyOf{int(s.Realm), s.Name()}
			v.tracks[at] = append(v.tracks[at], s.Place)
		}
	}
	v.lit = append(realm.Places(nil), v.seen...)
	for grown := true; grown; { // whoever meets one whom realm 1 may see is on the stage too
		grown = false
		for r, list := range w.at.State.Armies {
			for _, a := range list {
				track := v.tracks[armyOf{r, a.Name}]
				if !v.players[a] && v.touches(track) {
					v.players[a], grown = true, true
					for _, p := range track {
						v.around(&v.lit, p)
					}
				}
			}
		}
	}
	for p := range w.at.State.Fields {
		if v.lit.Has(game.Place(p)) {
			v.around(&v.rim, game.Place(p))
		}
	}
	return v
}

// veilOfReceipt hides all that realm 1 does not see before the turn: a receipt
// knows no more.
func veilOfReceipt(w *World) *veil {
	v := &veil{w: w, seen: sight.Locate(w.at.State).Clear(w.at.Tables, 1), players: map[*realm.Army]bool{},
		changed: map[string]int{}}
	v.shared, v.lit, v.rim = w.close(1), v.seen, v.seen
	for _, list := range w.at.State.Armies {
		for _, a := range list {
			v.players[a] = v.seen.Has(a.At)
		}
	}
	return v
}

func (v *veil) touches(track []game.Place) bool {
	for _, p := range track {
		if v.lit.Has(p) {
			return true
		}
	}
	return false
}

func (v *veil) around(set *realm.Places, p game.Place) {
	for d := game.Direction(0); d <= 6; d++ {
		if q := v.w.at.State.Grid.Step(p, d); q != game.Nowhere {
			set.Add(q)
		}
	}
}

// change replaces what is behind the veil.
func (v *veil) change(sheets []game.Sheet, dice *game.Dice) *World {
	other := v.w.with(v.w.at.State.Clone())
	s := other.at.State
	for r := range s.Armies {
		var stay []*realm.Army
		for i, a := range v.w.at.State.Armies[r] {
			if r == 1 || v.players[a] {
				stay = append(stay, s.Armies[r][i])
			} else {
				v.changed["gone"]++
			}
		}
		s.Armies[r] = stay
	}
	v.sheets = append([]game.Sheet(nil), sheets...)
	if v.was == nil {
		v.ground(s, dice)
	} else {
		v.spies(s, dice)
	}
	v.land(s, dice)
	for r := 2; r <= 4; r++ {
		v.realm(other, r, dice)
	}
	v.herds(other, dice)
	return other
}

// realm gives a realm other gold, letters and armies out of sight.
func (v *veil) realm(w *World, r int, dice *game.Dice) {
	realm := &w.at.State.Realms[r]
	realm.Gold += dice.N(100000)
	realm.Account -= dice.N(1000)
	realm.Missed = int(dice.N(3))
	text := v.sheets[r-1].Text + "$A\n"
	for i := range 12 {
		at := gametest.Stroll(w.at, w.at.State.Realms[r].Origin, dice, int(dice.N(20)), nil)
		if !v.lit.Has(at) {
			text += w.recruitFor(r, newID+i, at, dice, v)
			v.changed["came"]++
		}
	}
	to := 2 + (r-1)%3
	text += fmt.Sprintf("$N\n#%d\nNiemand sonst soll das lesen: %d.\n#M\nAuch das nicht.\n#E\n$G\n%d 1000\n", to,
		dice.N(1000), to)
	v.sheets[r-1].Text = text
}

// herds puts wild armies where they live, one that attacks nowhere near the lit.
func (v *veil) herds(w *World, dice *game.Dice) {
	id := newID
	for p := 0; p < len(w.at.State.Fields); p += 1 + int(dice.N(40)) {
		at, row := game.Place(p), &w.at.Tables.Monster[dice.N(int64(len(w.at.Tables.Monster)))]
		if v.lit.Has(at) || v.rim.Has(at) && row.Command != "V" ||
			!realm.Habitat(w.at.Tables, unitOf(row.Unit), w.at.State, at) {
			continue
		}
		for w.at.State.Army(0, realm.ArmyName{Unit: unitOf(row.Unit), ID: int32(id)}) != nil {
			id++
		}
		w.put(&realm.Army{Name: realm.ArmyName{Unit: unitOf(row.Unit), ID: int32(id)}, Men: row.Herd, At: at, Points: 4,
			Fit: -1, Since: 1, Start: game.Nowhere, Command: realm.Defend, Flag: realm.Shown})
		id++
		v.changed["wild"]++
	}
}

// spies changes those in sight whom realm 1 did not see and who did nothing, and
// hides new ones where nobody comes upon them.
func (v *veil) spies(s *realm.State, dice *game.Dice) {
	busy := append(realm.Places(nil), v.shared...)
	for a, track := range v.tracks {
		if a.realm == 1 || v.players[v.w.at.State.Army(a.realm, a.name)] {
			for _, p := range track {
				busy.Add(p)
			}
		}
	}
	var fights []game.Event
	for _, e := range v.was.shared.Turn.Events() {
		if strings.HasPrefix(e.Code, "battle-") {
			fights = append(fights, e)
		}
	}
	for r := 2; r <= 4; r++ {
		for _, a := range s.Armies[r] {
			end := v.was.After.at.State.Army(r, a.Name)
			if a.Men <= 100 && (a.Name.Type == 'K' || a.Name.Type == 'R') && end != nil && end.Men == a.Men &&
				end.KK == a.KK && !gametest.Named(fights, a, r) && v.was.spotOf(r, a.Name) == sight.Unseen &&
				v.alone(armyOf{r, a.Name}) {
				a.Men = dice.Between(v.w.at.Tables.FindUnit(a.Name.Unit).Min, 100)
				v.changed["spies changed"]++
			}
		}
		for i := range 6 {
			p := gametest.Stroll(v.w.at, s.Realms[1].Origin, dice, int(dice.N(12)), nil)
			if v.seen.Has(p) && !busy.Has(p) && s.Fields[p].Building == nil {
				(&World{at: realm.Position{State: s}}).put(&realm.Army{Realm: r,
					Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: int32(newID + 100 + i)},
					Men:  100, At: p, Points: 6, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Hidden})
				v.sheets[r-1].Text += fmt.Sprintf("K.L %d 0 V-\n", newID+100+i)
				v.changed["spies came"]++
			}
		}
	}
}

// alone tells whether an army that realm 1 did not see met nobody.
func (v *veil) alone(a armyOf) bool {
	for week, p := range v.tracks[a] {
		for b, track := range v.tracks {
			if b != a && week < len(track) && track[week] == p {
				return false
			}
		}
		if v.shared.Has(p) {
			return false
		}
	}
	return true
}

// ground changes the terrain and the rivers of land that realm 1 never saw, and
// the men of spies it does not see.
func (v *veil) ground(s *realm.State, dice *game.Dice) {
	same := [][]string{{"tla", "tst", "twa"}, {"hla", "hst", "hwa"}, {"bla", "bst", "bwa"}}
	for p := range s.Fields {
		at := game.Place(p)
		if v.seen.Has(at) || s.Realms[1].Seen.Has(at) {
			continue
		}
		for _, codes := range same {
			for _, c := range codes {
				if i, _ := v.w.at.Tables.FindTerrain(c); i == v.w.at.State.Fields[p].Terrain {
					s.Fields[p].Terrain, _ = v.w.at.Tables.FindTerrain(codes[dice.N(3)])
				}
			}
		}
	}
	look := &realm.Turn{Tables: v.w.at.Tables, State: v.w.at.State}
	for r := 2; r <= 4; r++ {
		for _, a := range s.Armies[r] {
			if sight.PlainLook(look, a) == sight.Unseen && a.Name.Type != 'Z' && a.Name.Type != 'P' {
				a.Men = dice.Between(v.w.at.Tables.FindUnit(a.Name.Unit).Min, 100)
			}
		}
	}
}

// land changes what realm 1 does not know of fields: out of sight whose they are
// and what stands there, in sight what no look tells.
func (v *veil) land(s *realm.State, dice *game.Dice) {
	gate := 1
	for p := range s.Fields {
		at, f := game.Place(p), &s.Fields[p]
		if b := f.Building; b != nil && f.Owner != 1 {
			b.Name = "Anders"
			if v.w.at.Tables.FindBuilding(b.Kind).Mine {
				b.Mine, b.Decline = dice.N(40001), dice.N(301)
			}
			if b.Gate != 0 {
				b.Gate = gate
				gate++
				v.changed["gates"]++
			}
		}
		if f.Owner != 1 && !v.shared.Has(at) && !v.lit.Has(at) {
			f.Yield = int16(dice.N(101))
		}
		if v.was == nil {
			v.beside(s, at, dice)
		}
		row := &v.w.at.Tables.Terrain[f.Terrain]
		if v.lit.Has(at) || row.Height <= 0 || row.NoBuild || !dice.Chance(300) {
			continue
		}
		if b := f.Building; b == nil {
			f.Building = &realm.Building{Kind: []string{"BRG", "STD", "FES"}[dice.N(3)], Name: "Neu",
				Damage: tables.Damage(dice.N(4))}
			v.changed["buildings"]++
		} else if !v.w.at.Tables.FindBuilding(b.Kind).Capital {
			b.Damage = tables.Damage(dice.N(4))
		}
		if b := f.Building; f.Owner != 1 && !v.w.at.Tables.FindBuilding(b.Kind).Capital && dice.Chance(100) {
			f.Owner = int16([]int{0, 2, 3, 4}[dice.N(4)])
			v.changed["land"]++
		}
		d := game.Direction(dice.Between(1, 6))
		if q := s.Grid.Step(at, d); q != game.Nowhere && !v.lit.Has(q) &&
			v.w.at.Tables.Terrain[s.Fields[q].Terrain].Height > 0 {
			s.SetEdge(at, d, []realm.Edge{realm.Road, realm.Wall, realm.Bridge}[dice.N(3)], true)
			v.changed["edges"]++
		}
	}
}

// beside changes what a receipt may not tell of a field that realm 1 looks at only
// from its neighbours: how its building stands, and its edges away from them.
func (v *veil) beside(s *realm.State, at game.Place, dice *game.Dice) {
	f := &s.Fields[at]
	if !v.lit.Has(at) || v.shared.Has(at) {
		return
	}
	if b := f.Building; b != nil && !v.w.at.Tables.FindBuilding(b.Kind).Capital {
		b.Damage, b.Used = tables.Damage(dice.N(4)), dice.N(100000)
		v.changed["states beside"]++
	}
	d := game.Direction(dice.Between(1, 6))
	q := s.Grid.Step(at, d)
	if q == game.Nowhere || v.shared.Has(q) || v.w.at.Tables.Terrain[f.Terrain].Height <= 0 ||
		v.w.at.Tables.Terrain[s.Fields[q].Terrain].Height <= 0 {
		return
	}
	edge := []realm.Edge{realm.Road, realm.Wall, realm.Bridge}[dice.N(3)]
	s.SetEdge(at, d, edge, !f.Edge(edge).Has(d))
	v.changed["edges beside"]++
}

func unitOf(code string) tables.Unit { return tables.Unit{Type: code[0], Class: code[2]} }
