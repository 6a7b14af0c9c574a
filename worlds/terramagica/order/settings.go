package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// settingExample is shown with a problem in a line of $S.
const settingExample = "Deutsch"

// SettingOrder is a word of $S.
type SettingOrder struct {
	Word string `part:"setting"`
}

var settings = part.New[SettingOrder](parts.With(part.Kinds{"setting": settingPart}),
	settingExample, settingExample, "english", "UTF8", "PC", "Amiga", "zip", "unzip")

// Print appends the word.
func (o SettingOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o SettingOrder) Speak(dst []byte, lang phrase.Lang) []byte { return settings.Print(dst, o, lang) }

// Key is the group of the word: `zip/unzip`.
func (o SettingOrder) Key() string {
	for _, group := range settingGroups {
		if slices.Contains(group, o.Word) {
			return strings.Join(group, "/")
		}
	}
	return ""
}

// settingGroups are the words of $S of which the last counts.
var settingGroups = [][]string{{"Deutsch", "Englisch"}, {"UTF8", "PC", "Amiga"}, {"zip", "unzip"}}

// settingWords are the words of $S.
var settingWords = []frame.Word{
	{De: "Deutsch", En: "German"}, {De: "Englisch", En: "English"}, {De: "UTF8"}, {De: "PC"}, {De: "Amiga"}, {De: "zip"},
	{De: "unzip"},
}

// settingPart is a whole word, or three letters that tell it apart.
var settingPart = &part.Kind[string]{
	Form: "setting=" + frame.Choices(settingWords...),
	Take: part.Taken(setting),
	Print: func(dst []byte, word string, lang phrase.Lang) []byte {
		return append(dst, wordIn(lang, word, settingWords)...)
	},
}

func setting(r *orders.Reading) string {
	t, ok := r.Next("setting")
	if !ok {
		return ""
	}
	if said := frame.Setting(r, t.Value); said != "" {
		return said
	}
	// UTF-8, as it is spelt elsewhere
	if orders.Fold(t.Value) == "utf" && r.Peek().Value == "-" && r.Ahead(1).Value == "8" {
		r.Skip()
		r.Skip()
		return "UTF8"
	}
	for _, word := range settingWords {
		if word.Is(t) || word.Begins(t) {
			return word.De
		}
	}
	if !frame.SettingElsewhere(r, t) {
		unknown(r, t, "order.setting", orders.Nearest(t.Value, frame.BothWords(settingWords)))
	}
	return ""
}
