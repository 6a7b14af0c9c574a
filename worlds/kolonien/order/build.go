package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// Work is what a line of $B builds.
type Work uint8

// The works.
const (
	Found Work = iota
	Extend
	Palisade
	Fort
	Fortress
	Citadel
	Port
)

// Code is the code of the work.
func (w Work) Code() string {
	return [...]string{"colony", "extend", "palisade", "fort", "fortress", "citadel", "port"}[w]
}

// BuildOrder is a line of $B: `14 Ausbau`.
type BuildOrder struct {
	Area int  `part:"area"`
	Work Work `part:"work"`
}

var works = part.New[BuildOrder](parts.With(part.Kinds{"work": workPart}), buildExample,
	"14 Kolonie", "14 Ausbau", "14 Palisade", "14 Fort", "14 Festung", "14 Zitadelle", "14 Hafen", "14 extend")

// workPart is the word of a work.
var workPart = &part.Kind[Work]{
	Form:  "work=" + rulekit.Choices(WorkWords...),
	Take:  part.Taken(func(r *orders.Reading) Work { return Work(choose(r, "work", "order.work", WorkWords)) }),
	Print: func(dst []byte, w Work, lang phrase.Lang) []byte { return append(dst, WorkWords[w].In(lang)...) },
}

// Print appends `14 Ausbau`.
func (o BuildOrder) Print(dst []byte, lang phrase.Lang) []byte { return works.Print(dst, o, lang) }

// founds is the area in which a line of $B founds a colony: `14 Kolonie`.
func founds(text string) []string {
	if words := strings.Fields(text); len(words) > 1 && WorkWords[Found].Is(orders.Token{Value: words[1]}) {
		return words[:1]
	}
	return nil
}
