package rulekit

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// SettingRow is a setting of $S that is written as a name and a value.
type SettingRow struct {
	Name   Word
	Values []Word
	Also   []Word // other words for the values, one each
	Alone  bool   // the name alone means yes
}

// The settings that all games have, the one of games with a map in their reports, and the one of games with short ones.
var (
	LanguageRow = SettingRow{Name: Word{"Sprache", "Language"}, Values: []Word{{"de", "German"}, {"en", "English"}},
		Also: []Word{{"Deutsch", "German"}, {"Englisch", "English"}}}
	ComputerRow = SettingRow{Name: Word{"Computer", "Machine"}, Values: []Word{{De: "UTF8"}, {De: "PC"}, {De: "Amiga"}}}
	ZipRow      = SettingRow{Name: Word{"Zip", "Archive"}, Values: []Word{Yes, No}}
	MapRow      = SettingRow{Name: Word{"Karte", "Map"}, Values: []Word{Yes, No}}
	ReportRow   = SettingRow{Name: Word{"Bericht", "Report"}, Values: []Word{{"voll", "full"}, {"kurz", "short"}}}
)

// SettingOrder is a line of $S. It has no Value if its name means yes alone.
type SettingOrder struct{ Setting, Value Word }

// Print appends `Sprache en`.
func (o SettingOrder) Print(dst []byte, lang phrase.Lang) []byte {
	dst = append(dst, o.Setting.In(lang)...)
	if o.Value == (Word{}) {
		return dst
	}
	return append(append(dst, ' '), o.Value.In(lang)...)
}

// Accepted is what a receipt says of the order: the sentence will-set of PlainTexts, with setting and value.
func (o SettingOrder) Accepted(lang phrase.Lang) phrase.Phrase {
	return phrase.P("will-set", phrase.Str("setting", o.Setting.In(lang)),
		phrase.Str("value", cmp.Or(o.Value, Yes).In(lang)))
}

// Settings does the settings in a realm's sheet that all games have. A receipt only says that they count: it is in the
// language that the realm reads now.
func (t *Turn) Settings(p *Person, sheet Sheet) {
	lang := p.Lang
	Each(sheet.Lines, func(at orders.Position, o SettingOrder) {
		if !t.ForReceipt {
			p.Set(o)
		}
		t.Accept(at, o.Accepted(lang))
	})
}

// Set does a setting that all games have. It leaves others to their game.
func (p *Person) Set(o SettingOrder) {
	switch o.Setting {
	case LanguageRow.Name:
		p.Lang = phrase.Lang(o.Value.De)
	case ComputerRow.Name:
		p.Computer = game.Computer(o.Value.De)
	case ZipRow.Name:
		p.Zip = o.Value == Yes
	case ReportRow.Name:
		p.Full = o.Value == ReportRow.Values[0]
	}
}

// BareOrder is a line of $S that is one word. All games that have such lines know the words BareSettings.
type BareOrder struct {
	Word Word `part:"setting"`
}

// Print appends the word.
func (o BareOrder) Print(dst []byte, lang phrase.Lang) []byte { return append(dst, o.Word.In(lang)...) }

// Called is the word, or all from which a player chooses one: `zip/unzip`.
func (o BareOrder) Called(lang phrase.Lang) string {
	for _, b := range bare {
		if slices.Contains(b.words, o.Word) {
			return joinedWords(b.words, lang, "/")
		}
	}
	return o.Word.In(lang)
}

// SetBare does a setting that is one of the words BareSettings.
func (p *Person) SetBare(o BareOrder) {
	for _, b := range bare {
		if i := slices.Index(b.words, o.Word); i >= 0 {
			p.Set(SettingOrder{Setting: b.setting.Name, Value: b.setting.Values[i]})
		}
	}
}

// SettingsSection is the section $S of a game with these rows. What s does not say, they do: which line a problem shows
// (the first example, which the sentence example.setting has in the reader's words), what a line is about, and its
// forms.
func SettingsSection(s orders.Section, rows ...SettingRow) orders.Section {
	s.Letter = 'S'
	if s.Examples == nil {
		s.Examples = Map(rows, func(row SettingRow) string { return row.Name.De + " " + row.Values[0].De })
	}
	if s.Forms == nil {
		s.Forms = Map(rows, SettingRow.form)
	}
	if s.Key == nil {
		s.Key = func(o orders.Order) string { return o.(SettingOrder).Setting.De }
		s.Called = func(o orders.Order, lang phrase.Lang) string { return o.(SettingOrder).Setting.In(lang) }
	}
	example := map[string]string{s.Examples[0]: "example.setting"}
	s.Line = func(text string) (orders.Order, []orders.Problem) {
		o, problems := orders.ReadLine(text, s.Examples[0], func(r *orders.Reading) orders.Order {
			return readSetting(r, rows)
		})
		orders.SpeakExamples(problems, example)
		return o, problems
	}
	return s
}

// form is how a line of the setting is written.
func (s SettingRow) form() orders.Form {
	sign := ""
	if s.Alone {
		sign = "?"
	}
	return orders.Shape("=" + Choices(s.Name) + " value" + sign + "=" + Choices(s.Values...))
}

// readSetting reads a line of $S: whole words, or at least three letters of the name.
func readSetting(r *orders.Reading, rows []SettingRow) orders.Order {
	t, ok := r.Next("setting")
	if !ok {
		return nil
	}
	var names []Word
	for _, s := range rows {
		names = append(names, s.Name)
		if !s.Name.Begins(t) {
			continue
		}
		if s.Alone && !r.More() {
			return SettingOrder{Setting: s.Name}
		}
		v, ok := r.Next("value")
		if i := s.value(v); ok && i >= 0 {
			value := s.Values[i]
			if s.Alone && value == Yes {
				value = Word{}
			}
			return SettingOrder{Setting: s.Name, Value: value}
		}
		noSetting(r, v, "order.value", s.Values)
		return nil
	}
	if !settingElsewhere(r, t) {
		noSetting(r, t, "order.setting", names)
	}
	return nil
}

// value is the index among Values of the word that a token says in whole, and -1 if it is not one of them.
func (s *SettingRow) value(t orders.Token) int {
	for i, value := range s.Values {
		if value.Is(t) || i < len(s.Also) && s.Also[i].Is(t) {
			return i
		}
	}
	return -1
}

// noSetting refuses a token that is not one of the words.
func noSetting(r *orders.Reading, at orders.Token, code string, words []Word) {
	r.Bad(at, orders.Guessed(code, orders.Nearest(at.Value, BothWords(words)),
		phrase.Str("words", WordList(words, phrase.De)), phrase.Str("english", WordList(words, phrase.En)),
		phrase.Str("got", orders.Clip(at.Value))))
}

// bare are the settings of rulebooks that set them by single words, and for each value the word that says it.
var bare = []struct {
	setting SettingRow
	words   []Word
}{
	{LanguageRow, LanguageRow.Also},
	{ComputerRow, ComputerRow.Values},
	{ZipRow, []Word{{De: "zip"}, {De: "unzip"}}},
	{ReportRow, ReportRow.Values},
}

// named reads what follows a word of $S that all rulebooks know: `Sprache en`, `Computer PC`, `Zip ja`. It returns the
// word that means the same alone: Englisch, PC, zip. If it is no such line, it returns none and has read nothing.
func named(r *orders.Reading, word string) Word {
	for _, b := range bare {
		if !b.setting.Name.Is(orders.Token{Value: word}) || !r.More() {
			continue
		}
		if i := b.setting.value(r.Tokens[0]); i >= 0 {
			r.Skip()
			return b.words[i]
		}
	}
	return Word{}
}

// BareSettings are these words.
func BareSettings() (all []Word) {
	for _, b := range bare {
		all = append(all, b.words...)
	}
	return all
}

// SettingPart is one of some words, or three letters that tell it apart. unknown refuses what is a setting of no game.
func SettingPart(words []Word, unknown func(*orders.Reading, orders.Token)) *part.Kind[Word] {
	return &part.Kind[Word]{
		Form:  "setting=" + Choices(words...),
		Take:  part.Taken(func(r *orders.Reading) Word { return bareSetting(r, words, unknown) }),
		Print: func(dst []byte, word Word, lang phrase.Lang) []byte { return append(dst, word.In(lang)...) },
	}
}

func bareSetting(r *orders.Reading, words []Word, unknown func(*orders.Reading, orders.Token)) Word {
	t, ok := r.Next("setting")
	if !ok {
		return Word{}
	}
	if said := named(r, t.Value); said != (Word{}) {
		return said
	}
	// UTF-8, as it is spelt elsewhere
	if orders.Fold(t.Value) == "utf" && r.Peek().Value == "-" && r.Ahead(1).Value == "8" {
		r.Skip()
		r.Skip()
		return ComputerRow.Values[0]
	}
	for _, w := range words {
		if w.Is(t) || w.Begins(t) {
			return w
		}
	}
	if !settingElsewhere(r, t) {
		unknown(r, t)
	}
	return Word{}
}

// settingElsewhere refuses the word of $S for the map, which this game lacks and others have, since a player of several
// games expects it. It reports whether it was that word.
func settingElsewhere(r *orders.Reading, at orders.Token) bool {
	if !MapRow.Name.Is(at) {
		return false
	}
	r.Bad(at, phrase.P("setting.elsewhere", phrase.Str("got", orders.Clip(at.Value))))
	return true
}

// Adjustments are the lines of $S for the opposite of what is set, of a realm's report that is full or short, and shows a
// map or leaves it out. There are none for a number that is no realm's. Their sentences are adjust.full, adjust.short,
// adjust.map and adjust.no-map.
func Adjustments(realm, full, chart bool) []game.Adjustment {
	if !realm {
		return nil
	}
	line := "adjust.map"
	if chart {
		line = "adjust.no-map"
	}
	return []game.Adjustment{length(full, sets(ReportRow)), {Setting: "map", Line: phrase.P(line), Uses: sets(MapRow)}}
}

// BareAdjustments is the line for the report's length in a game that sets it by a bare word.
func BareAdjustments(p *Person) []game.Adjustment {
	return []game.Adjustment{length(p.Full, func(o orders.Order) bool {
		s, is := o.(BareOrder)
		return is && slices.Contains(ReportRow.Values, s.Word)
	})}
}

// length is the line of $S for a report that is short instead of full, or the other way round.
func length(full bool, uses func(orders.Order) bool) game.Adjustment {
	line := "adjust.full"
	if full {
		line = "adjust.short"
	}
	return game.Adjustment{Setting: "report", Line: phrase.P(line), Uses: uses}
}

// sets returns a function that reports whether an order is about a setting.
func sets(row SettingRow) func(orders.Order) bool {
	return func(o orders.Order) bool {
		s, is := o.(SettingOrder)
		return is && s.Setting == row.Name
	}
}
