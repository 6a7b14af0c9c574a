package order

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/rulekit"
)

// Good lines of $S, shown with problems.
const (
	settingExample  = "Freigabe"
	fortressExample = "Festung Kraft 10 Reichweite 5"
	counterExample  = "Konter Maschine"
)

// The words that open a line of more than one, and those behind them.
var (
	FortressWord = rulekit.Word{De: "Festung", En: "Fortress"}
	PowerWord    = rulekit.Word{De: "Kraft", En: "Power"}
	RangeWord    = rulekit.Word{De: "Reichweite", En: "Range"}
	CounterWord  = rulekit.Word{De: "Konter", En: "Counter"}
	engineWord   = rulekit.Word{De: "Maschine", En: "Engine"}
	crewWord     = rulekit.Word{De: "Besatzung", En: "Crew"}
)

var settings = part.New[rulekit.BareOrder](parts.With(part.Kinds{"setting": settingPart}), settingExample)

// FortressOrder gives a realm's fortresses their values.
type FortressOrder struct {
	_            struct{} `part:"fortress"`
	realm.Values `part:"values"`
}

var fortresses = part.New[FortressOrder](parts.With(part.Kinds{"fortress": FortressWord.Part(), "values": valuesPart}),
	fortressExample)

// Print appends `Festung Kraft 10 Reichweite 5`.
func (o FortressOrder) Print(dst []byte, lang phrase.Lang) []byte {
	return fortresses.Print(dst, o, lang)
}

// Forms are power first, and range first.
func (FortressOrder) Forms() []string {
	fortress := "=" + rulekit.Choices(FortressWord)
	power, reach := " ="+rulekit.Choices(PowerWord)+" power:number", " ="+rulekit.Choices(RangeWord)+" range:number"
	return []string{fortress + power + reach, fortress + reach + power}
}

// CounterOrder says what the realm's people strike back at: engines or their crews.
type CounterOrder struct {
	_      struct{} `part:"counter"`
	Engine bool     `part:"engine"`
}

var counters = part.New[CounterOrder](parts.With(part.Kinds{"counter": CounterWord.Part(), "engine": counterPart}),
	counterExample)

// Print appends `Konter Maschine` or `Konter Besatzung`.
func (o CounterOrder) Print(dst []byte, lang phrase.Lang) []byte { return counters.Print(dst, o, lang) }

// Called is the same for both.
func (CounterOrder) Called(lang phrase.Lang) string { return CounterWord.In(lang) }

// opened tells the orders of $S apart by the word in front.
func opened(r *orders.Reading) part.Declared {
	switch t := r.Peek(); {
	case means(FortressWord, t):
		return fortresses
	case means(CounterWord, t):
		return counters
	}
	return settings
}

// means tells whether a token is a whole word, or three letters that tell it apart.
func means(w rulekit.Word, t orders.Token) bool { return w.Is(t) || w.Begins(t) }

// ReleaseWord gives a turn free although lines of it are wrong, PassWord although it commands nothing.
var (
	ReleaseWord = rulekit.Word{De: "Freigabe", En: "Release"}
	PassWord    = rulekit.Word{De: "passe", En: "pass"}
)

// settingWords are those that stand alone.
var settingWords = append([]rulekit.Word{ReleaseWord, PassWord}, rulekit.BareSettings()...)

// settingPart is one of these words.
var settingPart = rulekit.SettingPart(settingWords, func(r *orders.Reading, t orders.Token) {
	all := append([]rulekit.Word{FortressWord, CounterWord}, settingWords...)
	Unknown(r, t, "order.setting", rulekit.BothWords(all))
})

// valuesPart is power and range of a fortress, in either order.
var valuesPart = &part.Kind[realm.Values]{
	Take: part.Taken(ReadValues),
	Print: func(dst []byte, v realm.Values, lang phrase.Lang) []byte {
		dst = strconv.AppendInt(append(append(dst, PowerWord.In(lang)...), ' '), v.Power, 10)
		dst = append(append(dst, ' '), RangeWord.In(lang)...)
		return strconv.AppendInt(append(dst, ' '), v.Range, 10)
	},
}

// ReadValues reads power and range of a fortress.
func ReadValues(r *orders.Reading) realm.Values {
	var v realm.Values
	var seen [2]bool
	for range 2 {
		t, ok := r.Next("value")
		if !ok {
			return v
		}
		switch {
		case !seen[0] && PowerWord.Is(t):
			seen[0], v.Power = true, r.Number("power", 0, realm.MostPoints)
		case !seen[1] && RangeWord.Is(t):
			seen[1], v.Range = true, r.Number("range", 0, realm.MostPoints)
		default:
			r.Unexpected(t, "value")
			return v
		}
	}
	return v
}

// counterPart is what is struck back at, true for engines.
var counterPart = &part.Kind[bool]{
	Form: "counter=" + rulekit.Choices(engineWord, crewWord),
	Take: part.Taken(ReadCounter),
	Print: func(dst []byte, engine bool, lang phrase.Lang) []byte {
		if engine {
			return append(dst, engineWord.In(lang)...)
		}
		return append(dst, crewWord.In(lang)...)
	},
}

// ReadCounter reads what is struck back at, true for engines.
func ReadCounter(r *orders.Reading) bool {
	t, ok := r.Next("counter")
	if ok && !engineWord.Is(t) && !crewWord.Is(t) {
		r.Unexpected(t, "counter")
	}
	return engineWord.Is(t)
}
