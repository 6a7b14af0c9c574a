package tables

// T07 draws a field with a rim, which shows its height, and a middle, which shows what grows there ("Rand", "Mitte").
const (
	paleBlue  = "#87cefa" // hellblau
	blue      = "#1e4fc8" // blau
	black     = "#000000" // schwarz
	grey      = "#9a9a9a" // grau
	paleGreen = "#a8e88c" // hellgrün
	green     = "#2f9a2f" // grün
	darkGreen = "#0b5a1e" // dunkelgrün
	brown     = "#a0703c" // braun
	darkBrown = "#5a3414" // dunkelbraun
	orange    = "#f0a030" // orange
	yellow    = "#f5e04a" // gelb
	white     = "#ffffff" // weiß
)

// single are the terrains with a row of their own in T07: rim and middle.
var single = map[string][2]string{
	"ubk": {black, grey}, "was": {paleBlue, paleBlue}, "tse": {paleBlue, blue}, "str": {black, blue},
	"rif": {black, paleBlue}, "vul": {grey, black}, "eis": {black, white},
}

// The other codes are a letter for the height and two for what grows there.
var (
	heights = map[byte]string{'t': green, 'h': brown, 'b': darkBrown}
	growths = map[string]string{"la": paleGreen, "wa": green, "ds": darkGreen, "su": brown, "st": orange,
		"ws": yellow, "ew": white}
)

// Colours are the colours of a terrain's rim and middle, `#rrggbb` (T07).
func (t *Terrain) Colours() (rim, middle string) {
	if alone, is := single[t.Code]; is {
		return alone[0], alone[1]
	}
	if len(t.Code) == len("tla") {
		if rim, middle = heights[t.Code[0]], growths[t.Code[1:]]; rim != "" && middle != "" {
			return rim, middle
		}
	}
	return single["ubk"][0], single["ubk"][1]
}

// grounds are what a painter draws on fields (game.Grounds), as colours are: of terrains with a row of their own, and
// by what grows there.
var grounds = map[string]string{
	"ubk": "void", "was": "sea", "tse": "deep", "str": "strait", "rif": "reef", "vul": "volcano", "eis": "ice",
	"la": "meadow", "wa": "wood", "ds": "jungle", "su": "marsh", "st": "steppe", "ws": "sand", "ew": "ice",
}

// Ground is what a painter draws on the terrain.
func (t *Terrain) Ground() string {
	if g := grounds[t.Code]; g != "" {
		return g
	}
	if len(t.Code) == len("tla") && grounds[t.Code[1:]] != "" {
		return grounds[t.Code[1:]]
	}
	return "land"
}

// symbols are what a painter draws for buildings (game.Buildings) and edges.
var symbols = map[string]string{"HST": "capital", "STD": "town", "FES": "castle", "BRG": "tower", "MIN": "mine",
	"TPL": "temple", "TSL": "city", "TSF": "city", "HTS": "city", "WTO": "gate", "S": "road", "B": "bridge", "W": "wall"}

// Symbol is what a painter draws for the building.
func (b *BuildingRow) Symbol() string { return symbols[b.Code] }
