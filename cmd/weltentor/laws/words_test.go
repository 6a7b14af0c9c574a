package laws

import (
	"regexp"
	"strings"
	"testing"
)

// A lostWord names a thing for which another word is used here: one thing, one word.
type lostWord struct {
	lang string
	lost *regexp.Regexp
	word string // the word to use
	// elsewhere are pieces of sentences in which the lost word means something else.
	elsewhere []string
}

var lostWords = []lostWord{
	{"de", regexp.MustCompile(`Kennw(o|ö)rt`), "Passwort", nil},
	{"de", regexp.MustCompile(`Spielleiter\b|Spielleiters\b`), "Spielleitung", nil},
	{"de", regexp.MustCompile(`Empfangsbestätigung`), "Quittung", nil},
	{"de", regexp.MustCompile(`Einsendeschlu(ss|ß)`), "Frist", nil},
	{"de", regexp.MustCompile(`Befehlsteil`), "Abschnitt", nil},
	{"de", regexp.MustCompile(`Briefkasten|Briefkästen|Mailbox`), "Postfach", nil},
	{"de", regexp.MustCompile(`untergegangen`), "gefallen", []string{"Schiff"}}, // a ship sinks
	{"de", regexp.MustCompile(`(?i)ausbesser`), "reparieren", nil},
	{"de", regexp.MustCompile(`Revolte`), "Aufstand", nil},
	{"de", regexp.MustCompile(`Kommando`), "Befehl", nil},
	{"de", regexp.MustCompile(`Bemerkung`), "Kommentar", nil},
	{"de", regexp.MustCompile(`\b([Ee]uch|dich) brauch(t|en)\b|\bbrauch(t|en) ([Ee]uch|dich)\b`), "gefragt", nil}, // by what waits for somebody
	{"de", regexp.MustCompile(`\bAuswertung\b`), "Bericht", []string{
		"Ende der Auswertung.",             // the last line of a report, as in the old manual
		"Die Auswertung ist für", "meldet", // that a turn is resolved
	}},
	{"en", regexp.MustCompile(`\b[Tt]ill\b`), "until", nil},
	{"en", regexp.MustCompile(`\b[Ll]est\b`), "so that … not", nil},
	{"en", regexp.MustCompile(`\b[Bb]esides\b`), "also", nil},
	{"en", regexp.MustCompile(`\b[Mm]end(s|ed)?\b`), "repair, correct", nil},
	{"en", regexp.MustCompile(`\b[Mm]ailing box|letter box\b`), "mailbox", nil},
}

// sentence matches a line of a phrase file: its key and its text.
var sentence = regexp.MustCompile(`^("?[A-Za-z0-9 ._-]+"?)\s*=\s*"(.*)"`)

// argument matches an argument in braces, whose name does not count as a word.
var argument = regexp.MustCompile(`\{[a-z0-9-]+`)

// familiar matches the address of friends. Letters, reports, lessons and the page say Ihr; the manuals say du. The
// games of conformance/ have no players.
var familiar = regexp.MustCompile(`\b([Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(e[mnrs]?)?)\b`)

// The page addresses its player as letters do.
func TestLawPageSaysIhr(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, f := range Tracked(t) {
		if !strings.HasPrefix(f, "cmd/page/web/src/") || !strings.HasSuffix(f, ".ts") && !strings.HasSuffix(f, ".tsx") {
			continue
		}
		for i, line := range strings.Split(Content(t, f), "\n") {
			for _, m := range pageWords.FindAllStringSubmatch(line, -1) {
				if seen++; familiar.MatchString(m[1]) {
					t.Errorf("%s:%d: the page says Ihr: %s", f, i+1, m[1])
				}
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d words of the page read", seen)
	}
}

// pageWords matches a sentence of the page in both languages: ['Zug', 'Turn'].
var pageWords = regexp.MustCompile(`\['([^']*)',`)

// One thing has one word in everything that people read.
func TestLawOneWord(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, f := range Tracked(t) {
		if !strings.Contains(f, "/texts/") || !strings.HasSuffix(f, ".toml") {
			continue
		}
		lang := "en"
		if strings.HasSuffix(f, "de.toml") {
			lang = "de"
		}
		for i, line := range strings.Split(Content(t, f), "\n") {
			m := sentence.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			seen++
			said := argument.ReplaceAllString(m[2], "{")
			if lost, word := lostIn(lang, said); lost != "" {
				t.Errorf("%s:%d: %q is called %s here: %s", f, i+1, lost, word, line)
			}
			if lost := familiar.FindString(said); lang == "de" && lost != "" && !strings.HasPrefix(f, "worlds/conformance/") {
				t.Errorf("%s:%d: players are addressed as Ihr, not as %q: %s", f, i+1, lost, line)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d sentences read", seen)
	}
}

// meantElsewhere are words on the pages that belong to the machine and are said to nobody.
var meantElsewhere = strings.NewReplacer("`waits-mend`", "", "wenn alle gezogen sind", "", "enger gezogen", "")

// The rules and the game master's manual use the same words, and for drawing at random they say `gelost`.
func TestLawOneWordInBooks(t *testing.T) {
	t.Parallel()
	drawn := regexp.MustCompile(`\b[Gg]ezogen(e[nr]?|es)?\b`)
	seen := 0
	for _, f := range Tracked(t) {
		if !strings.HasPrefix(f, "docs/rules/") && !strings.HasPrefix(f, "docs/gm-") {
			continue
		}
		lang := "en"
		if strings.HasSuffix(f, ".de.md") {
			lang = "de"
		}
		seen++
		for i, line := range strings.Split(Content(t, f), "\n") {
			line = meantElsewhere.Replace(line)
			if lost, word := lostIn(lang, line); lost != "" {
				t.Errorf("%s:%d: %q is called %s here: %s", f, i+1, lost, word, line)
			}
			if lost := drawn.FindString(line); lang == "de" && lost != "" {
				t.Errorf("%s:%d: %q is called gelost here: %s", f, i+1, lost, line)
			}
		}
	}
	if seen < 16 {
		t.Errorf("%d books read, want at least five in two languages, and the manual's pages", seen)
	}
}

// lostIn finds a lost word in a sentence, and returns the word to use.
func lostIn(lang, text string) (lost, word string) {
	for _, w := range lostWords {
		if w.lang != lang {
			continue
		}
		if lost = w.lost.FindString(text); lost == "" {
			continue
		}
		meant := false
		for _, other := range w.elsewhere {
			meant = meant || strings.Contains(text, other)
		}
		if !meant {
			return lost, w.word
		}
	}
	return "", ""
}

func TestLostWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Der Spielleiter sagt es.": "Spielleiter", "Die Spielleitung sagt es.": "",
		"Mit dem Schiff untergegangen: 3.": "", "Euer Reich ist untergegangen.": "untergegangen",
	} {
		if got, _ := lostIn("de", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"You have time till Friday.": "till",
		"A tiller's harvest": "", "until": ""} {
		if got, _ := lostIn("en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
