package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/rulekit"
)

// recruitExample is shown with a problem in a line of $R.
const recruitExample = "Schwert"

// RecruitOrder takes a unit from the stock: the symbol of its card, "" a settler.
type RecruitOrder struct {
	Symbol tables.Symbol `part:"card"`
}

var recruits = part.New[RecruitOrder](parts.With(part.Kinds{"card": cardPart}),
	recruitExample, recruitExample, "bow", "Schuh", "Siedler", "settler")

// Print appends `Schwert`, or `Siedler`.
func (o RecruitOrder) Print(dst []byte, lang phrase.Lang) []byte { return recruits.Print(dst, o, lang) }

// TrainOrder trains a unit further.
type TrainOrder struct {
	Unit   Name          `part:"unit"`
	Symbol tables.Symbol `part:"symbol"`
}

var trainings = part.New[TrainOrder](parts.With(part.Kinds{"symbol": symbolPart}),
	recruitExample, "E3 Bogen", "E4 sword")

// Print appends `E3 Bogen`.
func (o TrainOrder) Print(dst []byte, lang phrase.Lang) []byte { return trainings.Print(dst, o, lang) }

// told tells a recruit from a unit that trains.
func told(r *orders.Reading) part.Declared {
	if t := r.Peek(); orders.IsWord(t) && !isUnit(t.Value) {
		return recruits
	}
	return trainings
}

// SymbolWords are the words of the trainings, settlerWord is a recruit without one.
var (
	SymbolWords = map[tables.Symbol][]string{
		tables.Sword: {"Schwert", "Sword"},
		tables.Bow:   {"Bogen", "Bow"},
		tables.Shoe:  {"Schuh", "Shoe", "Reiter", "Rider", "Pferd", "Horse"},
	}
	settlerWord = rulekit.Word{De: "Siedler", En: "Settler"}
)

// symbolPart is a training.
var symbolPart = &part.Kind[tables.Symbol]{
	Form: "symbol=" + choices(tables.Symbols, SymbolWords), Take: part.Taken(ReadSymbol), Print: printed(SymbolWords),
}

// ReadSymbol reads a training.
func ReadSymbol(r *orders.Reading) tables.Symbol {
	return one(r, "symbol", tables.Symbols, SymbolWords, settlerWord.De, settlerWord.En)
}

// cardPart is a training, or a settler.
var cardPart = &part.Kind[tables.Symbol]{
	Form: symbolPart.Form + "|" + rulekit.Choices(settlerWord),
	Take: part.Taken(func(r *orders.Reading) tables.Symbol {
		if settlerWord.Is(r.Peek()) {
			r.Skip()
			return ""
		}
		return ReadSymbol(r)
	}),
	Print: func(dst []byte, s tables.Symbol, lang phrase.Lang) []byte {
		if s == "" {
			return append(dst, settlerWord.In(lang)...)
		}
		return symbolPart.Print(dst, s, lang)
	},
}
