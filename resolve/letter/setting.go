package letter

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// Setting returns the line of settings that a letter consists of, in its subject or its first line, in the words of a
// language: `BERICHT KURZ`, or `KARTE`, which needs its value. It is "" if there is none.
func Setting(language *orders.Language, subject, text string, lang phrase.Lang) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, line := range []string{BareSubject(subject), first} {
		if line = strings.Join(strings.Fields(line), " "); line == "" || len(line) > longWish {
			continue
		}
		for _, said := range []string{line, line + " ja"} {
			file := language.Parse("$S\n" + said + "\n")
			if len(file.Problems) == 0 && len(file.Lines) == 0 && len(file.Settings) == 1 {
				return file.Settings[0].Speak(lang)
			}
			if len(file.Problems) == 0 && len(file.Lines) == 1 && file.Lines[0].Section == settings {
				return wording.Cut(string(orders.Speak(nil, file.Lines[0].Order, lang)))
			}
		}
	}
	return ""
}

// settings is the letter of the section of settings, in every game that has one.
const settings = 'S'
