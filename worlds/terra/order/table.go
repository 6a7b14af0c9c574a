package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// ResultOrder is a line of $T: what was played, own figures first:
// `G12 850 2300 1 3`; or that nothing was, `G12 nein`.
type ResultOrder struct {
	Battle  int `part:"battle" key:""`
	Figures `part:"figures"`
}

// Figures are what was fought for, as one side tells it.
type Figures struct {
	None       bool  // what was told of it is taken back; there are no figures
	Own        int64 // victory points
	Other      int64
	OwnGoals   int // objectives
	OtherGoals int
}

var results = part.New[ResultOrder](parts.With(part.Kinds{"battle": battlePart, "figures": figuresPart}),
	"G712 850 2300 1 3", "G712 850 2300 1 3", "g304 4500 0 2 0", "G417 1.200 1.350 1 1", "G712 nein")

// Print appends `G12 850 2300 1 3`.
func (o ResultOrder) Print(dst []byte, _ phrase.Lang) []byte { return results.Print(dst, o, phrase.De) }

// Forms are with figures, and without.
func (ResultOrder) Forms() []string {
	return []string{"battle:word points:number other-points:number goals:number other-goals:number",
		"battle:word =nein/no"}
}

// StakeStep is what a stake counts by, and the least there is: each full 100 of it raises its side's part of the
// strength (§8.12). A stake of 0 is none.
const StakeStep = 100

// StakeOrder is a line of $T: `Einsatz 712 600`.
type StakeOrder struct {
	_      struct{} `part:"stake"`
	On     int      `part:"on"` // a battle; an army where nothing is fought at the table
	Points int64    `part:"points"`
}

var stakes = part.New[StakeOrder](parts.With(part.Kinds{"stake": stakeWord.Part(), "on": onPart,
	"points": pointsPart}),
	"G712 850 2300 1 3", "Einsatz 712 600", "Stake G304 1.200")

// Print appends `Einsatz 712 600`.
func (o StakeOrder) Print(dst []byte, lang phrase.Lang) []byte { return stakes.Print(dst, o, lang) }

// Called is whose stake it is: `Einsatz 712`.
func (o StakeOrder) Called(lang phrase.Lang) string {
	return stakeWord.In(lang) + " " + strconv.Itoa(o.On)
}

var stakeWord = rulekit.Word{De: "Einsatz", En: "Stake"}

// told tells a stake from a result.
func told(r *orders.Reading) part.Declared {
	if stakeWord.Begins(r.Peek()) {
		return stakes
	}
	return results
}

// Bounds of numbers at the table.
const (
	mostPoints = 1_000_000
	mostGoals  = 99
	mostBattle = 999_999
)

// battlePart is `G12`, onPart `712` or `G712`.
var (
	battlePart = &part.Kind[int]{
		Take:  func(r *orders.Reading, _ *part.Field) int { return battle(r, true) },
		Print: func(dst []byte, n int, _ phrase.Lang) []byte { return realm.AppendBattle(dst, n) },
	}
	onPart = &part.Kind[int]{
		Form: "battle:word", Take: func(r *orders.Reading, _ *part.Field) int { return battle(r, false) }, Print: printInt[int],
	}
)

// battle reads the number of a battle, behind a G that must or may be there.
func battle(r *orders.Reading, letter bool) int {
	t, ok := r.Next("battle")
	if !ok {
		return 0
	}
	digits, is := strings.CutPrefix(orders.Fold(t.Value), "g")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > mostBattle || letter && !is {
		reject(r, t, "order.battle", nil)
	}
	return n
}

// figuresPart are points and objectives, own first, or `nein`.
var figuresPart = &part.Kind[Figures]{
	Take: func(r *orders.Reading, _ *part.Field) Figures {
		if r.More() && rulekit.No.Is(r.Peek()) {
			r.Skip()
			return Figures{None: true}
		}
		return Figures{
			Own:        number(r, "points", "order.points", 0, mostPoints),
			Other:      number(r, "points", "order.points", 0, mostPoints),
			OwnGoals:   int(number(r, "goals", "order.goals", 0, mostGoals)),
			OtherGoals: int(number(r, "goals", "order.goals", 0, mostGoals)),
		}
	},
	Print: func(dst []byte, f Figures, lang phrase.Lang) []byte {
		if f.None {
			return append(dst, rulekit.No.In(lang)...)
		}
		for i, n := range []int64{f.Own, f.Other, int64(f.OwnGoals), int64(f.OtherGoals)} {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendInt(dst, n, 10)
		}
		return dst
	},
}

// pointsPart are the points of a stake.
var pointsPart = &part.Kind[int64]{
	Form: "stake:number",
	Take: func(r *orders.Reading, _ *part.Field) int64 {
		t, some := r.Next("stake")
		if !some {
			return 0
		}
		n, ok := orders.Number(t)
		if !ok || n != 0 && n < StakeStep || n > mostPoints {
			reject(r, t, "order.stake", nil, phrase.Num("low", StakeStep), phrase.Num("high", mostPoints))
		}
		return n
	},
	Print: printInt[int64],
}
