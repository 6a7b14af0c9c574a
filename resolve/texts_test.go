package resolve

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
)

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	de, en := wording.Words(phrase.De), wording.Words(phrase.En)
	if !slices.Equal(de.Codes(), en.Codes()) {
		t.Fatalf("codes differ:\n%v\n%v", de.Codes(), en.Codes())
	}
	for _, code := range de.Codes() {
		if !slices.Equal(de.Names(code), en.Names(code)) {
			t.Errorf("%s: German uses %v, English %v", code, de.Names(code), en.Names(code))
		}
	}
}

// Every code in the sources of the packages has a phrase: those given to Say, Head and phrase.P.
func TestEveryCodeHasASentence(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/*.go")
	must(t, err)
	code := regexp.MustCompile(`(?:phrase\.P|\.say|\.head)\("([^"]+)"([,)+])`)
	n := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") || strings.HasPrefix(f, "worldtest/") {
			continue
		}
		src, err := os.ReadFile(f)
		must(t, err)
		for _, m := range code.FindAllStringSubmatch(string(src), -1) {
			if m[2] == "+" || strings.TrimSpace(m[1]) == "" {
				continue // a family: subject.<fate>, head.<severity>; an indent
			}
			if n++; !wording.Words(phrase.De).Has(m[1]) {
				t.Errorf("%s: no sentence for %q", f, m[1])
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d codes found in the sources", n)
	}
	for _, fate := range []receipt.Fate{receipt.Taken, receipt.Kept, receipt.Unidentified, receipt.WrongWord, receipt.Throttled, receipt.Refused, receipt.Unproven} {
		if !wording.Words(phrase.De).Has("subject." + string(fate)) {
			t.Errorf("no subject for %q", fate)
		}
	}
	for _, fate := range []receipt.Fate{receipt.Taken, receipt.Ahead, receipt.Kept, receipt.Known, receipt.Machine,
		receipt.Stranger, receipt.Unidentified, receipt.WrongWord, receipt.Throttled, receipt.Refused, receipt.Unproven,
		receipt.Served, receipt.CameBack, receipt.PassedOn, receipt.FromMaster} {
		if code := "log.letter-" + string(fate); !wording.Words(phrase.De).Has(code) {
			t.Errorf("the log has no sentence for %q", code)
		}
	}
}

// The machine's texts fit every game: only a rulebook knows what its players have, armies or provinces or units
// (game-template).
func TestTextsAreOfNoGame(t *testing.T) {
	t.Parallel()
	things := regexp.MustCompile(
		`(?i)\b(arm(ee|y|ies)\w*|truppe\w*|troops?|flotte\w*|fleets?|schiff\w*|ships?|einheit(en)?|units?` +
			`|provin[cz]\w*|area(s)?|gebiet\w*|feld(er|ern)?|fields?|` +
			`kolonie\w*|colon(y|ies)|burg(en)?|castles?|siedler\w*|settlers?|gold\w*|dukaten|ducats|gs|schatz\w*` +
			`|treasur\w*|gefecht\w*|schlacht\w*|battles?|combats?|anführer\w*|leaders?|nation(en|s)?|` +
			`magi\w*|priester\w*|priests?|marsch\w*|marches|erober\w*|conquer\w*)\b`)
	commands := regexp.MustCompile("`weltentor [^`]*`")
	for _, lang := range phrase.Langs {
		book, seen := wording.Words(lang), 0
		for _, code := range book.Codes() {
			text := commands.ReplaceAllString(book.T(code), "")
			if seen++; things.MatchString(text) {
				t.Errorf("%s, %s: %q is of single games: %s", lang, code, things.FindString(text), text)
			}
		}
		if seen < 200 {
			t.Errorf("%s: only %d sentences", lang, seen)
		}
	}
	if !things.MatchString("A template for orders, with a line for each army of yours.") ||
		!things.MatchString("eine Zeile für jede eigene Armee.") {
		t.Error("the words of single games are not found")
	}
}

// Each subject begins, behind the world's name, with a capital letter or a number.
func TestSubjectsBeginWithACapital(t *testing.T) {
	t.Parallel()
	begins := regexp.MustCompile(`^\[[^\]]+\] (\p{Lu}|\{n(:\p{Lu}[^|]*\|\p{Lu}[^}]*)?\}|\{fact\})`)
	for _, lang := range phrase.Langs {
		book := wording.Words(lang)
		for _, code := range book.Codes() {
			said := book.T(code)
			if strings.HasPrefix(code, "subject.") && !begins.MatchString(said) ||
				strings.HasPrefix(code, "fact.") && !regexp.MustCompile(`^\p{Lu}`).MatchString(said) {
				t.Errorf("%s: %q", code, said)
			}
		}
	}
}
