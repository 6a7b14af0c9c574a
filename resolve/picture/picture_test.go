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
	var out bytes.Buffer
	if err := s.PNG(&out); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.Paletted)
}

// The middles of the first row are at y 63 (margin 12, title 32, corner 19), those of the second 28 below. The
// westernmost middle is at x 28 (margin 12, half a field 16).
func TestFieldsHaveTheirColours(t *testing.T) {
	img := pixels(t, island())
	for _, c := range []struct {
		what string
		x, y int
		want color.RGBA
	}{
		{"the middle of own land, seen now", 28 - 6, 91 + 3, color.RGBA{0xa8, 0xe8, 0x8c, 255}},
		{"a field seen two turns ago, paler", 60 - 6, 91 - 8, color.RGBA{
			(0xa8*16 + 205*4) / 20, (0xe8*16 + 205*4) / 20, (0x8c*16 + 205*4) / 20, 255}},
		{"sea of which only the terrain is known, paler still", 44 - 6, 63, color.RGBA{
			(0x1e*8 + 205*12) / 20, (0x4f*8 + 205*12) / 20, (0xc8*8 + 205*12) / 20, 255}},
		{"the river between the two", 44, 91 + 1, river},
		{"the own border, to the west", 28 - 14, 91, color.RGBA{220, 0, 0, 255}},
		{"the own army", 28 - 5, 91 - 10, black},
		{"the paper", 5, 5, white},
	} {
		if got := img.At(c.x, c.y).(color.RGBA); got != c.want {
			t.Errorf("%s, at %d %d: %v, want %v", c.what, c.x, c.y, got, c.want)
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
	if got, want := strings.Join(names, " "), "circle defs g path polygon rect svg text title use"; got != want {
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
		phrase.De: "tla Tiefland|tse Tiefsee|1 Rot|2 Blau|Burg|dort steht Ihr|Fluss|" +
			"zuletzt vor 1 bis 3 Zügen gesehen|nur das Gelände ist bekannt",
		phrase.En: "tla Tiefland|tse Tiefsee|1 Rot|2 Blau|Burg|you stand there|river|last seen 1 to 3 turns ago|" +
			"only the terrain is known",
	} {
		s := island()
		s.Lang = lang
		p, err := s.plan()
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

// The same sheet gives the same bytes, with no more colours than a palette has.
func TestSameBytes(t *testing.T) {
	var one, two bytes.Buffer
	if err := errors.Join(many().PNG(&one), many().PNG(&two)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two drawings of one sheet differ")
	}
	if n := len(pixels(t, many()).Palette); n > 256 {
		t.Errorf("%d colours", n)
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
		if of := realmColour(number, s.Chart.Realm); number > 0 && !has[of] {
			t.Errorf("no pixel can have realm %d's colour %v", number, of)
		}
	}
}
