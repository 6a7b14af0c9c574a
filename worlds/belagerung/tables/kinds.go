package tables

// Terrain is what a hex of the board is.
type Terrain string

// The terrains.
const (
	Plain  Terrain = "plain"
	Hill   Terrain = "hill"
	Forest Terrain = "forest"
	River  Terrain = "river"
)

// Symbol is a training a unit has: its first makes its card, each further one
// raises one value of it (§4.1).
type Symbol string

// The symbols: sword is power, bow range, shoe speed.
const (
	Sword Symbol = "sword"
	Bow   Symbol = "bow"
	Shoe  Symbol = "shoe"
)

// Symbols lists them, in the order of the tables.
var Symbols = []Symbol{Sword, Bow, Shoe}

// Kind is what can be built.
type Kind string

// What can be built. Outpost and training site belong to who built them, the
// engines are led over the board, the rest is neutral: it serves who mans it.
const (
	Quarry     Kind = "quarry"
	LumberCamp Kind = "lumber"
	Smithy     Kind = "smithy"
	Fortress   Kind = "fortress"
	Trebuchet  Kind = "trebuchet"
	Catapult   Kind = "catapult"
	Ballista   Kind = "ballista"
	Outpost    Kind = "outpost"
	Training   Kind = "training"
)

// Key names the sentence that names a kind of building.
func (k Kind) Key() string { return "building." + string(k) }

// Key names the sentence that names a card.
func (r *CardRow) Key() string { return "card." + r.Card }

// Key names the sentence that names a symbol.
func (y Symbol) Key() string { return "symbol." + string(y) }

// Key names the sentence that names a terrain.
func (t Terrain) Key() string { return "terrain." + string(t) }
