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
	(*all)[i] = game.Moment{Kind: m.Tale, Weight: m.Weight, Grave: m.Grave, Once: once,
		Lines: p.phrases("tale."+m.Tale, slices.Concat(p.Book.Shown(what), more, p.Own))}
}

// phrases are the sentences of a code with numbers, each "" if it needs an argument that is missing.
func (p *Page) phrases(code string, args []phrase.Arg) (lines []game.Line) {
	for n := 1; ; n++ {
		what := phrase.P(code+"."+strconv.Itoa(n), args...)
		if !p.Book.Has(what.Code) {
			return lines
		}
		line := game.Line{Joke: strings.HasPrefix(p.Book.T(what.Code), game.Joke)}
		if !p.Book.Lacks(what) {
			text := string(p.Book.Append(nil, what, p.Places))
			if line.Text = text; line.Joke {
				line.Text = text[len(game.Joke):]
			}
		}
		lines = append(lines, line)
	}
}

// TaleHere says that the chronicler's lines go here.
func (p *Page) TaleHere() { p.Tale.At = len(p.Out) }

// tale is what the chronicler may say in a finished report.
func (p *Page) tale() game.Tale {
	for _, part := range p.phrases("tale.story", p.Own) {
		p.Tale.Opening += part.Text + "\n"
	}
	return p.Tale
}
