package orders

import (
	"strings"

	"weltentor/orders/phrase"
)

// settings is the letter of the section of settings, in every language that has one. Some of its
// lines are for whoever runs the game, and are read here; the rules never see them.
const settings = 'S'

// Setting is a line of `$S` that is for whoever runs the game.
type Setting struct {
	Position
	Word string // Draft, Template, Picture, Data, Table
	Yes  bool
}

// What such a line is about.
const (
	Draft    = "draft"    // the orders are not final yet
	Template = "template" // each report comes with an order file to fill in
	Picture  = "picture"  // each report comes with a drawn map
	Data     = "data"     // each report comes as data, too
	Table    = "table"    // each report comes with what a player's page is laid with
)

// settingWords are the words that name a setting, the German ones first.
var settingWords = []struct {
	word  string
	names [2]string
}{
	{Draft, [2]string{"Entwurf", "Draft"}},
	{Template, [2]string{"Vorlage", "Template"}},
	{Picture, [2]string{"Karte Bild", "Map picture"}}, // `Karte ja` is a line of the rules
	{Data, [2]string{"Daten", "Data"}},
	{Table, [2]string{"Tisch", "Table"}},
}

// answers are the words behind them; a word alone means yes.
var answers = map[string]bool{"ja": true, "yes": true, "": true, "nein": false, "no": false}

// setting reads a line of `$S`, and tells whether it is such a setting.
func (r *reader) setting(line string, at Position) bool {
	if r.section.Letter != settings {
		return false
	}
	fields := strings.Fields(line)
	for _, s := range settingWords {
		n := strings.Count(s.names[0], " ") + 1
		word, answer := strings.Join(fields[:min(n, len(fields))], " "), strings.Join(fields[min(n, len(fields)):], " ")
		if !strings.EqualFold(word, s.names[0]) && !strings.EqualFold(word, s.names[1]) {
			continue
		}
		if yes, known := answers[strings.ToLower(answer)]; known {
			r.file.Settings = append(r.file.Settings, Setting{Position: at, Word: s.word, Yes: yes})
		} else {
			r.tell(at.Col, Error, phrase.P("setting-answer", phrase.Str("got", Clip(answer)),
				phrase.Str("example", word+" "+yesNo(s.names[0], word))))
		}
		return true
	}
	return false
}

// yesNo is a yes in the language of a setting's word.
func yesNo(german, word string) string {
	if strings.EqualFold(german, word) {
		return "ja"
	}
	return "yes"
}

// Says gives what a file says of a setting; of several lines the last counts.
func (f *File) Says(word string) (yes, said bool) {
	for _, s := range f.Settings {
		if s.Word == word {
			yes, said = s.Yes, true
		}
	}
	return yes, said
}

// Speak is the line in the words of a language; "" is the canonical one, German.
func (s Setting) Speak(lang phrase.Lang) string {
	for _, w := range settingWords {
		switch {
		case w.word != s.Word:
		case lang == phrase.En && s.Yes:
			return w.names[1] + " yes"
		case lang == phrase.En:
			return w.names[1] + " no"
		case s.Yes:
			return w.names[0] + " ja"
		default:
			return w.names[0] + " nein"
		}
	}
	return ""
}
