package tables

// grown is what a painter draws for what grows on a field, by the end of its terrain's code.
var grown = map[string]string{"la": "meadow", "wa": "wood", "ds": "jungle", "su": "marsh", "st": "steppe", "ws": "sand",
	"ew": "ice"}

// alone is what a painter draws for terrains with a code of their own.
var alone = map[string]string{"ubk": "void", "was": "sea", "tse": "deep", "str": "strait", "rif": "reef",
	"vul": "volcano", "eis": "ice"}

// Ground is what a painter draws for a terrain: one of game.Grounds.
func (t *Terrain) Ground() string {
	if g, is := alone[t.Code]; is {
		return g
	}
	if len(t.Code) == len("tla") && grown[t.Code[1:]] != "" {
		return grown[t.Code[1:]]
	}
	return "void"
}

// symbols are what a painter draws for buildings: one of game.Buildings, and for edges their names.
var symbols = map[string]string{"BRG": "castle", "STD": "town", "FES": "fort", "HST": "capital", "TSL": "city",
	"TSF": "city", "HTS": "city", "TPL": "temple", "MIN": "mine", "WTO": "gate", "S": "road", "B": "bridge", "W": "wall"}

// Symbol is what a painter draws for a building or an edge; "" if it has no sign of its own.
func Symbol(code string) string { return symbols[code] }

// Symbol is how a painter shows the damage, as a chart names it.
func (d Damage) Symbol() string {
	switch d {
	case Light, Heavy:
		return "damaged"
	case Ruin:
		return "ruined"
	}
	return ""
}
