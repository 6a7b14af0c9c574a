package lessons

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// section is how a lesson names a section of orders.
var section = regexp.MustCompile(`\$[A-Z]`)

// Ready are orders that a beginner could send: what the machine would write, with its reasons. In the first turn of most
// games it is the first letter. Where the machine gives no reasons, it is what it would write, or else a template. Of the
// section that the lesson is about, these get a line of the machine's, or a comment says that it would write none.
func Ready(rules game.Rulebook, c chronicle.Current, lang phrase.Lang, lesson string) (text string, err error) {
	t := tutor{rules: rules, c: c, say: func(code string, args ...phrase.Arg) string {
		return wording.Words(lang).Say(phrase.P(code, args...))
	}}
	if t.machines, err = machines(rules, c); err != nil {
		return "", err
	}
	if text, err = game.Advised(rules, c.World, c.Tables, realm, c.Turn, c.Seed); err != nil {
		return "", err
	}
	switch {
	case text != "":
		t.machines = "" // it has all that the machine would write
	case game.Lesson(c.World, c.Turn) == 1:
		text = c.World.FirstLetter(realm)
	}
	if text == "" && t.machines != "" && t.fits(t.machines) {
		text = string(game.AppendComment(nil, t.say("lesson-machine"))) + "\n" + t.machines + "\n$E\n"
	}
	return t.withLesson(lesson, cmp.Or(text, c.World.Template(realm))), nil
}

// tutor writes ready orders.
type tutor struct {
	rules    game.Rulebook
	c        chronicle.Current
	say      func(code string, args ...phrase.Arg) string
	machines string // what the machine would write; "": nothing
}

// withLesson adds the lesson's part to ready orders that have none.
func (t *tutor) withLesson(lesson, ready string) string {
	about := section.FindString(lesson)
	if !t.takesLines(about) || len(linesOf(ready, about)) > 0 {
		return ready
	}
	body, end := ready, ""
	if i := strings.LastIndex(ready, "\n$E"); i >= 0 {
		body, end = ready[:i+1], ready[i+1:]
	}
	code, more := "lesson-no-line", ""
	for _, line := range linesOf(t.machines, about) {
		if fits := about + "\n" + line + "\n"; t.fits(body + fits) {
			code, more = "lesson-line", fits
			break
		}
	}
	name, _, _ := strings.Cut(lesson, ".")
	body = strings.TrimRight(body, "\n") + "\n\n"
	return string(game.AppendComment([]byte(body), t.say(code, phrase.Str("lesson", name), phrase.Str("section", about)))) +
		more + end
}

// takesLines reports whether a lesson's section has lines of orders. The machine writes no letters.
func (t *tutor) takesLines(about string) bool {
	return slices.ContainsFunc(t.rules.Language().Sections, func(s orders.Section) bool {
		return s.Kind == orders.Lines && about == "$"+string(s.Letter)
	})
}

// fits reports whether the receipt finds no error in orders.
func (t *tutor) fits(text string) bool {
	said := t.c.World.Check(game.Sheet{Realm: realm, Turn: t.c.Turn, Text: text})
	return !slices.ContainsFunc(said.Problems, func(p orders.Problem) bool { return p.Severity == orders.Error })
}

// machines is what the machine would write for whoever practises, as it usually plays; "": it cannot play.
func machines(rules game.Rulebook, c chronicle.Current) (string, error) {
	bot := rules.Bot()
	if bot == nil {
		return "", nil
	}
	known, err := rules.OpenKnown(c.World.Known(realm), c.Tables)
	if err != nil {
		return "", err
	}
	manner := game.Manner{Style: bot.Styles()[0].Code, Strength: game.Strong}
	return bot.Orders(known, realm, manner, game.BotDice(c.Seed, c.Turn, realm)), nil
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
