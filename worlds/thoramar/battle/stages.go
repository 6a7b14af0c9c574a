package battle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// scene is what one realm knows, from which battles are written.
type scene struct {
	*realm.Turn
	known *realm.Known
	facts *game.Facts
	view  game.View
	book  *phrase.Book
	lang  int // of a pair of words: 0 German
}

// Stages writes the battles that a realm may have in mind. For every field with armies of the realm these are its
// attacks on neighbouring armies that it sees, their attacks, and fights in the field itself. An army is moved to where
// it stands then, so k must not be used afterwards.
func Stages(k *realm.Known, t *tables.Tables, facts *game.Facts, at game.Stand, book *phrase.Book) []game.Stage {
	s := &scene{known: k, facts: facts, book: book,
		view: game.View{Grid: k.State.Grid, Origin: k.State.Realms[k.Number].Origin}}
	for _, a := range k.State.Armies[k.Number] {
		if to := s.place(at.At); to != game.Nowhere && a.Name.String() == at.Army {
			a.At = to
		}
	}
	s.Turn = realm.Begin(t, k.State, game.Seed{}, make([][]*realm.Army, k.State.Grid.Size()))
	if book.Lang == phrase.En {
		s.lang = 1
	}
	var out []game.Stage
	for p := range s.At {
		at := game.Place(p)
		own := s.own(at)
		if len(own) == 0 {
			continue
		}
		if foes := s.foes(at); len(foes) > 0 {
			out = append(out, s.stage("battle-stage.standing", at, at, own, foes))
		}
		for d := game.Direction(1); d <= 6; d++ {
			to := s.Grid.Step(at, d)
			if to == game.Nowhere {
				continue
			}
			foes := s.foes(to)
			if come := s.going(own, at, d); fights(come) && fights(foes) {
				out = append(out, s.stage("battle-stage.attack", to, at, come, foes))
			}
			if come := s.going(foes, to, d.Opposite()); fights(come) && fights(own) {
				out = append(out, s.stage("battle-stage.defence", at, to, come, append(own, s.partners(at)...)))
			}
		}
	}
	for i := range facts.Battles {
		if stage, can := s.reported(&facts.Battles[i]); can {
			stage.Battle = i + 1
			out = append(out, stage)
		}
	}
	return out
}

// place is the field that the realm calls so.
func (s *scene) place(label string) game.Place {
	for p := range s.known.State.Grid.Size() {
		if string(s.view.AppendPlace(nil, int64(p))) == label {
			return game.Place(p)
		}
	}
	return game.Nowhere
}

// own lists the realm's armies in a field.
func (s *scene) own(at game.Place) []*realm.Army {
	return s.those(at, func(a *realm.Army) bool { return a.Realm == s.known.Number })
}

// those lists the armies in a field that are what is asked for.
func (s *scene) those(at game.Place, are func(*realm.Army) bool) []*realm.Army {
	return slices.DeleteFunc(slices.Clone(s.ArmiesAt(at)), func(a *realm.Army) bool { return !are(a) })
}

// partners lists the armies in a field that support the realm there.
func (s *scene) partners(at game.Place) []*realm.Army {
	return s.those(at, func(a *realm.Army) bool {
		return a.Realm != s.known.Number && s.State.Treaty(s.known.Number, a.Realm) == realm.Partner
	})
}

// foes lists the armies in a field without a treaty with the realm: those that it knows, and those without a sign that
// are in its report.
func (s *scene) foes(at game.Place) []*realm.Army {
	out := s.those(at, func(a *realm.Army) bool { return s.State.Treaty(s.known.Number, a.Realm) == realm.NoTreaty })
	if !s.known.Masked.Has(at) {
		return out
	}
	where := string(s.view.AppendPlace(nil, int64(at)))
	for i := range s.facts.Armies {
		a := &s.facts.Armies[i]
		u, known := tables.ParseUnit(a.Kind)
		if !a.Unknown || a.At != where || !known || a.Men < 1 || a.Men > mostMen || len(out) >= tables.MaxID {
			continue
		}
		name := realm.ArmyName{Unit: u, ID: int32(len(out) + 1)}
		out = append(out, &realm.Army{Realm: len(s.State.Realms), Name: name, Men: a.Men, At: at, Fit: -1,
			Start: game.Nowhere})
	}
	return out
}

// fights reports whether anybody is there besides priests and sorcerers.
func fights(list []*realm.Army) bool {
	return slices.ContainsFunc(list, func(a *realm.Army) bool { return !a.Name.Gifted() })
}

// going lists the armies that can step from a field in a direction, including those aboard their fleets, the fastest
// first. The first one leads.
func (s *scene) going(list []*realm.Army, at game.Place, d game.Direction) (out []*realm.Army) {
	for _, a := range list {
		u := a.Name.Unit
		if a.Realm == s.known.Number {
			u = s.Gait(a)
			if c := s.Load(a); c != nil {
				if _, _, why := s.Step(c.Realm, c.Name.Unit, at, d); why == "" {
					out = append(out, c)
				}
			}
		}
		if _, _, why := s.Step(min(a.Realm, len(s.State.Realms)-1), u, at, d); why == "" {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b *realm.Army) int { return cmp.Compare(s.pace(b), s.pace(a)) })
	return out
}

// pace is how fast an army is, judging by its kind. Priests and sorcerers lead nobody.
func (s *scene) pace(a *realm.Army) int {
	if a.Name.Gifted() {
		return -1
	}
	if row := s.Tables.FindUnit(a.Name.Unit); row != nil {
		return row.Move
	}
	return a.Points
}

// script is a battle's text while it is written.
type script struct {
	*scene
	out  []byte
	used map[formed]bool
}

// reported writes a battle of the report, if it tells where it was and who fought.
func (s *scene) reported(b *game.FactBattle) (out game.Stage, can bool) {
	at := s.place(b.At)
	if at == game.Nowhere || len(b.Sides) != 2 {
		return out, false
	}
	var sides [2][]*realm.Army
	taken := map[formed]bool{}
	for i := range b.Sides {
		for j := range b.Sides[i].Armies {
			if a := s.fighter(&b.Sides[i].Armies[j], at, taken); a != nil {
				sides[i] = append(sides[i], a)
			}
		}
	}
	if !fights(sides[0]) || !fights(sides[1]) {
		return out, false
	}
	return s.stage("battle-stage.reported", at, at, sides[:]...), true
}

// fighter is an army of a reported battle as it was before; nil: too little is told of it. One without a sign has a
// number and a realm of its own.
func (s *scene) fighter(f *game.FactFighter, at game.Place, taken map[formed]bool) *realm.Army {
	unit, known := tables.ParseUnit(f.Kind)
	men := max(f.Before, f.Strength)
	if !known || men < 1 || men > mostMen {
		return nil
	}
	a := &realm.Army{Realm: f.Realm, Name: realm.ArmyName{Unit: unit}, Men: men, At: at, Fit: -1, Start: game.Nowhere}
	if a.Formation() {
		a.Name.Unit = usual(unit)
	} else if _, number, is := strings.Cut(f.Name, " "); is {
		id, _ := strconv.Atoi(number)
		a.Name.ID = int32(id)
	}
	if f.Name == "" {
		a.Realm = len(s.State.Realms)
	}
	for a.Name.ID < 1 || taken[formed{a.Realm, a.Name}] {
		if a.Name.ID++; a.Name.ID > tables.MaxID {
			return nil
		}
	}
	taken[formed{a.Realm, a.Name}] = true
	return a
}

// usual is what the members of a formation are taken for, if nobody knows them.
func usual(formation tables.Unit) tables.Unit {
	if formation.Ship() {
		return tables.Unit{Type: 'S', Class: 'M'}
	}
	return tables.Unit{Type: 'K', Class: 'M'}
}

// stage writes a battle for a field, with an attack from another one if they are not the same.
func (s *scene) stage(code string, at, from game.Place, sides ...[]*realm.Army) game.Stage {
	fields := []phrase.Arg{phrase.At("field", at), phrase.At("from", from)}
	w := &script{scene: s, used: map[formed]bool{}}
	title := string(s.book.Append(nil, phrase.P(code, fields...), s.view))
	w.out = append(append(append(w.out, "; "...), title...), '\n')
	w.ground(at, from)
	heads := [2][2]string{{"$Angreifer", "$Attackers"}, {"$Verteidiger", "$Defenders"}}
	for side, list := range sides {
		w.out = append(append(w.out, heads[side][s.lang]...), '\n')
		w.armies(list)
	}
	return game.Stage{Title: title, Text: string(w.out)}
}

// word appends the word of a line in the reader's language.
func (w *script) word(example string) {
	for _, h := range headWords() {
		if h.example == example {
			w.out = append(w.out, h.words[w.lang]...)
		}
	}
}

// assumed appends the assumptions as a comment, and ends the line.
func (w *script) assumed(codes ...string) {
	for i, code := range codes {
		if i == 0 {
			w.out = append(w.out, " ; "+w.book.T("battle-stage.assumed")+" "...)
		} else {
			w.out = append(w.out, ", "...)
		}
		w.out = append(w.out, w.book.T("battle-stage."+code)...)
	}
	w.out = append(w.out, '\n')
}

// ground writes where they fight.
func (w *script) ground(at, from game.Place) {
	f := w.Field(at)
	w.word(fieldLine)
	w.out = append(append(w.out, ' '), w.TerrainAt(at).Code...)
	var assumed []string
	if b := f.Building; b != nil {
		state := states[b.Damage]
		if b.New {
			state = states[len(states)-1]
		}
		if !w.known.Close.Has(at) {
			assumed = []string{"state"}
		}
		w.out = append(append(append(append(w.out, ' '), b.Kind...), ' '), state...)
	}
	w.assumed(assumed...)
	if at != from {
		w.word(fromLine)
		w.out = append(append(w.out, ' '), w.TerrainAt(from).Code...)
		d := w.Grid.Toward(at, from)
		for _, e := range []realm.Edge{realm.Road, realm.Wall, realm.River, realm.Bridge} {
			if f.Edge(e).Has(d) {
				w.out = append(w.out, ' ', byte(e))
			}
		}
		w.out = append(w.out, '\n')
	}
	w.word(ownerLine)
	w.out = append(strconv.AppendInt(append(w.out, ' '), int64(f.Owner), 10), '\n')
	if f.Blessed > 0 {
		w.word(blessedLine)
		w.out = append(w.out, '\n')
	}
}

// armies writes the armies of a side, below their realms, with all that is known about them, and says what is assumed.
func (w *script) armies(list []*realm.Army) {
	realmNow := -1
	for _, a := range list {
		if a.Realm != realmNow {
			realmNow = a.Realm
			w.realm(a.Realm)
		}
		switch {
		case a.Formation() && a.Realm == w.known.Number:
			for _, m := range w.Crew(a) {
				w.line(m)
			}
		case !a.Formation() && (a.Realm == w.known.Number || a.Realm == 0):
			w.line(a)
		case a.Name.Gifted():
			w.line(a, "points")
		case !a.Formation():
			w.line(a, "experience")
		default:
			b := *a
			b.Name.Unit = usual(a.Name.Unit)
			for b.Name.ID = 1; w.used[formed{a.Realm, b.Name}] || w.State.Army(a.Realm, b.Name) != nil; b.Name.ID++ {
			}
			w.line(&b, "formation", "experience")
		}
	}
}

// realm writes the realm that the armies below belong to.
func (w *script) realm(number int) {
	w.out = strconv.AppendInt(append(append(w.out, realmWords[w.lang]...), ' '), int64(number), 10)
	switch {
	case number == w.known.Number:
		w.out = append(append(w.out, ' '), w.State.Realms[number].Culture...)
		w.assumed()
	case number == 0:
		w.assumed()
	case number == len(w.State.Realms):
		w.assumed("realm", "culture")
	default:
		w.assumed("culture")
	}
}

// line writes an army, and those aboard a fleet that itself fights.
func (w *script) line(a *realm.Army, assumed ...string) {
	w.used[formed{a.Realm, a.Name}] = true
	w.out = strconv.AppendInt(append(a.Name.Append(w.out), ' '), a.Men, 10)
	if a.KK > 0 {
		w.out = strconv.AppendInt(append(w.out, " +"...), int64(a.KK), 10)
	}
	if a.Aboard.ID != 0 {
		w.out = a.Aboard.Append(append(w.out, ' '))
	}
	w.assumed(assumed...)
	if c := w.Load(a); c != nil && a.Realm == w.known.Number {
		w.line(c)
	}
}
