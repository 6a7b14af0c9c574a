package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// island returns a chart of three fields side by side: own land in sight, a foreign field seen two turns ago, and a
// field of which only the terrain is known, north-east of the first.
func island() Sheet {
	return Sheet{Title: "Insel", Lang: phrase.De, Chart: game.Chart{Realm: 1,
		Terrains: []game.ChartTerrain{
			{Code: "tla", Name: "Tiefland", Rim: "#2f9a2f", Fill: "#a8e88c"},
			{Code: "tse", Name: "Tiefsee", Rim: "#87cefa", Fill: "#1e4fc8"},
		},
		Realms: []game.ChartSign{{Sign: "1", Name: "Rot"}, {Sign: "2", Name: "Blau"}},
		Signs:  []game.ChartSign{{Sign: "BRG", Name: "Burg"}},
		Cells: []game.ChartCell{
			{H: 1, Y: 1, Label: "1/1", Terrain: 1, Age: game.AgeUnknown},
			{H: 0, Y: 0, Label: "0/0", Owner: 1, Own: true, Rivers: 1 << 1},
			{H: 2, Y: 0, Label: "1/0", Owner: 2, Age: 2, Rivers: 1 << 4, Sign: "BRG"},
		},
	}}
}

func pixels(t *testing.T, s Sheet) *image.Paletted {
	t.Helper()
	img, err := s.drawn(whole)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Fields have the colours of their terrain, or those of the palette for what is on them, and are paler the longer ago
// they were seen. Realms have those of their crests.
func TestFieldsHaveTheirColours(t *testing.T) {
	t.Parallel()
	s := island()
	s.Chart.Terrains[1] = game.ChartTerrain{Code: "tse", Name: "Tiefsee", Rim: "#87cefa", Fill: "#1e4fc8", Ground: "deep"}
	p, err := s.plan(whole)
	if err != nil {
		t.Fatal(err)
	}
	img := pixels(t, s)
	land := mix(ink("land"), color.RGBA{0xa8, 0xe8, 0x8c, 255}, 13, 20)
	for _, c := range []struct {
		what string
		cell int
		x, y float32 // in units of the symbols
		want color.RGBA
		wide int // pixels around in which it is found
	}{
		{"own land, seen now", 1, -20, 0, land, 0},
		{"a field seen two turns ago, paler", 2, 20, -10, fade(land, 1), 4},
		{"deep sea of which only the terrain is known, paler still", 0, 12, 6, fade(ink("deep"), 3), 6},
		{"the river between the two", 1, 34, 0, ink("water"), 1},
		{"the own border, to the west", 1, -31.6, 0, colour(game.CrestOf(1).Colour), 1},
		{"the own army, in the colour of its crest", 1, -8, 8, colour(game.CrestOf(1).Colour), 1},
	} {
		x, y := p.middle(&s.Chart.Cells[c.cell])
		x, y = x+p.px(c.x), y+p.px(c.y)
		found := false
		for dx := -c.wide; dx <= c.wide; dx++ {
			for dy := -c.wide; dy <= c.wide; dy++ {
				found = found || img.At(x+dx, y+dy).(color.RGBA) == c.want
			}
		}
		if !found {
			t.Errorf("%s, at %d %d: %v, want %v", c.what, x, y, img.At(x, y), c.want)
		}
	}
	if got := img.At(5, 5).(color.RGBA); got != ink("paper") {
		t.Errorf("the paper is %v", got)
	}
}

// A picture is as wide as a screen, however small the world, with the legend beside the map.
func TestPictureIsWide(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Sheet{"island": island(), "many": many()} {
		p, err := s.plan(whole)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i := range s.Chart.Cells {
			x, _ := p.middle(&s.Chart.Cells[i])
			right = max(right, x+p.px(look().Field.Half))
		}
		if p.width < leastAcross || p.legend[0].x < right || p.legend[len(p.legend)-1].x > p.width {
			t.Errorf("%s: %d wide, the map ends at %d, the legend begins at %d", name, p.width, right, p.legend[0].x)
		}
	}
}

// Where labels are too wide for fields, every fifth row has them, on every fifth field: not those that happen to be short.
func TestLabelsThatAreTooWideAreFew(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		label string
		want  int
	}{{"%d/%d", 60 * 11}, {"%d of the row %d", 12 * 3}} {
		s := island()
		s.Chart.Cells = nil
		for x := range 60 {
			for y := range 11 {
				s.Chart.Cells = append(s.Chart.Cells, game.ChartCell{H: 2*x + y&1, Y: y, Label: fmt.Sprintf(c.label, x, y)})
			}
		}
		var out strings.Builder
		if err := s.SVG(&out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.String(), `paint-order="stroke"`); got != c.want {
			t.Errorf("%q: %d labels, not %d", c.label, got, c.want)
		}
	}
}

// The same realm has the same colour in PNG and SVG: that of its crest, and its pattern in both.
func TestRealmsAreAlikeInPNGAndSVG(t *testing.T) {
	t.Parallel()
	s := many()
	var out bytes.Buffer
	if err := s.SVG(&out); err != nil {
		t.Fatal(err)
	}
	img := pixels(t, s)
	for realm := 1; realm < 5; realm++ {
		c := game.CrestOf(realm)
		if !strings.Contains(out.String(), strings.ToLower(c.Colour)) {
			t.Errorf("realm %d is not %s in the SVG", realm, c.Colour)
		}
		if dash := dashed(look().Patterns[c.Pattern]); dash != "" && !strings.Contains(out.String(), `"`+dash+`"`) {
			t.Errorf("realm %d has no pattern %s in the SVG", realm, dash)
		}
		if i := img.Palette.Index(colour(c.Colour)); img.Palette[i] != color.Color(colour(c.Colour)) {
			t.Errorf("realm %d is not %s in the PNG", realm, c.Colour)
		}
	}
}

// A picture that is mailed has no more than MostBytes, if it can be drawn with less detail.
func TestMailedPictureIsBounded(t *testing.T) {
	t.Parallel()
	large := many()
	large.Chart.Cells = nil
	for i, t := range large.Chart.Terrains {
		t.Ground, t.Height = game.Grounds[i%len(game.Grounds)], i%4
		large.Chart.Terrains[i] = t
	}
	for n := range mostCells {
		row, col := n/200, n%200
		large.Chart.Cells = append(large.Chart.Cells, game.ChartCell{H: 2*col + row&1, Y: -row, Owner: n * 7 % 30,
			Label: game.Counted(col, row), Terrain: n * 11 % 25, Age: n%7 - 1, Rivers: uint8(n % 64)})
	}
	for name, s := range map[string]Sheet{"2,000 fields": many(), "40,000 fields": large} {
		var out bytes.Buffer
		if err := s.PNG(&out); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, out.Len())
		if out.Len() > MostBytes {
			t.Errorf("%s: %d bytes, more than %d", name, out.Len(), MostBytes)
		}
	}
}

// A drawing is well-formed, and nothing that players wrote is taken for markup.
func TestSVGMasksNames(t *testing.T) {
	s := island()
	evil := `</text><script href="x">&"'` + "\x00\x1b\u202e"
	s.Title, s.Chart.Realms[1].Name, s.Chart.Cells[0].Label, s.Chart.Cells[2].Sign = evil, evil, evil, evil
	s.Chart.Terrains[0].Fill = `"/><script>`
	var out bytes.Buffer
	if err := s.SVG(&out); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	d := xml.NewDecoder(&out)
	said := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			kinds[x.Name.Local] = true
		case xml.CharData:
			said += string(x)
		}
	}
	var names []string
	for k := range kinds {
		names = append(names, k)
	}
	slices.Sort(names)
	if got, want := strings.Join(names, " "), "defs g path rect svg text title use"; got != want {
		t.Errorf("elements %q, want %q", got, want)
	}
	if !strings.Contains(said, `2 </text><script href="x">&"'`) || strings.ContainsAny(said, "\x00\x1b\u202e") {
		t.Errorf("the name is not drawn as it is written: %q", said)
	}
}

func TestWhatCannotBeDrawn(t *testing.T) {
	none, wide, odd := island(), island(), island()
	none.Chart.Cells = nil
	wide.Chart.Cells[1].H = -1 << 40
	odd.Chart.Cells[1].Terrain = 7
	for i, s := range []Sheet{none, wide, odd} {
		if err := s.PNG(io.Discard); !errors.Is(err, errCells) || s.Fits() {
			t.Errorf("chart %d: %v, fits %v", i, err, s.Fits())
		}
	}
	if !island().Fits() {
		t.Error("the island does not fit")
	}
}

// The legend explains what occurs in the chart, in the reader's language.
func TestLegend(t *testing.T) {
	for lang, want := range map[phrase.Lang]string{
		phrase.De: "tla Tiefland|tse Tiefsee|1 Rot|2 Blau|BRG Burg|dort steht Ihr|Fluss|" +
			"zuletzt vor 1 bis 3 Zügen gesehen|nur das Gelände ist bekannt",
		phrase.En: "tla Tiefland|tse Tiefsee|1 Rot|2 Blau|BRG Burg|you stand there|river|last seen 1 to 3 turns ago|" +
			"only the terrain is known",
	} {
		s := island()
		s.Lang = lang
		p, err := s.plan(whole)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range p.legend {
			got = append(got, e.text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s, want %s", lang, strings.Join(got, "|"), want)
		}
	}
}

// many returns a chart of 2,000 fields in 25 terrains, with everything that may be drawn on one.
func many() Sheet {
	s := island()
	s.Chart.Terrains = nil
	for i := range 25 {
		s.Chart.Terrains = append(s.Chart.Terrains, game.ChartTerrain{Code: "t", Name: fmt.Sprint("Gelände ", i),
			Rim: fmt.Sprintf("#%02x9a2f", i*10), Fill: fmt.Sprintf("#a8%02x8c", i*10)})
	}
	s.Chart.Cells = nil
	for row := range 50 {
		for col := range 40 {
			n := row*40 + col
			c := game.ChartCell{H: 2*col + row&1, Y: -row, Label: game.Counted(col-20, row-25), Terrain: n % 25,
				Age: n%7 - 1, Owner: n % 5, Own: n%9 == 0, Others: n%11 == 0, Rivers: uint8(n % 3)}
			if n%13 == 0 {
				c.Sign, c.Roads, c.Walls = "BRG", 63, 9
			}
			s.Chart.Cells = append(s.Chart.Cells, c)
		}
	}
	return s
}

// The same sheet gives the same bytes, with no more colours than a palette has: those of its drawing.
func TestSameBytes(t *testing.T) {
	var one, two bytes.Buffer
	if err := errors.Join(many().PNG(&one), many().PNG(&two)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two drawings of one sheet differ")
	}
	img, err := png.Decode(&one)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(img.(*image.Paletted).Palette); n > 256 {
		t.Errorf("%d colours", n)
	}
	if drawn := pixels(t, many()); !slices.Equal(img.(*image.Paletted).Pix, drawn.Pix) {
		t.Error("the picture is not what was drawn")
	}
}

func BenchmarkPNG2000(b *testing.B) {
	s, size := many(), 0
	for b.Loop() {
		var out bytes.Buffer
		if err := s.PNG(&out); err != nil {
			b.Fatal(err)
		}
		size = out.Len()
	}
	b.ReportMetric(float64(size), "bytes")
}

// However many terrains there are, each realm's border has its own colour.
func TestColoursAreNotSqueezedOut(t *testing.T) {
	s := many()
	for i := range s.Chart.Cells {
		s.Chart.Cells[i].Owner = i % 13
	}
	img := pixels(t, s)
	has := map[color.RGBA]bool{}
	for _, c := range img.Palette {
		has[color.RGBAModel.Convert(c).(color.RGBA)] = true
	}
	for number := range 13 {
		if of := realmColour(number); number > 0 && !has[of] {
			t.Errorf("no pixel can have realm %d's colour %v", number, of)
		}
	}
}
