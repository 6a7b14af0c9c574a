package order

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
)

// TransferLine is a line of $G: `[Reich] [Geld]`. The game master takes back what he
// has booked by a word behind it.
type TransferLine struct {
	Realm  orders.Token `parser:"@Number" want:"realm"`
	Amount orders.Token `parser:"@Number" want:"gold"`
	Back   orders.Token `parser:"@Word?"`
}

// backWords are the words of a payment taken back, the canonical one first.
var backWords = []string{"zurueck", "back"}

func backWord(lang phrase.Lang) string {
	if lang == phrase.En {
		return backWords[1]
	}
	return backWords[0]
}

const transferExample = "1 20000"

var transferGrammar = orders.NewGrammar[TransferLine](orders.LettersOnly, transferExample)

// readTransfer reads a line of $G.
func readTransfer(text string) (orders.Order, []orders.Problem) {
	return readLine(transferGrammar, text, transferExample, func(r *reading, line *TransferLine) orders.Order {
		realm, amount := r.realm(line.Realm), r.number(line.Amount, "order.gold", 1, orders.Biggest)
		switch {
		case line.Back.Value == "":
			return TransferOrder{Realm: realm, Amount: amount}
		case !slices.Contains(backWords, orders.Fold(line.Back.Value)):
			r.add(orders.Surplus(r.text, line.Back, transferExample))
		}
		return PaybackOrder{Realm: realm, Amount: amount}
	})
}

// CessionLine is a line of $L: `[Reich] [x] [y]`.
type CessionLine struct {
	Realm orders.Token `parser:"@Number" want:"realm"`
	X     orders.Token `parser:"@Number" want:"x"`
	Y     orders.Token `parser:"@Number" want:"y"`
}

const cessionExample = "2 1 1"

var cessionGrammar = orders.NewGrammar[CessionLine](orders.LettersOnly, cessionExample)

// readCession reads a line of $L.
func readCession(text string) (orders.Order, []orders.Problem) {
	return readLine(cessionGrammar, text, cessionExample, func(r *reading, line *CessionLine) orders.Order {
		return CedeOrder{Realm: r.realm(line.Realm), At: r.xy(line.X, line.Y)}
	})
}

// TreatyLine is a line of $V: `[Reich] [Vertrag]`.
type TreatyLine struct {
	Realm  orders.Token `parser:"@Number" want:"realm"`
	Treaty orders.Token `parser:"@Word" want:"treaty"`
}

const treatyExample = "1 A"

var treatyGrammar = orders.NewGrammar[TreatyLine](orders.LettersOnly, treatyExample)

// readTreaty reads a line of $V.
func readTreaty(text string) (orders.Order, []orders.Problem) {
	return readLine(treatyGrammar, text, treatyExample, func(r *reading, line *TreatyLine) orders.Order {
		return TreatyOrder{Realm: r.realm(line.Realm), Treaty: r.treaty(line.Treaty)}
	})
}

func (r *reading) treaty(t orders.Token) realm.Treaty {
	switch got := strings.ToUpper(t.Value); got {
	case "":
		return 0
	case "K", "A", "P":
		return realm.Treaty(got[0])
	default:
		r.bad(t, orders.Guessed("order.treaty", nearTreaty(got), phrase.Str("got", orders.Clip(t.Value))))
		return 0
	}
}

// nearTreaty guesses a treaty by the beginning of its name.
func nearTreaty(got string) []string {
	got = orders.Fold(got)
	for _, t := range []struct{ code, word string }{
		{"K", "kein"}, {"K", "none"}, {"K", "krieg"}, {"K", "war"}, {"A", "nichtangriff"}, {"A", "angriff"},
		{"A", "pakt"}, {"A", "pact"}, {"P", "partner"},
	} {
		if strings.HasPrefix(got, t.word) || len(got) >= 3 && strings.HasPrefix(t.word, got) {
			return []string{t.code}
		}
	}
	return nil
}

// settingLine is a line of $S. Of the first word only the first letter counts
// (manual, "9: Spezial"); the rest of the line is its value.
type settingLine struct {
	Word orders.Token   `parser:"@Word" want:"setting"`
	Rest []orders.Token `parser:"@((Word | Number | Sign | Mark)*)"`
}

const settingExample = "Computer PC"

var settingGrammar = orders.NewGrammar[settingLine](orders.LettersOnly, settingExample)

// setting is a row of $S: what it may be set to, each value with the words
// that name it, the canonical one first.
type setting struct {
	letter byte
	word   string // canonical, German
	also   string // the English word, read whole: it may begin with another row's letter
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

// findSetting gives the row a word means: the English words whole, all others
// by their first letter.
func findSetting(word string) *setting {
	if word == "" {
		return nil
	}
	for i := range settingTable {
		if strings.EqualFold(word, settingTable[i].also) {
			return &settingTable[i]
		}
	}
	for i := range settingTable {
		if settingTable[i].letter == word[0]&^0x20 {
			return &settingTable[i]
		}
	}
	return nil
}

// isRealmName tells whether a line of $S gives a name, in which `;` is no
// comment (manual, "Der Reichsname").
func isRealmName(text string) bool {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(r rune) bool { return !(r|0x20 >= 'a' && r|0x20 <= 'z') })
	if end >= 0 {
		text = text[:end]
	}
	s := findSetting(text)
	return s != nil && s.letter == 'R'
}

// readSetting reads a line of $S.
func readSetting(text string) (orders.Order, []orders.Problem) {
	line, wrong := settingGrammar.Parse(text)
	r := &reading{text: text, example: settingExample}
	if line.Word.Value == "" {
		return r.result(nil, wrong)
	}
	s := findSetting(line.Word.Value)
	if s == nil {
		got := phrase.Str("got", orders.Clip(line.Word.Value))
		if near := orders.Nearest(line.Word.Value, settingWords()); near != nil {
			r.bad(line.Word, orders.Guessed("order.setting", near, got))
		} else {
			r.bad(line.Word, phrase.P("order.setting", got, phrase.Key("guess", "guess.list"),
				phrase.Key("list", allSettings)))
		}
		return r.result(nil, wrong)
	}
	o := SettingOrder{Setting: s.letter}
	switch {
	case s.letter == 'I': // what follows the letter does not matter
	case len(line.Rest) == 0:
		r.add(orders.Missing(text, "want.value", settingExample))
	default:
		o.Value = r.value(s, line.Rest[0])
	}
	return r.result(o, wrong)
}

// value reads what a setting is set to. A colon or equals sign before it is
// passed over.
func (r *reading) value(s *setting, from orders.Token) string {
	got := names.Neat(strings.TrimLeft(r.text[from.Pos.Offset:], ":= \t"))
	switch {
	case got == "":
		r.add(orders.Missing(r.text, "want.value", settingExample))
		return ""
	case s.letter == 'R':
		if i := strings.IndexByte(got, ';'); i >= 0 {
			r.bad(from, phrase.P("order.name-comment", phrase.Str("got", orders.Clip(got[i:]))))
			return ""
		}
		r.called(from, got)
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
	r.bad(from, phrase.P("order.value", append(guess, phrase.Str("got", orders.Clip(got)),
		phrase.Key("setting", s.key()))...))
	return ""
}
