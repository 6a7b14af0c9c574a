package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

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
