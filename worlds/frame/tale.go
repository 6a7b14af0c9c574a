package frame

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A chronicler's phrases are in a rulebook's texts: tale.KIND.1, tale.KIND.2 and so on, the same ones in each language.
// tale.story.1 and so on are the paragraphs of the story that report 0 tells. Which events are of a kind is in their
// Meaning.

// Tell notes that the page says an event, for the chronicler.
func (p *Page) Tell(what phrase.Phrase) {
	m, more := p.Meaning(what.Code), []phrase.Arg(nil)
	if p.Teller != nil {
		m, more = p.Teller(what)
	}
	if m.Weight > 0 {
		p.Moment(m, "", what, more...)
	}
}

// Moment notes that the page says something of that meaning. A phrase may say of it what its sentence shows, more, and
// Page.Own. Of several moments of a kind the weightiest is kept, unless they count once by different names.
func (p *Page) Moment(m Meaning, once string, what phrase.Phrase, more ...phrase.Arg) {
	p.Tale.Weight = max(p.Tale.Weight, m.Weight)
	if m.Tale == "" {
		return
	}
	all := &p.Tale.Moments
	i := slices.IndexFunc(*all, func(was game.Moment) bool { return was.Kind == m.Tale && was.Once == once })
	switch {
	case i < 0:
		i, *all = len(*all), append(*all, game.Moment{})
	case (*all)[i].Weight >= m.Weight:
		return
	}
	p.args = append(append(append(p.args[:0], p.Book.Shown(what)...), more...), p.Own...)
	(*all)[i] = game.Moment{Kind: m.Tale, Weight: m.Weight, Grave: m.Grave, Once: once,
		Lines: p.phrases("tale."+m.Tale, p.args)}
}

// phrases are the sentences of a code with numbers, each "" if it needs an argument that is missing.
func (p *Page) phrases(code string, args []phrase.Arg) []game.Line {
	lines := make([]game.Line, 0, 4)
	for n := 1; ; n++ {
		what := phrase.P(code+"."+strconv.Itoa(n), args...)
		if !p.Book.Has(what.Code) {
			return lines
		}
		line := game.Line{}
		if !p.Book.Lacks(what) {
			p.line = p.Book.Append(p.line[:0], what, p.Places)
			line.Text, line.Joke = strings.CutPrefix(string(p.line), game.Joke)
		}
		lines = append(lines, line)
	}
}

// TaleHere says that the chronicler's lines go here.
func (p *Page) TaleHere() { p.Tale.At = len(p.Out) }

// tale is what the chronicler may say in a finished report.
func (p *Page) tale() game.Tale {
	var story strings.Builder
	for _, part := range p.phrases("tale.story", p.Own) {
		story.WriteString(part.Text)
		story.WriteByte('\n')
	}
	p.Tale.Opening = story.String()
	return p.Tale
}
