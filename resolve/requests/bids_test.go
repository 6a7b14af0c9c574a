package requests

import (
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
)

// Each request is answered, or asks something to be confirmed, and has its sentences. No word asks for two of them, and
// what a NO asks for is one of them.
func TestEveryRequestIsWhole(t *testing.T) {
	t.Parallel()
	of := map[string]letter.Service{}
	for _, k := range masterKinds() {
		if (k.Answer == nil) != (k.Asks != nil && k.Deed != nil) || (k.De != "") == (k.Takes == nil) {
			t.Errorf("%s: it needs an answer, or something to confirm, and what may follow it", k.Service)
		}
		if k.No != nil && masterKindOf(k.No.Service).Asks == nil {
			t.Errorf("%s: its NO asks for nothing", k.Service)
		}
		for lang, spelled := range map[phrase.Lang]string{phrase.De: k.De, phrase.En: k.En} {
			book, name := wording.Words(lang), string(k.Service)
			if !book.Has("bid-word."+name) || k.De != "" && !book.Has("bid-row."+name) ||
				k.Asks != nil && !book.Has("bid-would."+name) {
				t.Errorf("%s: a sentence is missing in %s", k.Service, lang)
			}
			for _, word := range letter.Spellings(spelled) {
				if other, is := of[word]; is && other != k.Service && word != "" {
					t.Errorf("%s asks for %s and for %s", word, other, k.Service)
				}
				of[word] = k.Service
			}
		}
	}
}

// A line that calls the game asks for something, whatever is in the rest of it.
func TestLinesThatCallTheGame(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]letter.Wish{
		"GM TELL 3, 4.":                {Service: "tell", Realms: []int{3, 4}},
		"sl an Alle":                   {Service: "tell"},
		"GM TELL all 3":                {},
		"GM TELL":                      {},
		"GM PAUSE":                     {Service: "pause"},
		"GM PAUSE: until 20.8.2027":    {Service: "pause", Time: "20.8.2027"},
		"SL FRIST auf 2027-08-20":      {Service: "deadline", Time: "2027-08-20"},
		"GM DEADLINE":                  {},
		"GM CLOSE after turn 9":        {Service: "close", Number: 9, Given: true},
		"GM CLOSE now":                 {Service: "close", Given: true},
		"SL SCHLUSS nein":              {Service: "go-on"},
		"GM CLOSE 9 no":                {},
		"GM CLOSE no no":               {},
		"GM BOT 3":                     {Service: "bot", Realm: 3},
		"GM BOT 3 off":                 {Service: "no-bot", Realm: 3},
		"GM BOT no":                    {},
		"GM HOLD aus":                  {Service: "no-hold"},
		"GM HOLD 3":                    {},
		"GM ACCEPT Anna@example.org":   {Service: "accept", Who: "anna@example.org"},
		"GM RESUME please":             {},
		"GM ?":                         {},
		"GM orders 3":                  {Service: "orders", Realm: 3},
		"SL ZURÜCK":                    {Service: "undo"},
		"GM tell us what you meant by": {},
	} {
		got, asks := bidWords().Wished(line, "", nil)
		if got.Lang = ""; !asks || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %t, want %+v", line, got, asks, want)
		}
	}
	for _, line := range []string{"GM", "PAUSE", "GM: PAUSE", "gmx PAUSE", "", "GM TELL " + strings.Repeat("3 ", 30)} {
		if got, asks := bidWords().Wished(line, "", nil); asks {
			t.Errorf("%s: %+v", line, got)
		}
	}
}
