package rulekit

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// hut is a game of people and one secret each.
type hut struct {
	Schema int
	People []Person
	Secret []int
}

// hutWorld asks nothing; what is not asked of it here it does not have.
type hutWorld struct {
	game.World
	s hut
}

func (w hutWorld) Realms() []game.Realm { return Realms(w.s.People) }

func (w hutWorld) Known(realm int) []byte {
	if At(w.s.People, realm) == nil {
		return nil
	}
	masked := hut{Schema: 1, Secret: make([]int, len(w.s.Secret))}
	for _, p := range w.s.People {
		masked.People = append(masked.People, p.Known(realm))
	}
	masked.Secret[realm-1] = w.s.Secret[realm-1]
	return Known(4, realm, &masked)
}

var hutBook = NewBook("hut", 1, nil, nil, Numbers[string]{
	Over: func(_ string, own []byte) (string, error) {
		if string(own) == "wrong" {
			return "", errors.New("no such number")
		}
		return string(own), nil
	},
	Text: func(s string) []byte { return []byte(s) },
})

func openHut(known, tables string) (game.Known, error) {
	return OpenKnown(hutBook, []byte(known), []byte(tables), 4, func(raw []byte, _ string) (*hut, error) {
		return Sound(raw, 1, func(s *hut) []string {
			if len(s.People) != len(s.Secret) {
				return []string{"each has one secret"}
			}
			return nil
		})
	}, func(_ string, s *hut) Masked { return hutWorld{s: *s} })
}

const knownHut = `{"Schema":4,"Realm":2,"State":{"Schema":1,"People":[` +
	`{"Number":1,"Name":"Anna","Player":"","Lang":"","Computer":""},` +
	`{"Number":2,"Name":"Bob","Player":"B. Bear","Lang":"en","Computer":"PC","Zip":true}],"Secret":[0,8]}}`

// What a realm knows of others is number and name; opened, it gives the same bytes.
func TestKnown(t *testing.T) {
	w := hutWorld{s: hut{Schema: 1, Secret: []int{7, 8}, People: []Person{
		{Number: 1, Name: "Anna", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8, Zip: true},
		{Number: 2, Name: "Bob", Player: "B. Bear", Lang: phrase.En, Computer: game.PC, Zip: true},
	}}}
	if got := string(w.Known(2)); got != knownHut {
		t.Errorf("Bob knows\n%s, want\n%s", got, knownHut)
	}
	k, err := openHut(knownHut, "")
	if err != nil {
		t.Fatal(err)
	}
	if again := k.(Masked).Known(2); !bytes.Equal(again, []byte(knownHut)) {
		t.Errorf("opened, it is\n%s", again)
	}
}

// Bytes that Known would not give are refused, and so are tables of another game.
func TestDamagedKnown(t *testing.T) {
	for _, c := range []struct{ from, to, told string }{
		{`"Schema":4`, `"Schema":5`, "known: it has schema 5, this version reads 4"},
		{`"Realm":2`, `"Realm":3`, "known: realm 3, whose it is, is not in the game"},
		{`"Realm":2`, `"Realm":1`, "known: it says more than a realm can know"},
		{`"Secret":[0,8]`, `"Secret":[7,8]`, "known: it says more than a realm can know"},
		{`"Secret":[0,8]`, `"Secret":[8]`, "known: each has one secret"},
		{`"Player":""`, `"Player":"A. Adler"`, "known: it says more than a realm can know"},
		{`"Secret":`, `"Other":1,"Secret":`, `known: json: unknown field "Other"`},
		{`{"Schema":4,`, `{ "Schema":4,`, "known: it says more than a realm can know, or says it in another form"},
		{`"People":[`, `"People":[` + strings.Repeat("{},", 70_000), "known: 70006 things in"},
		{`]}}`, `]}}` + strings.Repeat(" ", 1<<20), "known: 6 things in"},
		{`]}}`, `]}`, "known: unexpected end of JSON input"},
		{`]}}`, `]}}{}`, "known: invalid character"},
	} {
		text := strings.Replace(knownHut, c.from, c.to, 1)
		if k, err := openHut(text, ""); k != nil || err == nil || !strings.HasPrefix(err.Error(), c.told) {
			t.Errorf("with %.50s it opens with %v, want %s", c.to, err, c.told)
		}
	}
	if _, err := openHut(knownHut, "wrong"); err == nil || err.Error() != "tables: no such number" {
		t.Errorf("wrong tables give %v", err)
	}
}
