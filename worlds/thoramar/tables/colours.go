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
