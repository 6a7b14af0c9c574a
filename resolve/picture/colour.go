package picture

import (
	"image/color"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/worlds/game"
)

// Colours beside those of the palette.
var (
	white = color.RGBA{255, 255, 255, 255}
	grey  = color.RGBA{150, 150, 150, 255}
)

// ink is a colour of the light palette.
func ink(name string) color.RGBA { return colour(look().Palette["light"][name]) }

// realmColour is the colour of a realm on every map. Land of nobody, and armies of which it is not known whose they
// are, are grey.
func realmColour(number int) color.RGBA {
	if number < 1 {
		return ink("unowned")
	}
	return colour(game.CrestOf(number).Colour)
}

// colour reads `#rrggbb`. Anything else is grey.
func colour(s string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != len("#rrggbb") {
		return grey
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// recent is how many turns back something counts as seen recently.
const recent = 3

// faded is how pale a field of an age is: from 0, its own colour, to 3, of which only the terrain is known.
func faded(age int) int {
	switch {
	case age == game.AgeUnknown:
		return 3
	case age > recent:
		return 2
	case age > 0:
		return 1
	}
	return 0
}

// fade mixes a colour with that of the fog.
func fade(c color.RGBA, steps int) color.RGBA {
	return mix(ink("fog"), c, 20-4*steps, 20)
}

// mix puts a colour over another, with a share of part in all.
func mix(under, over color.RGBA, part, all int) color.RGBA {
	one := func(u, o uint8) uint8 { return uint8((int(u)*(all-part) + int(o)*part) / all) }
	return color.RGBA{one(under.R, over.R), one(under.G, over.G), one(under.B, over.B), 255}
}

// mostText is how many characters of a text are drawn.
const mostText = 60

// clip shortens a text to what can be drawn on one line.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) > mostText {
		s = string([]rune(s)[:mostText-1]) + "…"
	}
	return s
}
