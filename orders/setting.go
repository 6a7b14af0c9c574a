package orders

import (
	"strings"

	"weltentor/orders/phrase"
)

// settings is the letter of the section of settings, in every language that has one. Some of its lines are for the
// machine. They are read here, and the rules never see them.
const settings = 'S'

// Setting is a line of `$S` for the machine and not for the rules.
type Setting struct {
	Position
	Word string // Draft, Template, Picture, Data, Table, Tale
	Yes  bool
}

// What such a line sets.
const (
	Draft    = "draft"    // the orders are not final yet
	Template = "template" // each report comes with an order file to fill in
	Picture  = "picture"  // each report comes with a drawn map
	Data     = "data"     // each report comes as data, too
	Table    = "table"    // each report comes with the data for a player's page
	Tale     = "tale"     // each report begins with lines of the chronicler
)

// settingWords are the words of the settings, the German ones first.
var settingWords = []struct {
	word  string
	names [2]string
}{
	{Draft, [2]string{"Entwurf", "Draft"}},
	{Template, [2]string{"Vorlage", "Template"}},
	{Picture, [2]string{"Karte Bild", "Map picture"}}, // `Karte ja` belongs to the rules
	{Data, [2]string{"Daten", "Data"}},
	{Table, [2]string{"Tisch", "Table"}},
	{Tale, [2]string{"Geschichte", "Tale"}},
}

// answers are the words after them; a setting without one means yes.
var answers = map[string]bool{"ja": true, "yes": true, "": true, "nein": false, "no": false}

// setting reads a line of `$S`, and reports whether it is such a setting.
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

// yesNo returns "yes" in the language of a setting's word.
func yesNo(german, word string) string {
	if strings.EqualFold(german, word) {
		return "ja"
	}
	return "yes"
}

// Says returns what a file says about a setting. If there are several lines, the last counts.
func (f *File) Says(word string) (yes, said bool) {
	for _, s := range f.Settings {
		if s.Word == word {
			yes, said = s.Yes, true
		}
	}
	return yes, said
}

// Speak returns the line in the words of a language. "" means the canonical words, German.
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
