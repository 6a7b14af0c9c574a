package play

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// lesson is how many turns a practice has; whoever likes plays on.
const lesson = players.PracticeTurns

// section is how a lesson names a section of orders.
var section = regexp.MustCompile(`\$[A-Z]`)

// taught is what a beginner does in this turn, in the rulebook's words, and which of the lessons that is; "": all are
// over.
func (p *practice) taught() (n int, what string) {
	n = p.played() + 1
	if code := fmt.Sprint("lesson.", n); p.words().Has(code) {
		what = p.words().T(code)
	}
	return n, what
}

// withLesson puts a line of the lesson's section into ready orders that have none, as the machine would write it. If the
// machine would write none, a comment says so.
func (p *practice) withLesson(c chronicle.Current, ready string) (string, error) {
	_, what := p.taught()
	about := section.FindString(what)
	if !p.takesLines(about) || len(linesOf(ready, about)) > 0 {
		return ready, nil
	}
	body, end := ready, ""
	if i := strings.LastIndex(ready, "\n$E"); i >= 0 {
		body, end = ready[:i+1], ready[i+1:]
	}
	line, err := p.machines(c, about, body)
	name, _, _ := strings.Cut(what, ".")
	code := "play-line"
	if line == "" {
		code = "play-no-line"
	}
	body = strings.TrimRight(body, "\n") + string(game.AppendComment([]byte("\n\n"), p.c.Voice.Book.Say(phrase.P(code, phrase.Str("lesson", name),
		phrase.Str("section", about)))))
	if line != "" {
		body += about + "\n" + line + "\n"
	}
	return body + end, err
}

// takesLines reports whether a lesson's section has lines of orders. The machine writes no letters.
func (p *practice) takesLines(about string) bool {
	return slices.ContainsFunc(p.w.World.Rulebook().Language().Sections, func(s orders.Section) bool {
		return s.Kind == orders.Lines && about == "$"+string(s.Letter)
	})
}

// machines is the first line of a section that the machine would write, in any of its styles, and that the receipt
// accepts behind the ready orders; "": there is none.
func (p *practice) machines(c chronicle.Current, about, ready string) (string, error) {
	rules := p.w.World.Rulebook()
	bot, plays := rules.(game.Bot)
	if !plays {
		return "", nil
	}
	known, err := rules.OpenKnown(c.World.Known(person), c.Tables)
	if err != nil {
		return "", err
	}
	for _, style := range bot.Styles() {
		manner := game.Manner{Style: style.Code, Strength: game.Strong}
		for _, line := range linesOf(bot.Orders(known, person, manner, game.BotDice(c.Seed, c.Turn, person)), about) {
			said := known.Check(game.Sheet{Realm: person, Turn: c.Turn, Text: ready + about + "\n" + line + "\n"})
			if !slices.ContainsFunc(said.Problems, func(p orders.Problem) bool { return p.Severity == orders.Error }) {
				return line, nil
			}
		}
	}
	return "", nil
}

// linesOf are the orders of a section in a text, without comments.
func linesOf(text, about string) (lines []string) {
	at := ""
	for line := range strings.Lines(text) {
		order, _, _ := strings.Cut(line, ";")
		switch order = strings.TrimSpace(order); {
		case strings.HasPrefix(order, "$"):
			at = strings.ToUpper(order)
		case order != "" && at == about:
			lines = append(lines, order)
		}
	}
	return lines
}

// mostArmies is how many armies are listed below a map.
const mostArmies = 24

// forces lists the player's armies as orders call them, each with its field.
func (p *practice) forces() {
	var list []string
	for _, a := range p.armies {
		list = append(list, strings.TrimSuffix(a.Name+" ("+a.At+")", " ()"))
	}
	more := max(0, len(list)-mostArmies)
	if list = list[:len(list)-more]; len(list) > 0 {
		p.say("play-armies", phrase.Str("list", strings.Join(list, ", ")), phrase.Num("more", more))
	}
}
