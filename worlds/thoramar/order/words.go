package order

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// The sentences that are words of orders, so that a problem shows them to each reader in
// his own.
const (
	settingTerm = "setting."     // and the letter: how the setting is written
	allSettings = "settings"     // all of them
	tacticTerm  = "example.line" // a good line of $T
)

// in is the setting's word in a language.
func (s *setting) in(lang phrase.Lang) string {
	if lang == phrase.En && s.also != "" {
		return s.also
	}
	return s.word
}

// valueIn is a canonical value in a language: in English the last of its words, except for
// the names of computers, which have no language.
func (s *setting) valueIn(lang phrase.Lang, value string) string {
	for _, words := range s.values {
		if lang == phrase.En && s.letter != 'C' && words[0] == value {
			return words[len(words)-1]
		}
	}
	return value
}

// key is the sentence that says how the setting is written, valueKey how one of its values is.
func (s *setting) key() string { return settingTerm + string(rune(s.letter)) }

func (s *setting) valueKey(i int) string { return s.key() + strconv.Itoa(i+1) }

// settingWords are all words of settings, German and English, for guesses.
func settingWords() []string {
	var out []string
	for _, s := range settingTable {
		out = append(out, s.word)
		if s.also != "" {
			out = append(out, s.also)
		}
	}
	return out
}

// Words are those sentences in a language, from the tables that lines are read by.
func Words(lang phrase.Lang) []byte {
	var out []byte
	add := func(key, words string) { out = fmt.Appendf(out, "%q = %q\n", key, words) }
	all := make([]string, len(settingTable))
	for i := range settingTable {
		s := &settingTable[i]
		all[i] = s.in(lang)
		add(s.key(), all[i])
		for k := range s.values {
			add(s.valueKey(k), s.valueIn(lang, s.values[k][0]))
		}
	}
	add(allSettings, strings.Join(all, ", "))
	line := realm.TacticOrder{
		Army: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'M'}, ID: 1}, Row: 3, Tactic: battlelines.Charge,
	}
	add(tacticTerm, string(line.Print(nil, lang)))
	return out
}
