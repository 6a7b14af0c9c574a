package truth_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// beginFirst founds a world whose players have got their first letters, in German, with one ready order: dig 1.
func beginFirst(t *testing.T) *play {
	g := &game{Game: worldtest.Found(t, worldtest.PracticeRules(), 0, func(s *world.Settings) {
		s.Press, s.Signup, s.Places = world.PressNow, true, 9
	})}
	list := worldtest.Newcomers(1, realms)
	for i := range list {
		list[i].Lang = "de"
	}
	added, err := players.AddRealms(g.World, list, worldtest.Day0)
	worldtest.Must(t, err)
	for _, a := range added {
		g.Passwords = append(g.Passwords, a.Password)
	}
	p := &play{game: g, t: t, rng: rand.New(rand.NewPCG(1, 1)), passed: map[int]letterOut{}, reports: map[int]letterOut{}, receipts: map[int]letterOut{}}
	p.notes(g.leaves())
	return p
}

// cutForm is a letter of ours as it is quoted when its reader cuts the quote down to the mark of the form and the two lines
// below it.
func cutForm(text string) string {
	_, form, found := strings.Cut(text, "=== VORLAGE")
	if !found {
		return ""
	}
	return mark(strings.Join(strings.Split("=== VORLAGE"+form, "\n")[:4], "\n"))
}

// What programs write above a letter of ours that is forwarded or answered.
const (
	forwardedHead = "-------- Weitergeleitete Nachricht --------\nBetreff: Willkommen\nDatum: Mon, 23 Nov 2026 10:00:00 +0100\n" +
		"Von: Bovistan <spiel@example.org>\nAn: r1@example.org\n\n"
	answeredHead = "Am 24.11.2026 um 10:00 schrieb Bovistan <spiel@example.org>:\n"
)

// askedFor asks for something that a code must confirm.
func askedFor(word, text string) mail { return mail{from: ann, subject: word, text: text} }

// altered is the answer to it.
func altered(was, is string) mail {
	return mail{from: ann, answers: "code", text: "Ja\n\n" + answeredHead + "QUOTE", alters: [2]string{was, is}}
}

// eva is somebody new, and Ann writes from her office, too.
const eva, office = "eva@example.net", "ann@office.example"

const altersNothing = `Euer JA hat noch nichts bewirkt: Was Euer Brief zitiert, ist anders[^"]*"%s`

// returned are faults about forms and codes that come back.
var returned = []row{
	{"19 a first letter forwarded to a friend, and to the game", []mail{{from: ann, answers: "first", forwards: true,
		text: "Hallo Peter, schau mal, was ich spiele!\n\n" + forwardedHead + "WHOLE"}},
		[]told{{"schau mal", []string{masterAddress}, []string{bob, cid, dee}}}, map[int]string{1: ""}, "stehen keine Befehle", false},
	{"19 the same with no below it", []mail{{from: ann, answers: "first", forwards: true,
		text: "Nein, ich will nicht mitspielen.\n\n" + forwardedHead + "WHOLE"}},
		[]told{{"nicht mitspielen", []string{masterAddress}, nil}}, map[int]string{1: ""}, "stehen keine Befehle", false},
	{"19 the same without a word", []mail{{from: ann, answers: "first", forwards: true, text: forwardedHead + "WHOLE"}},
		nil, map[int]string{1: ""}, "(?s)Keine Zeile ist geändert.*antwortet noch einmal mit JA", false},
	{"19 the same from a friend", []mail{{from: "peter@example.com", answers: "first", forwards: true, text: forwardedHead + "WHOLE"}},
		nil, map[int]string{1: ""}, "", false},
	{"19 the same as a file", []mail{{from: ann, answers: "first", forwards: true, text: "Was bedeutet das, bitte?\n", attached: asFile}},
		[]told{{"Was bedeutet das", []string{masterAddress}, nil}}, map[int]string{1: ""}, "", false},
	{"19 the same as a mail", []mail{{from: ann, answers: "first", forwards: true, text: "Was bedeutet das, bitte?\n", attached: asMail}},
		[]told{{"Was bedeutet das", []string{masterAddress}, nil}}, map[int]string{1: ""}, "", false},
	{"19 the same pasted below a question", []mail{{from: ann, answers: "first", forwards: true, subject: "Frage",
		text: "Was bedeutet das hier, was ihr mir geschickt habt?\n\nWHOLE"}},
		[]told{{"Was bedeutet das", []string{masterAddress}, nil}}, map[int]string{1: ""}, "stehen keine Befehle", false},
	{"19 a first letter forwarded with another order in it", []mail{{from: ann, answers: "first", forwards: true,
		text: forwardedHead + "WHOLE", alters: [2]string{"dig 1", "dig 4"}}}, nil, map[int]string{1: "4"}, "", false},
	{"19 the same from a friend, who has no realm", []mail{{from: "peter@example.com", answers: "first", forwards: true,
		text: forwardedHead + "WHOLE", alters: [2]string{"dig 1", "dig 4"}}}, nil, map[int]string{1: ""}, "", false},
	{"20 a question below a quote that is cut down", []mail{{from: ann, answers: "first", text: answeredHead + "CUT\nWas bedeutet diese Zeile?\n"}},
		[]told{{"diese Zeile", []string{masterAddress}, nil}}, map[int]string{1: ""}, "stehen keine Befehle", false},
	{"20 a quote in which a program spoils the order", []mail{{from: ann, answers: "first", text: "Was heißt diese Zeile, bitte?\n\n" + answeredHead + "QUOTE",
		alters: [2]string{"dig 1", "dig 1<tel:1>"}}},
		[]told{{"diese Zeile", []string{masterAddress}, nil}}, map[int]string{1: ""}, "stehen keine Befehle", false},
	{"20 a yes above a quote that is cut down", []mail{{from: ann, answers: "first", text: "Ja, danke!\n\n" + answeredHead + "CUT"}},
		nil, map[int]string{1: "1"}, "zugestimmt", false},
	{"20 a quote with another order", []mail{{from: ann, answers: "first", text: answeredHead + "QUOTE", alters: [2]string{"dig 1", "dig 4"}}},
		nil, map[int]string{1: "4"}, "", false},
	{"21 another reader in the quote of LETTER", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), altered("Reich 2 Reich2", "Reich 3 Reich3")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "An: Reich 3 Reich3"), false},
	{"21 another word in it", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), altered("Dienstag", "Mittwoch")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "Greif Cid am Mittwoch"), false},
	{"21 a word fewer in it", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an, nicht am Mittwoch.\n"), altered(", nicht am Mittwoch", "")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "Greif Cid am Dienstag an"), false},
	{"21 another address in the quote of ADDRESS", []mail{askedFor("ADDRESS "+newAddress, ""), altered(newAddress, "anders@example.net")},
		[]told{{newAddress, nil, []string{newAddress}}}, nil, fmt.Sprintf(altersNothing, ""), false},
	{"21 another length in the quote of PAUSE", []mail{askedFor("PAUSE 2", ""), altered("2 Züge", "3 Züge")},
		nil, nil, fmt.Sprintf(altersNothing, ".*3 Züge"), false},
	{"21 nothing else in the quote", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), altered("Zeigt", "Zeigt")},
		[]told{{"Dienstag", []string{bob}, []string{cid, dee}}}, nil, "", false},
	{"21 half of what the game master's draft said", []mail{{from: cid, subject: "Frage", text: northern},
		{from: masterAddress, subject: "#1", text: "Neun Felder hoch, und Bob steht davor.\n"},
		{from: masterAddress, answers: "code", text: "Ja\n\n" + answeredHead + "QUOTE", alters: [2]string{", und Bob steht davor", ""}}},
		[]told{{"Neun Felder", []string{masterAddress}, []string{ann, bob, cid}}}, nil, fmt.Sprintf(altersNothing, "Neun Felder hoch"), false},
	{"22 a condition below the form", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Name: Eva\nRealm: Moor\nIf the game begins in January only.\n"}},
		[]told{{"hat sich angemeldet", nil, []string{masterAddress}}}, nil, "(?s)not signed up.*nobody reads.*January only", false},
	{"22 a question below the form", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Name: Eva\nRealm: Moor\n\nMay my sister play, too?\n"}},
		[]told{{"my sister", []string{masterAddress}, nil}, {"hat sich angemeldet", nil, []string{masterAddress}}}, nil, "(?s)not signed up.*with the game master", false},
	{"22 words below the form", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Name: Eva\nRealm: Moor\n\nMy brother told me about you, he is Bob of realm 2.\n"}},
		[]told{{"told me about you", []string{masterAddress}, nil}, {"hat sich eben angemeldet", []string{masterAddress}, nil}, {"write SIGNUP", nil, []string{eva}}}, nil, "you play Moor", false},
	{"23 a yes to the form with a question", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Yes. And may my sister play, too?\n"}},
		[]told{{"my sister", []string{masterAddress}, nil}, {"hat sich angemeldet", nil, []string{masterAddress}}}, nil, "(?s)not signed up.*with the game master", false},
	{"23 SIGNUP with a question", []mail{{from: eva, subject: "SIGNUP", text: "Can I begin next week, too?\n"}},
		[]told{{"begin next week", []string{masterAddress}, nil}}, nil, "with the game master", false},
	{"23 a yes to a form that was refused", []mail{{from: eva, subject: "SIGNUP"}, {from: eva, answers: "code", text: "No.\n"},
		{from: eva, subject: "Re: FIRST", text: "Yes.\n"}}, nil, nil, "no longer valid", false},
	{"23 SIGNUP again on the day of a refusal", []mail{{from: eva, subject: "SIGNUP"}, {from: eva, answers: "code", text: "No.\n"},
		{from: eva, subject: "SIGNUP"}}, nil, nil, aCode.String(), false},
	{"23 an empty reply to the form", []mail{{from: eva, subject: "SIGNUP"}, {from: eva, answers: "code", text: "> CODE\n"}},
		nil, nil, "reply once more with YES", false},
	{"23 a yes to the form with a condition in the signature", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Yes\n-- \nPlease wait until Monday\n"}},
		[]told{{"hat sich angemeldet", nil, []string{masterAddress}}}, nil, "has done nothing yet", false},
	{"24 an answer from an address that is not registered", []mail{bobsLetter, {from: office, answers: "letter", text: "Yes Bob, at dawn.\n"}},
		[]told{{"at dawn", nil, []string{bob, cid, dee, masterAddress}}, {"Eurer eingetragenen Adresse", []string{ann}, nil}}, nil, "", false},
	{"24 the same with the password", []mail{bobsLetter, {from: office, answers: "letter", text: "$I 1 PASSWORD 1\nYes Bob, at dawn.\n"}},
		[]told{{"at dawn", []string{bob}, []string{cid, dee, masterAddress}}}, nil, "", false},
	{"24 the same above orders", []mail{bobsLetter, {from: office, answers: "letter", text: "Yes Bob, at dawn.\n\n" + annsOrders}},
		[]told{{"at dawn", []string{bob}, []string{cid, dee, masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"24 LETTER from such an address", []mail{bobsLetter, {from: office, subject: "LETTER 2", text: "Bob, let us kill Cid at dawn, shall we?\n"}},
		[]told{{"at dawn", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"24 LETTER from the old address", []mail{{from: ann, subject: "ADDRESS " + newAddress}, {from: ann, answers: "code", text: "Ja\n"},
		{from: newAddress, answers: "code", text: "Ja\n"}, {from: ann, subject: "LETTER 2", text: "Bob, let us kill Cid at dawn, shall we?\n"}},
		[]told{{"at dawn", nil, []string{bob, cid, dee, masterAddress}}}, nil, "went to nobody.*registered for yours", false},
	{"25 a question below a code that was used", []mail{{from: ann, subject: "PASSWORD"}, {from: ann, answers: "code", text: "Ja\n"},
		{from: ann, subject: "Re: FIRST", text: "Kann ich denn ein eigenes Passwort haben?\n"}},
		[]told{{"ein eigenes", []string{masterAddress}, []string{bob}}}, nil, "Code in Eurem Brief gilt nicht mehr", false},
	{"25 a few words below it", []mail{{from: ann, subject: "PASSWORD"}, {from: ann, answers: "code", text: "Ja\n"},
		{from: ann, subject: "Re: FIRST", text: "Noch eines, bitte\n"}},
		[]told{{"Noch eines", []string{ann}, []string{bob, masterAddress}}}, nil, "Das ist schon geschehen", false},
	{"25 LETTER 2 below it", []mail{{from: ann, subject: "PASSWORD"}, {from: ann, answers: "code", text: "Ja\n"},
		{from: ann, subject: "Re: FIRST", text: "LETTER 2\nLet us kill Cid.\n"}},
		[]told{{"kill Cid", []string{ann}, []string{bob, cid, masterAddress}}}, nil, "Diesen Brief schicken", false},
	{"26 a kept letter is sent with its word", []mail{{from: ann, subject: "LETTER Atlantis", text: "Bob wants to kill you.\n"}, {from: ann, answers: "code", text: "BRIEF 3\n"}},
		[]told{{"kill you", []string{cid}, []string{bob, masterAddress}}}, nil, "ist verschickt", false},
	{"26 the same in other words", []mail{{from: ann, subject: "LETTER Atlantis", text: "Bob wants to kill you.\n"}, {from: ann, answers: "code", text: "Ja, an Reich 3 bitte\n\nLG\nAnn\n"}},
		[]told{{"kill you", []string{cid}, []string{bob, masterAddress}}}, nil, "ist verschickt", false},
	{"26 the same in one word", []mail{{from: ann, subject: "LETTER Atlantis", text: "Bob wants to kill you.\n"}, {from: ann, answers: "code", text: "Reich3\n"}},
		[]told{{"kill you", []string{cid}, []string{bob, masterAddress}}}, nil, "ist verschickt", false},
	{"27 a firm's footer below a yes", []mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, answers: "code",
		text: "JA\n-- \nAnn Müller\nBesuchen Sie uns bis zum 30.11. auf der Messe\n\nWenn Sie nicht der richtige Adressat sind, löschen Sie bitte diese Mail.\n"}},
		[]told{{"Adresse", []string{newAddress}, nil}}, nil, "neu@example.net wurde gefragt", false},
	{"27 an English one", []mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, answers: "code",
		text: "JA\n-- \nAnn Miller\n\nIMPORTANT NOTICE: If you are not the intended recipient, please delete this mail.\n\nThink of the trees before printing this e-mail.\n"}},
		[]told{{"Adresse", []string{newAddress}, nil}}, nil, "neu@example.net wurde gefragt", false},
	{"27 a long line of a firm below a close", []mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, answers: "code",
		text: "Ja\n\nMit freundlichen Grüßen\nSpieler 1\n\nMusterfirma GmbH | Musterweg 1 | 12345 Musterstadt\n"}},
		[]told{{"Adresse", []string{newAddress}, nil}}, nil, "neu@example.net wurde gefragt", false},
	{"27 a condition in a signature", []mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, answers: "code",
		text: "JA\n-- \nAnn\nWenn Cid zustimmt\n"}}, []told{{newAddress, nil, []string{newAddress}}}, nil, "JA hat noch nichts bewirkt", false},
	{"27 another in a signature", []mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, answers: "code",
		text: "JA\n-- \nAnn\nIch brauche bis Montag\n"}}, []told{{newAddress, nil, []string{newAddress}}}, nil, "JA hat noch nichts bewirkt", false},
	{"27 a name and a number below a yes to the form", []mail{{from: eva, subject: "SIGNUP"},
		{from: eva, answers: "code", text: "Ja, sehr gern!\nEva Ecker\nTel. 0171 1234567\n"}},
		[]told{{"hat sich angemeldet", []string{masterAddress}, nil}}, nil, "you play", false},
	{"27 a yes to a first letter with more words", []mail{{from: ann, answers: "first", text: "Ja, mache ich so.\n"}},
		[]told{{"mache ich so", []string{masterAddress}, nil}}, map[int]string{1: ""}, "Euer JA hat noch nichts bewirkt", false},
	{"28 a no with a question", []mail{{from: ann, subject: "ADDRESS neu@example.net"},
		{from: ann, answers: "code", text: "Nein, ich wollte nur schauen. Wie geht das Umziehen?\n"}},
		[]told{{"Wie geht das", []string{ann}, []string{bob}}, {newAddress, nil, []string{newAddress}}}, nil, "", false},
}
