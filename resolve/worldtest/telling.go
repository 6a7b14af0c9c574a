package worldtest

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Telling is a handful whose reports leave out a treasury that the realm was shown before. It has a chronicler, who has
// three phrases for each turn and knows the first one.
type Telling struct{ Handful }

type tellingWorld struct{ HandfulWorld }

type tellingOutcome struct{ handfulOutcome }

func (g Telling) Found(f game.Founding) (game.World, error) {
	g.as = told
	return g.Tiny.Found(f)
}

func (g Telling) Open(state, tables []byte) (game.World, error) {
	g.as = told
	return g.Tiny.Open(state, tables)
}

func told(w TinyWorld) game.World { return tellingWorld{HandfulWorld{w}} }

func (w tellingWorld) Dateline(turn int, _ game.Seed) phrase.Phrase {
	return phrase.P("dateline", phrase.Num("turn", turn))
}

func (w tellingWorld) Welcome(realm int, shown *game.Shown) game.Report {
	if shown != nil {
		shown.News(w.treasury(realm))
	}
	return narrated(w.HandfulWorld.Welcome(realm, nil))
}

// treasury is the fact that a realm has so much.
func (w tellingWorld) treasury(realm int) game.Fact {
	return game.Fact{Subject: "treasury", Value: fmt.Sprint(w.All[realm-1].Gold)}
}

func (w tellingWorld) Resolve(in []game.Sheet, s game.Seed, lanes int, edits []game.Event) game.Outcome {
	return tellingOutcome{w.HandfulWorld.Resolve(in, s, lanes, edits).(handfulOutcome)}
}

func (o tellingOutcome) HandOver(realm int, to game.Player) game.Outcome {
	return tellingOutcome{o.handfulOutcome.HandOver(realm, to).(handfulOutcome)}
}

func (o tellingOutcome) Report(realm int, shown *game.Shown) game.Report {
	rep := narrated(o.handfulOutcome.Report(realm, nil))
	if shown != nil && !shown.News(o.Next().(tellingWorld).treasury(realm)) {
		rep.Text = []byte("Turn over. Nothing new.\n")
	}
	return rep
}

// narrated is a report with what the chronicler may say.
func narrated(r game.Report) game.Report {
	lines := func(l ...game.Line) func() []game.Line { return func() []game.Line { return l } }
	r.Tale = game.Tale{Opening: func() string { return "Once upon a time." }, Weight: 4, Moments: []game.Moment{
		{Kind: "dug", Weight: 4, Lines: lines(game.Line{Text: "They dug."}, game.Line{Text: "A hole was dug.", Joke: true},
			game.Line{Text: "The earth moved."})},
		{Kind: "spade", Weight: 3, Lines: lines(game.Line{Text: "The spade shone."}, game.Line{Text: "The spade sang."},
			game.Line{Text: "The spade fell."})},
		{Kind: "first", Weight: 9, Once: "first", Lines: lines(game.Line{Text: "The first time."})},
		{Kind: "dust", Weight: 1, Lines: lines(game.Line{Text: "There was dust."})}}}
	return r
}
