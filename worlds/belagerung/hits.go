package belagerung

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// hitBuilding counts hits on a building or an engine: it is gone when it has taken
// what it stands, and who was in it stands in the open (§11.1, §11.2).
func (t *turn) hitBuilding(by *realm.Unit, b *realm.Building, hits int64) {
	most := t.tables.BuildingOf(b.Kind).Hits
	b.Hits = min(b.Hits+hits, most)
	what := []phrase.Arg{phrase.Key("what", b.Kind.Key()), t.state.PlaceArg("at", b.At)}
	t.tell(phrase.P("hit", t.unitArgs("who", by,
		append(what, phrase.Num("hits", b.Hits), phrase.Num("most", most))...)...))
	if b.Hits == most {
		t.state.Raze(b)
		t.tell(phrase.P("razed", what...))
	}
}

// hitWall counts hits on a wall; a broken one is open ground (§11.3).
func (t *turn) hitWall(by *realm.Unit, r *realm.Realm, side game.Direction, hits int64) {
	most := t.tables.Rules.WallHits
	wall := &r.Walls[side-1]
	*wall = min(*wall+hits, most)
	what := []phrase.Arg{phrase.Str("realm", r.Name), t.state.PlaceArg("at", t.state.Grid.Step(r.Castle, side))}
	t.tell(phrase.P("wall-hit",
		t.unitArgs("who", by, append(what, phrase.Num("hits", *wall), phrase.Num("most", most))...)...))
	if *wall == most {
		t.tell(phrase.P("wall-broken", what...))
	}
}

// hitCastle counts hits on a castle; with the last of them it falls (§11.4, §15.1).
func (t *turn) hitCastle(by *realm.Unit, r *realm.Realm, hits int64) {
	most := t.tables.Rules.CastleHits
	r.Hits = min(r.Hits+hits, most)
	args := t.unitArgs("who", by, phrase.Str("realm", r.Name), phrase.Num("hits", r.Hits), phrase.Num("most", most))
	t.tell(phrase.P("castle-hit", args...))
	if r.Hits == most {
		r.Fallen = true
		t.tell(phrase.P("castle-fallen", phrase.Str("realm", r.Name)))
	}
}
