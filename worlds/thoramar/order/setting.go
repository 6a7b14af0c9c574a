package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// SettingOrder is a line of $S. Setting is I, C, R, B (Bericht), S (Sprache), Z (Zip) or K (Karte). Only the first
// letter of the first word counts (manual, "9: Spezial"), and the rest of the line is its value.
type SettingOrder struct {
	Setting byte   `part:"setting"`
	Value   string `part:"value"` // C: PC Amiga UTF8; R: the name; B: voll kurz; S: de en; Z, K: ja nein
}

const settingExample = "Computer PC"

var settings = part.New[SettingOrder](parts.With(part.Kinds{"setting": settingPart, "value": valuePart}),
	settingExample,
	"info", "Computer PC", "c Amiga", "Reichsname Großes Eisvolk", "Bericht kurz", "Sprache en", "Zip ja", "Karte ja")

// Print appends `Computer PC`.
func (o SettingOrder) Print(dst []byte, lang phrase.Lang) []byte {
	s := findSetting(string(rune(o.Setting)))
	return append(append(dst, s.in(lang)...), strings.TrimRight(" "+s.valueIn(lang, o.Value), " ")...)
}

// Key is the letter of the setting. To ask for information twice is not a contradiction.
func (o SettingOrder) Key() string {
	if o.Setting == 'I' {
		return ""
	}
	return string(rune(o.Setting))
}

// Forms are the ways to write it.
func (SettingOrder) Forms() []string {
	return []string{
		"=Info", "=Computer value=PC|Amiga|UTF8", "=Reichsname/Realmname value:text",
		"=Bericht/Report value=voll/full|kurz/short", "=Sprache/Language value=de/German|en/English",
		"=Zip value=ja/yes|nein/no", "=Karte/Map value=ja/yes|nein/no",
	}
}

// Check reads the value of the setting.
func (o *SettingOrder) Check(r *part.Reading) {
	s, rest := findSetting(r.Of("Setting")[0].Value), r.Of("Value")
	switch {
	case s == nil || s.letter == 'I': // what follows the letter does not matter
	case len(rest) == 0:
		r.Add(orders.Missing(r.Text, "want.value", settingExample))
	default:
		o.Value = value(r, s, rest[0])
	}
}

// settingPart is the word of a setting.
var settingPart = &part.Kind[byte]{
	Tokens: "@Word", Wants: "setting",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) byte {
		if s := findSetting(t[0].Value); s != nil {
			return s.letter
		}
		got := phrase.Str("got", orders.Clip(t[0].Value))
		if near := orders.Nearest(t[0].Value, settingWords()); near != nil {
			r.Bad(t[0], orders.Guessed("order.setting", near, got))
		} else {
			r.Bad(t[0], phrase.P("order.setting", got, phrase.Key("guess", "guess.list"),
				phrase.Key("list", allSettings)))
		}
		r.Stop()
		return 0
	},
}

// valuePart is the rest of the line. The order's Check reads it.
var valuePart = &part.Kind[string]{Tokens: orders.RestOfLine}

// setting is a row of $S: its possible values, each with its words, the canonical one first.
type setting struct {
	letter byte
	word   string // canonical, German
	also   string // the English word, read as a whole: it may begin with another row's letter
	values [][]string
}

var settingTable = []setting{
	{'I', "Info", "", nil},
	{'C', "Computer", "", [][]string{{"PC"}, {"Amiga"}, {"UTF8", "UTF-8"}}},
	{'R', "Reichsname", "Realmname", nil},
	{'B', "Bericht", "Report", [][]string{{"voll", "full"}, {"kurz", "short"}}},
	{'S', "Sprache", "Language", [][]string{{"de", "deutsch", "german"}, {"en", "englisch", "english"}}},
	{'Z', "Zip", "", [][]string{{"ja", "yes"}, {"nein", "no"}}},
	{'K', "Karte", "Map", [][]string{{"ja", "yes"}, {"nein", "no"}}},
}

// findSetting returns the row that a word means. English words must be whole; all others count by their first letter.
func findSetting(word string) *setting {
	if word == "" {
		return nil
	}
	if s := rulekit.Where(settingTable, func(s *setting) bool { return strings.EqualFold(word, s.also) }); s != nil {
		return s
	}
	return rulekit.Where(settingTable, func(s *setting) bool { return s.letter == word[0]&^0x20 })
}

// isRealmName reports whether a line of $S gives a name, in which `;` does not begin a comment (manual, "Der
// Reichsname").
func isRealmName(text string) bool {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(r rune) bool { return !(r|0x20 >= 'a' && r|0x20 <= 'z') })
	if end >= 0 {
		text = text[:end]
	}
	s := findSetting(text)
	return s != nil && s.letter == 'R'
}

// value reads the value of a setting. A colon or equals sign in front of it is skipped.
func value(r *part.Reading, s *setting, from orders.Token) string {
	got := names.Neat(strings.TrimLeft(r.Text[from.Pos.Offset:], ":= \t"))
	switch {
	case got == "":
		r.Add(orders.Missing(r.Text, "want.value", settingExample))
		return ""
	case s.letter == 'R':
		if i := strings.IndexByte(got, ';'); i >= 0 {
			r.Bad(from, phrase.P("order.name-comment", phrase.Str("got", orders.Clip(got[i:]))))
			return ""
		}
		called(r, from, got)
		return got
	}
	guess := []phrase.Arg{phrase.Key("guess", "guess."+strconv.Itoa(len(s.values)))}
	for i, v := range s.values {
		for _, name := range v {
			if orders.Fold(name) == orders.Fold(got) {
				return v[0]
			}
		}
		guess = append(guess, phrase.Key("guess-"+strconv.Itoa(i+1), s.valueKey(i)))
	}
	r.Bad(from, phrase.P("order.value", append(guess, phrase.Str("got", orders.Clip(got)),
		phrase.Key("setting", s.key()))...))
	return ""
}
