package fight

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Aim is what an attack strikes on a field. It is one of the four.
type Aim struct {
	At       game.Place
	Unit     *realm.Unit
	building *realm.Building
	wall     *realm.Realm
	castle   *realm.Realm
}

// BusyWith is the code of what keeps a unit from attacking, whatever it has done this turn, or "" if nothing does
// (§9.2).
func BusyWith(board realm.Board, u *realm.Unit) string {
	b := board.State.Building(u.At)
	switch {
	case u.Settler:
		return "attack-settler"
	case u.Learning != "":
		return "attack-learning"
	case b != nil && b.Site == u.Realm:
		return "attack-building"
	case b != nil && b.Neutral() && board.State.Arms(board.Tables, u).Mans == nil:
		return "attack-working"
	}
	return ""
}

// AimAt finds what a unit attacks on a field, if it is an enemy's and within reach: the settler, the other unit, or
// the building (§9.4). Otherwise it returns what is wrong.
func AimAt(board realm.Board, u *realm.Unit, f order.Field, built bool) (Aim, phrase.Phrase) {
	a := Aim{At: realm.Place(board.State.Grid, f.X, f.Y)}
	field, unit := phrase.XY("field", f.X, f.Y), phrase.Str("unit", board.Called(u))
	if a.At == game.Nowhere {
		return a, phrase.P("no-such-field", field)
	}
	if r := board.State.CastleAt(a.At); r != nil {
		a.castle = r
		return a, stormable(board, u, r)
	}
	if code := findOn(board, &a, built); code != "" {
		return a, phrase.P(code, field)
	}
	reach := board.State.Arms(board.Tables, u).Reach
	if board.State.Route(board.Tables, u.At, a.At, reach) < 0 {
		return a, phrase.P("out-of-reach", unit, field, phrase.Num("range", reach))
	}
	return a, phrase.Phrase{}
}

// stormable says what keeps a unit from attacking a castle. Only a unit on one of the fields of its walls can (§11.4).
func stormable(board realm.Board, u *realm.Unit, r *realm.Realm) phrase.Phrase {
	switch {
	case r.Number == board.Me.Number:
		return phrase.P("own-castle")
	case board.State.Grid.Toward(r.Castle, u.At) == 0:
		return phrase.P("castle-from-wall", phrase.Str("unit", board.Called(u)), phrase.Str("realm", r.Name))
	}
	return phrase.Phrase{}
}

// findOn puts what is on a field into the aim. If nothing there may be attacked, it returns the code of the reason.
func findOn(board realm.Board, a *Aim, built bool) string {
	on, b := board.State.On(a.At), board.State.Building(a.At)
	if len(on) > 0 && on[0].Realm == board.Me.Number {
		return "own-people"
	}
	if len(on) > 0 && !built {
		a.Unit = on[0]
		return ""
	}
	wall := board.State.Wall(board.Tables, a.At)
	switch {
	case b != nil && b.Site == 0 && b.Owner == board.Me.Number:
		return "own-building"
	case b != nil && b.Site == 0:
		a.building = b
	case wall != nil && wall.Number == board.Me.Number:
		return "own-wall"
	case wall != nil:
		a.wall = wall
	case built:
		return "nothing-built"
	default:
		return "nothing-there"
	}
	return ""
}

// Strike carries out an attack.
func Strike(f *Fights, at orders.Position, u *realm.Unit, a Aim) {
	arms := f.State.Arms(f.Tables, u)
	switch {
	case a.Unit != nil:
		if arms.Mans != nil && arms.Mans.Kind == tables.Ballista {
			AcceptShots(f, at, phrase.P("will-shoot"), u, []*realm.Unit{a.Unit})
			f.Tell(phrase.P("shoots",
				f.UnitArgs("who", u, f.UnitArgs("whom", a.Unit, phrase.Num("dice", f.Tables.Rules.Shots),
					f.State.PlaceArg("at", a.At))...)...))
			Shoot(f, Shots(f, u, f.Tables.Rules.Shots), []*realm.Unit{a.Unit})
			Fight(f, u, a.Unit, Bout{Spends: true})
			return
		}
		acceptFight(f, at, u, a.Unit)
		Fight(f, u, a.Unit, Bout{})
	case a.building != nil:
		f.turn.Accept(at, phrase.P("will-hit", phrase.Str("unit", f.Called(u)),
			phrase.Key("what", a.building.Kind.Key()),
			f.State.PlaceArg("at", a.At), phrase.Num("hits", arms.Hits)))
		hitBuilding(f, u, a.building, arms.Hits)
		answer(f, u, a.building)
	case a.wall != nil:
		f.turn.Accept(at, phrase.P("will-hit-wall", phrase.Str("unit", f.Called(u)), phrase.Str("realm", a.wall.Name),
			f.State.PlaceArg("at", a.At), phrase.Num("hits", arms.Hits)))
		hitWall(f, u, a.wall, f.State.Grid.Toward(a.wall.Castle, a.At), arms.Hits)
	default:
		f.turn.Accept(at, phrase.P("will-hit-castle", phrase.Str("unit", f.Called(u)),
			phrase.Str("realm", a.castle.Name),
			phrase.Num("hits", arms.Hits)))
		hitCastle(f, u, a.castle, arms.Hits)
	}
}

// acceptFight notes an attack for a receipt, and how often it would succeed. It counts only the weakening dice from
// before the phase, since what others throw in it is not known (§16.2).
func acceptFight(f *Fights, at orders.Position, by, whom *realm.Unit) {
	if f.luck == Fair {
		return
	}
	b := Weigh(f.Board, by, whom, false)
	b.weak = f.laid.on(whom)
	hits, of := OddsOf(f.Tables, b.Power, b.Against())
	f.turn.Accept(at, phrase.P("will-attack", f.UnitArgs("whom", whom, oddsArgs(f.Board, by, whom, b, hits, of)...)...))
}

// AcceptShots is acceptFight for an engine, whose own weakening dice are counted with the others. The last of its
// targets is attacked. The sentence shows against without any of the dice.
func AcceptShots(f *Fights, at orders.Position, what phrase.Phrase, by *realm.Unit, hurt []*realm.Unit) {
	if f.luck == Fair {
		return
	}
	whom := hurt[len(hurt)-1]
	b := Weigh(f.Board, by, whom, false)
	b.weak = 0
	hits, of, counted := oddsOfShots(f, b.Power, b.Against(), hurt)
	if !counted {
		what.Code += "-uncounted"
	}
	f.turn.Accept(at, phrase.P(what.Code, f.UnitArgs("whom", whom,
		append(what.Args, oddsArgs(f.Board, by, whom, b, hits, of)...)...)...))
}

func oddsArgs(board realm.Board, by, whom *realm.Unit, b blow, hits, of int64) []phrase.Arg {
	return []phrase.Arg{phrase.Str("unit", board.Called(by)), board.State.PlaceArg("at", whom.At),
		phrase.Num("power", b.Power),
		phrase.Num("against", b.Against()), phrase.Num("hits", hits), phrase.Num("of", of)}
}

// answer lets a manned fortress strike back at a unit that has hit its walls (§13.3). A fortress that is gone has no
// crew.
func answer(f *Fights, u *realm.Unit, b *realm.Building) {
	if b.Kind != tables.Fortress {
		return
	}
	if crew := f.State.Crew(b); crew != nil && f.State.Manned(f.Tables, crew) == b {
		counter(f, crew, u, false)
	}
}

// Shots throws the weakening dice of an engine, the highest first.
func Shots(f *Fights, u *realm.Unit, n int64) []int64 {
	dice := make([]int64, n)
	for i := range dice {
		dice[i] = f.roll(true, true, u.ID(), int64(i), shotBlow, 0)
	}
	slices.SortFunc(dice, func(a, b int64) int { return cmp.Compare(b, a) })
	return dice
}

// Shoot lays an engine's dice on its targets, one each in their order. The rest go to the last one.
func Shoot(f *Fights, dice []int64, at []*realm.Unit) {
	for i, pips := range dice {
		weaken(f, at[min(i, len(at)-1)], pips)
	}
}

// hitBuilding counts hits on a building or an engine. Once it has taken all it can, it is gone, and its crew is in the
// open (§11.1, §11.2).
func hitBuilding(f *Fights, by *realm.Unit, b *realm.Building, hits int64) {
	most := f.Tables.BuildingOf(b.Kind).Hits
	b.Hits = min(b.Hits+hits, most)
	what := []phrase.Arg{phrase.Key("what", b.Kind.Key()), f.State.PlaceArg("at", b.At)}
	f.Tell(phrase.P("hit", f.UnitArgs("who", by,
		append(what, phrase.Num("hits", b.Hits), phrase.Num("most", most))...)...))
	if b.Hits == most {
		f.State.Raze(b)
		f.Tell(phrase.P("razed", what...))
	}
}

// hitWall counts hits on a wall. A broken wall is open ground (§11.3).
func hitWall(f *Fights, by *realm.Unit, r *realm.Realm, side game.Direction, hits int64) {
	most := f.Tables.Rules.WallHits
	wall := &r.Walls[side-1]
	*wall = min(*wall+hits, most)
	what := []phrase.Arg{phrase.Str("realm", r.Name), f.State.PlaceArg("at", f.State.Grid.Step(r.Castle, side))}
	f.Tell(phrase.P("wall-hit",
		f.UnitArgs("who", by, append(what, phrase.Num("hits", *wall), phrase.Num("most", most))...)...))
	if *wall == most {
		f.Tell(phrase.P("wall-broken", what...))
	}
}

// hitCastle counts hits on a castle. With the last possible one it falls (§11.4, §15.1).
func hitCastle(f *Fights, by *realm.Unit, r *realm.Realm, hits int64) {
	most := f.Tables.Rules.CastleHits
	r.Hits = min(r.Hits+hits, most)
	args := f.UnitArgs("who", by, phrase.Str("realm", r.Name), phrase.Num("hits", r.Hits), phrase.Num("most", most))
	f.Tell(phrase.P("castle-hit", args...))
	if r.Hits == most {
		r.Fallen = true
		f.Tell(phrase.P("castle-fallen", phrase.Str("realm", r.Name)))
	}
}
