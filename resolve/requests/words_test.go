package requests_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/requests"
	"weltentor/resolve/wording"
)

func TestWished(t *testing.T) {
	for _, c := range []struct {
		subject, text string
		want          string // "service number realm", "" for none
	}{
		{"HILFE", "", "help"},
		{"Re: Hilfe!", "", "help"},
		{"AW: AW: [bovi-liste] Fwd: help", "", "help"},
		{"Re[2]: WG: [Bovistan Z8] BERICHT 7", "", "report 7"},
		{"Bericht, Zug 7", "", "report 7"},
		{"REPORT", "", "report"},
		{"report 0 realm 4", "", "report 0 realm 4"},
		{"REMIND 12", "", "remind 12"},
		{"Re: remind 12 hours before, please", "", "remind 12"},
		{"ERINNERN aus Reich 2", "", "remind 0 realm 2"},
		{"Re: [Bovistan T1] Reminder: orders until Friday, 27 November, 18:00", "", ""}, // our own subject
		{"AW: [Bovistan Z1] Erinnerung: Frist Freitag, 27. November", "", ""},
		{"remind hours 12", "", ""},
		{"Leave", "", "leave"},
		{"Abmeldung bitte", "", "leave"},
		{"Leave me alone", "", ""},
		{"LEAVE 3", "", ""},
		{"ADDRESS new@example.org", "", "address"},
		{"Adresse: neu@example.org bitte", "", "address"},
		{"ADDRESS 12", "", ""},
		{"My address is new@example.org", "", ""},
		{"HELP new@example.org", "", ""},
		{"Re: [Bovistan] Leave the game? Please reply WT-ABC", "", ""},
		{"Re: REGELN bitte", "", "rules"},
		{"", "rules realm 2\n", "rules realm 2"},
		{"Rules 3", "", "rules §3"}, // a chapter
		{"", "rules 3 realm 2\n", "rules §3 realm 2"},
		{"Re: Regeln Kapitel 7, bitte", "", "rules §7"},
		{"Regeln §12?", "", "rules §12"},
		{"Regel 8.3", "", "rules §8.3"},
		{"RULE 0", "", ""},
		{"RULES 100", "", ""},
		{"Regeln 3 und 4", "", ""},
		{"RULES demon", "", "rules §demon"}, // a word
		{"Regeln zu Dämon", "", "rules §dämon"},
		{"rules about the gates", "", ""},
		{"rules fog", "", ""}, // too short
		{"HELP 8.3", "", "help §8.3"},
		{"Re: Hilfe: §12.10?", "", "help §12.10"},
		{"Regeln § 8.3 bitte", "", "rules §8.3"},
		{"", "rules 8.3 realm 2\n", "rules §8.3 realm 2"},
		{"Hilfe 8.3 und 8.4", "", ""},
		{"Hilfe 8.3.1", "", ""},
		{"Bericht 8.3", "", ""},
		{"PAUSE 1.2", "", ""},
		{"Pause: 2 Züge", "", "pause 2"},
		{"pause 3 turns, please", "", "pause 3"},
		{"PAUSE", "", "pause"},
		{"SCHLUSS", "", "close"},
		{"Re: Schluss: ja", "", "close 1"},
		{"", "close no, please\n", "close 0"},
		{"close", "Close yes realm 4\n", "close 1 realm 4"},
		{"CLOSE 1", "", ""}, // a vote is a word
		{"Schluss jetzt", "", ""},
		{"close yes no", "", ""},
		{"BERICHT ja", "", ""},
		{"Passwort", "", "password"},
		{"Passwort Reich 4", "", "password realm 4"},
		{"Sign-Up", "", "signup"},
		{"", "\n\n  *VORLAGE*\nDanke!\n", "template"},
		{"Zug 8", "orders\n", "orders"},
		{"pause", "PAUSE 2\n", "pause 2"}, // the word in the text overrides the one in the subject
		{"PAUSE 3", "pause 2\n", "pause 2"},
		{"PAUSE 2 Reich 4", "pause\n", "pause 2 realm 4"},
		{"HILFE", "Bericht 7\n", "report 7"},
		{"BERICHT 3", "PAUSE\n", "pause"},
		{"HILFE", "ich komme nicht weiter\nPAUSE 2\n", "help"},
		{"", "Hallo,\nBERICHT\n", ""},          // not the first line
		{"Hilfe, meine Armee ist weg", "", ""}, // a sentence
		{"Bericht 7 und 8", "", ""},            // another
		{"Hilfe 3", "", "help §3"},             // a chapter
		{"HELP chapter 12", "", "help §12"},    //
		{"Hilfe Dämon", "", "help §dämon"},     // as RULES does
		{"HELP ranged weapons", "", "help §ranged weapons"},
		{"HELP ranged weapons?", "", ""}, // a sentence
		{"Hilfe, wie geht das", "", ""},
		{"Kapitel 7", "", "rules §7"},
		{"HLEP", "", "help"},
		{"RUELS 7", "", "rules §7"},
		{"", "Reprot\n", "report"},
		{"REPROT three", "", ""},
		{"PASWORD", "", ""}, // no word that does something
		{"Levae", "", ""},
		{"SINGUP", "", ""},
		{"Befehl", "", ""}, // above orders
		{"Karten", "", ""},
		{"DEADLINE?", "", "deadline"},
		{"When is the deadline?", "", ""},
		{"MAP 2", "", "map 2"},
		{"MAP big", "", "map -1"},
		{"undo please", "", "undo"},
		{"STOP", "", "stop"},
		{"Bericht -1", "", ""},                            //
		{"BEFEHLE", "$I 1 x\n$A\nhoch 4\n", ""},           // orders
		{"HILFE", "danke\n  $ A\nhoch 4\n", ""},           // also indented
		{"BEFEHLE", "Das kostet 5$ je Mann.\n", "orders"}, // no section
		{"Reich 4", "", ""},                               //
		{strings.Repeat("Re: ", 200) + "HILFE", "", ""},   // beyond what is looked at
		{"help" + strings.Repeat(" bitte", 20), "", ""},   // too long
		{"PAUSE 99999999999999999999", "", ""},            // no number
		{"Re: [Bovistan] Neues Passwort? Bitte antworten x", "", ""},
	} {
		got := ""
		if w, ok := requests.Words().Wished(c.subject, c.text, nil); ok {
			got = string(w.Service)
			if w.Rule != "" {
				got += " §" + w.Rule
			}
			if w.Given {
				got += fmt.Sprint(" ", w.Number)
			}
			if w.Realm > 0 {
				got += fmt.Sprint(" realm ", w.Realm)
			}
		}
		if got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.subject, c.text, got, c.want)
		}
	}
}

// The line that says whom a letter is for has numbers or a name, and may begin the letter.
func TestWhomALetterIsFor(t *testing.T) {
	names := func() []letter.Name {
		return []letter.Name{{Is: "Graumark", To: "2"}, {Is: "Neu Graumark", To: "3"}, {Is: "Überwald", To: "4"},
			{Is: "Zwilling", To: "5"}, {Is: "Zwilling", To: "6"}}
	}
	for line, want := range map[string]string{ // "whom|words|the writer's realm", or "?name"; "": it asks for nothing
		"LETTER 2":                               "2||0",
		"*Brief 2*":                              "2||0",
		"Brief an 2 und 5: Frieden?":             "2,5|Frieden?|0",
		"LETTER to realm 2 and 12":               "2,12||0",
		"letter 2, 3 & 02":                       "2,3||0",
		"LETTER 2 3":                             "2,3||0",
		"LETTER 2 3 armies come":                 "?2 3 armies come",
		"LETTER 2 and peace":                     "?2 and peace",
		"Brief 2 Friedensangebot":                "?2 Friedensangebot",
		"Brief 2: Friedensangebot":               "2|Friedensangebot|0",
		"LETTER 2 REALM 4":                       "2||4",
		"LETTER 2 REALM 4: peace?":               "2|peace?|4",
		"LETTER 2 REALM 4 is weak":               "?2 REALM 4 is weak",
		"letter please to 2, please":             "2||0",
		"LETTER 0":                               "",
		"LETTER 2nd":                             "?2nd",
		"LETTER A":                               "A||0",
		"letter g":                               "G||0",
		"LETTER A: Peace for all":                "A|Peace for all|0",
		"LETTER A Peace for all":                 "?A Peace for all",
		"Letter a week ago, no answer":           "",
		"Brief an alle":                          "A||0",
		"Brief an die Spielleitung":              "M||0",
		"LETTER game master":                     "M||0",
		"LETTER GRAUMARK":                        "2||0",
		"Brief an Neu Graumark: Hallo":           "3|Hallo|0",
		"LETTER realm Ueberwald":                 "4||0",
		"LETTER Graumark peace offer":            "?Graumark peace offer",
		"LETTER Zwilling":                        "?Zwilling",
		"LETTER Graumar":                         "?Graumar",
		"Letter":                                 "",
		"LETTER":                                 "?–",
		"Brief verloren, was nun?":               "",
		"Brief von gestern ist nicht angekommen": "",
		"An Reich 2":                             "2||0",
		"To realm 2: peace?":                     "2|peace?|0",
		"To realm 2 and 3.":                      "2,3||0",
		"To realm 2 I say no":                    "",
		"To 2":                                   "",
		"An Graumark":                            "",
		"Letters to 2":                           "?Letters to 2",
		"LETTER: 2":                              "?LETTER: 2",
		"LETTER:2":                               "?LETTER:2",
		"LETTER2":                                "?LETTER2",
		"LETTER-2":                               "?LETTER-2",
		"LETTERS 2":                              "?LETTERS 2",
		"LETTER #2":                              "?LETTER #2",
		"LETTER no. 2":                           "?LETTER no. 2",
		"LETTER_2":                               "?LETTER_2",
		"LETER 2":                                "?LETER 2",
		"BREIF 2":                                "?BREIF 2",
		"BRIEF: 2":                               "?BRIEF: 2",
		"Brief an Reich2":                        "?Brief an Reich2",
		"Nachricht an Reich 2":                   "?Nachricht an Reich 2",
		"Message to realm 2":                     "?Message to realm 2",
		"MESSAGE 2":                              "?MESSAGE 2",
		"PM 2":                                   "?PM 2",
		"An: Reich 2":                            "?An: Reich 2",
		"To: realm 2":                            "?To: realm 2",
		"Für Reich 2":                            "?Für Reich 2",
		"Private letter to realm 2":              "?Private letter to realm 2",
		"Subject: LETTER 2":                      "?Subject: LETTER 2",
		"Betreff: BRIEF 2":                       "?Betreff: BRIEF 2",
		"#2":                                     "?#2",
		"#A":                                     "?#A",
		"Letter (2)":                             "?Letter (2)",
		"LETTER 2, 3 armies of mine march":       "?2, 3 armies of mine march",
		"LETTER 2 & 3 provinces are yours":       "?2 & 3 provinces are yours",
		"Brief an 2, 3 Armeen gegen Cid":         "?2, 3 Armeen gegen Cid",
		"Letter 2 of Bob never arrived":          "?2 of Bob never arrived",
		"Message 2 never arrived":                "",
		"Zug 2":                                  "",
		"LETTER 2 " + strings.Repeat("x", 200):   "",
	} {
		got := ""
		if w, ok := requests.Words().Wished(line, "", names); ok {
			if got = fmt.Sprintf("%s|%s|%d", w.To, w.Words, w.Realm); w.Name != "" {
				got = "?" + w.Name
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
		if w, ok := requests.Words().Wished(line, "", nil); ok && w.To == "" {
			t.Errorf("%q without names: %+v", line, w)
		}
	}
	if w, ok := requests.Words().Wished("LETTER 2", "Letter from Graumark\nIs it yours?\n", names); !ok || w.To != "2" {
		t.Errorf("a name below a number: %+v", w)
	}
}

func TestOurSubjectsAskForNothing(t *testing.T) {
	for _, lang := range phrase.Langs {
		book, n := wording.Words(lang), 0
		for _, code := range book.Codes() {
			if !strings.HasPrefix(code, "subject.") {
				continue
			}
			n++
			subject := "Re: " + book.Say(phrase.P(code, phrase.Str("world", "Bovistan"), phrase.Num("turn", 8),
				phrase.Str("realm", "R"), phrase.Str("token", "x")))
			if w, ok := requests.Words().Wished(subject, "Danke", nil); ok {
				t.Errorf("%s %q asks for %s", lang, subject, w.Service)
			}
		}
		if n < 20 {
			t.Errorf("%s: %d subjects", lang, n)
		}
	}
}
