package picture

import (
	"image/color"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/worlds/game"
)

// The colours of what is drawn on the ground.
var (
	black  = color.RGBA{0, 0, 0, 255}
	white  = color.RGBA{255, 255, 255, 255}
	grey   = color.RGBA{150, 150, 150, 255}
	river  = color.RGBA{30, 80, 230, 255}
	road   = color.RGBA{110, 60, 20, 255}
	bridge = color.RGBA{170, 120, 60, 255}
	wall   = color.RGBA{60, 60, 60, 255}
	enemy  = color.RGBA{200, 0, 0, 255}
	grass  = color.RGBA{0, 128, 0, 255}
	meadow = color.RGBA{144, 238, 144, 255}
)

// realmColours are those of other realms, in turn. They differ in lightness, too.
var realmColours = [...]color.RGBA{
	{0, 0, 160, 255}, {150, 0, 150, 255}, {0, 120, 120, 255}, {230, 110, 0, 255}, {90, 90, 0, 255},
	{240, 60, 160, 255}, {0, 170, 250, 255}, {120, 50, 0, 255}, {130, 110, 240, 255}, {0, 90, 40, 255},
	{250, 200, 0, 255}, {70, 70, 70, 255},
}

// realmColour is the colour of a realm's borders: the reader's own is red.
func realmColour(number, reader int) color.RGBA {
	if number == reader {
		return color.RGBA{220, 0, 0, 255}
	}
	return realmColours[max(0, number)%len(realmColours)]
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

// fade mixes a colour with light grey.
func fade(c color.RGBA, steps int) color.RGBA {
	return mix(color.RGBA{205, 205, 205, 255}, c, 20-4*steps, 20)
}

// mix puts a colour over another, with a share of part in all.
func mix(under, over color.RGBA, part, all int) color.RGBA {
	one := func(u, o uint8) uint8 { return uint8((int(u)*(all-part) + int(o)*part) / all) }
	return color.RGBA{one(under.R, over.R), one(under.G, over.G), one(under.B, over.B), 255}
}

// against is black or white, whichever is readable on a colour.
func against(c color.RGBA) color.RGBA {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) < 110*1000 {
		return white
	}
	return black
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
