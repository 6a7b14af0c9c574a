package rulekit

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A chronicler's phrases are in a rulebook's texts: tale.KIND.1, tale.KIND.2 and so on, the same ones in each language.
// tale.story.1 and so on are the paragraphs of the story that report 0 tells. Which events are of a kind is in their
// Meaning.

// Tale is what the chronicler may say of a report, collected in the order in which its text is written.
type Tale struct {
	*Reader
	Own []phrase.Arg // which each of his phrases may use, such as own, the realm's name

	told game.Tale
	said []saying // of each moment, since it gets its words only if he may speak of it

	// memory
	line []byte       // for a phrase
	args []phrase.Arg // of what he may say
	more []phrase.Arg // of all moments
}

// saying is what the phrases of a moment are made of.
type saying struct {
	what phrase.Phrase
	more []phrase.Arg
}

// again is an empty tale in the memory of another.
func (t *Tale) again(r *Reader) Tale {
	return Tale{Reader: r, told: game.Tale{Moments: t.told.Moments[:0]}, said: t.said[:0], line: t.line, args: t.args,
		more: t.more[:0]}
}

// Hear notes that the report says an event of that meaning. A phrase may say of it what its sentence shows, and more.
func (t *Tale) Hear(m Meaning, what phrase.Phrase, more ...phrase.Arg) {
	if m.Weight > 0 {
		t.Moment(m, "", what, more...)
	}
}

// Moment notes that the report says something of that meaning. A phrase may say of it what its sentence shows, more, and
// Own. Of several moments of a kind the weightiest is kept, unless they count once by different names.
func (t *Tale) Moment(m Meaning, once string, what phrase.Phrase, more ...phrase.Arg) {
	t.told.Weight = max(t.told.Weight, m.Weight)
	if m.Tale == "" {
		return
	}
	all := &t.told.Moments
	i := slices.IndexFunc(*all, func(was game.Moment) bool { return was.Kind == m.Tale && was.Once == once })
	switch {
	case i < 0:
		i, *all, t.said = len(*all), append(*all, game.Moment{}), append(t.said, saying{})
	case (*all)[i].Weight >= m.Weight:
		return
	}
	(*all)[i] = game.Moment{Kind: m.Tale, Weight: m.Weight, Grave: m.Grave, Once: once}
	first := len(t.more)
	t.more = append(t.more, more...)
	t.said[i] = saying{what, t.more[first:len(t.more):len(t.more)]}
}

// Forget drops the moments of a kind: what was said has turned out otherwise.
func (t *Tale) Forget(m Meaning) {
	kept := 0
	for i, was := range t.told.Moments {
		if was.Kind != m.Tale {
			t.told.Moments[kept], t.said[kept] = was, t.said[i]
			kept++
		}
	}
	t.told.Moments, t.said = t.told.Moments[:kept], t.said[:kept]
}

// phrases are the sentences of a code with numbers, each "" if it needs an argument that is missing.
func (t *Tale) phrases(code string, args []phrase.Arg) []game.Line {
	codes := t.Book.Numbered(code)
	lines := make([]game.Line, len(codes))
	for i, code := range codes {
		if what := phrase.P(code, args...); !t.Book.Lacks(what) {
			t.line = t.Book.Append(t.line[:0], what, t.Places)
			lines[i].Text, lines[i].Joke = strings.CutPrefix(string(t.line), game.Joke)
		}
	}
	return lines
}

// done is what the chronicler may say beside a finished report.
func (t *Tale) done() game.Tale {
	if len(t.Book.Numbered("tale.story")) > 0 {
		t.told.Opening = t.story
	}
	for i := range t.told.Moments {
		kind := t.told.Moments[i].Kind
		t.told.Moments[i].Lines = func() []game.Line {
			t.args = append(append(append(t.args[:0], t.Book.Shown(t.said[i].what)...), t.said[i].more...), t.Own...)
			return t.phrases("tale."+kind, t.args)
		}
	}
	return t.told
}

// story is the story of the world.
func (t *Tale) story() string {
	var story strings.Builder
	for _, part := range t.phrases("tale.story", t.Own) {
		story.WriteString(part.Text)
		story.WriteByte('\n')
	}
	return story.String()
}

// Meaning is what events of a code mean to a reader: 0 is daily business, 9 the fall of a realm.
type Meaning struct {
	Tone   game.Tone
	Weight int
	Tale   string // the kind of a chronicler's phrases for it; "": he has none
	Grave  bool   // no phrase of its report jokes
}

// Meanings are those of a game's events, by code.
type Meanings map[string]Meaning

// Of is what an event of a code means. The form of a sentence for its reader, or for a number that is 0, means what the
// sentence does, unless it has a meaning of its own.
func (m Meanings) Of(code string) Meaning {
	for {
		means, known := m[code]
		dot := strings.LastIndexByte(code, '.')
		if known || dot < 0 {
			return means
		}
		code = code[:dot]
	}
}
