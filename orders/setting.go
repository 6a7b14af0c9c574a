package orders

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// settings is the letter of the section of settings, in every language that has one. Some of its lines are for the
// machine. They are read here, and the rules never see them.
const settings = 'S'

// Setting is a line of `$S` for the machine and not for the rules.
type Setting struct {
	Position
	Word string // Draft, Template, Picture, Data, Table, Tale, Advice
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
	Advice   = "advice"   // the first reports have ideas for the next turn
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
	{Advice, [2]string{"Rat", "Advice"}},
}

// yesNo are the words that say whether a setting is on, in German and English.
var yesNo = map[bool][2]string{true: {"ja", "yes"}, false: {"nein", "no"}}

// answers are the words after a setting; one without means yes.
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
		lang := slices.IndexFunc(s.names[:], func(name string) bool { return strings.EqualFold(word, name) })
		if lang < 0 {
			continue
		}
		if yes, known := answers[strings.ToLower(answer)]; known {
			r.file.Settings = append(r.file.Settings, Setting{Position: at, Word: s.word, Yes: yes})
		} else {
			r.tell(at.Col, Error, phrase.P("setting-answer", phrase.Str("got", Clip(answer)),
				phrase.Str("example", word+" "+yesNo[true][lang])))
		}
		return true
	}
	return false
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

// Speak returns the line in the words of a language.
func (s Setting) Speak(lang phrase.Lang) string {
	in := 0
	if lang == phrase.En {
		in = 1
	}
	for _, w := range settingWords {
		if w.word == s.Word {
			return w.names[in] + " " + yesNo[s.Yes][in]
		}
	}
	return ""
}
