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

// Symbol is a training of a unit. A unit's first training gives it its card, each further one raises one of its values
// (§4.1).
type Symbol string

// The symbols: sword stands for power, bow for range, shoe for speed.
const (
	Sword Symbol = "sword"
	Bow   Symbol = "bow"
	Shoe  Symbol = "shoe"
)

// Symbols lists the symbols in the order of the tables.
var Symbols = []Symbol{Sword, Bow, Shoe}

// Kind is a kind of building.
type Kind string

// The kinds of buildings. Outpost and training site belong to the realm that built them, and engines are moved by
// their crew. The others are neutral: they serve whoever mans them.
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

// Key is the key of the name of a kind of building.
func (k Kind) Key() string { return "building." + string(k) }

// Key is the key of a card's name.
func (r *CardRow) Key() string { return "card." + r.Card }

// Key is the key of a symbol's name.
func (y Symbol) Key() string { return "symbol." + string(y) }

// Key is the key of a terrain's name.
func (t Terrain) Key() string { return "terrain." + string(t) }
