package truth_test

import "fmt"

// threeOrders are in force, and ORDERS brings them back as a form.
var threeOrders = []mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\ndig 4\ndig 5\n$E\n"}, {from: ann, subject: "ORDERS"}}

// oneFewer is a quote of them without the second.
var oneFewer = [2]string{"dig 4\n", ""}

// unnamed is the answer to a letter with a code by a program that drops our Message-IDs, or through a server that gives our
// letters others.
func unnamed(was, is string) mail {
	m := altered(was, is)
	m.unnamed = true
	return m
}

// quotes are faults about quotes of ours in which something is missing or new.
var quotes = []row{
	{"37 a line is taken out of the quote of LETTER", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\nMein Heer ist weg.\nGruss von Ann\n"),
		altered("  Mein Heer ist weg.\n", "")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "Mein Heer ist weg"), false},
	{"37 the last line of it", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\nMein Heer ist weg.\n"), altered("  Mein Heer ist weg.\n", "")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "Mein Heer ist weg"), false},
	{"37 a line of the game master's draft", []mail{{from: cid, subject: "Frage", text: northern},
		{from: masterAddress, subject: "#1", text: "Neun Felder hoch.\nBob steht davor.\nViel Erfolg.\n"},
		{from: masterAddress, answers: "code", text: "Ja\n\n" + answeredHead + "QUOTE", alters: [2]string{"  Bob steht davor.\n", ""}}},
		[]told{{"steht davor", []string{masterAddress}, []string{ann, bob, cid}}}, nil, fmt.Sprintf(altersNothing, "Bob steht davor"), false},
	{"38 another reader, by a program that names no letter", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), unnamed("Reich 2 Reich2", "Reich 3 Reich3")},
		[]told{{"Dienstag", nil, []string{bob, cid, dee}}}, nil, fmt.Sprintf(altersNothing, "An: Reich 3 Reich3"), false},
	{"38 a condition", []mail{askedFor("LEAVE", ""), unnamed("Zeigt diesen Brief", "Aber erst wenn der Krieg vorbei ist!\nZeigt diesen Brief")},
		nil, nil, fmt.Sprintf(altersNothing, "Aber erst wenn"), false},
	{"38 nothing else", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), unnamed("Zeigt", "Zeigt")},
		[]told{{"Dienstag", []string{bob}, []string{cid, dee}}}, nil, "", false},
	{"39 a question above orders in force of which one is cut", append(threeOrders[:2:2], mail{from: ann, answers: "receipt",
		text: "Warum steht das mit dem Graben da?\n\n" + answeredHead + "QUOTE", alters: oneFewer}),
		[]told{{"mit dem Graben", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3 4 5"}, "", false},
	{"39 the same forwarded", append(threeOrders[:2:2], mail{from: ann, answers: "receipt", forwards: true,
		text: "Warum steht das mit dem Graben da?\n\n" + forwardedHead + "WHOLE", alters: oneFewer}),
		[]told{{"mit dem Graben", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3 4 5"}, "", false},
	{"39 a question beside orders with a wrong password", []mail{{from: ann, subject: "Zug",
		text: "Darf ich das so machen, oder geht es anders?\n$I 1 wrong-password\n$A\ndig 3\n$E\n"}},
		[]told{{"so machen", nil, []string{masterAddress, bob}}}, map[int]string{1: ""}, "Das ging an niemanden, denn die Befehle", false},
	{"40 a yes to the letter that asks for it once more", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"), altered("Dienstag", "Mittwoch"),
		{from: ann, answers: "receipt", text: "Ja\n"}},
		[]told{{"Dienstag", []string{bob}, []string{cid, masterAddress}}}, nil, "ist verschickt", false},
	{"40 the same after an answer that looked automatic", []mail{askedFor("LETTER 2", "Greif Cid am Dienstag an.\n"),
		{from: ann, answers: "code", text: "Ja. Ich bin im Urlaub.\n"}, {from: ann, answers: "receipt", text: "Ja\n"}},
		[]told{{"Dienstag", []string{bob}, []string{cid, masterAddress}}}, nil, "ist verschickt", false},
	{"40 the same of a first letter", []mail{{from: ann, answers: "first", text: answeredHead + "QUOTE"}, {from: ann, answers: "receipt", text: "Ja\n"}},
		nil, map[int]string{1: "1"}, "zugestimmt", false},
	{"40 a yes to it from somebody else", []mail{{from: ann, answers: "first", text: answeredHead + "QUOTE"},
		{from: bob, answers: "anns", text: "Ja\n"}}, nil, map[int]string{1: "", 2: ""}, "", false},
	{"41 a question where the form is filled in", []mail{{from: ann, answers: "first", text: answeredHead + "QUOTE",
		alters: [2]string{"dig 1", "dig 4\n; so?\n\nKann ich damit auch umziehen"}}},
		[]told{{"auch umziehen", []string{ann}, []string{bob, cid}}}, map[int]string{1: "4"}, "", false},
	{"41 the same below it", []mail{{from: ann, answers: "first", text: answeredHead + "QUOTE",
		alters: [2]string{"dig 1 ; carefully\n\n$E\n", "dig 4\n\n$E\n\nKann ich Burgen damit einreißen?\n"}}},
		[]told{{"Burgen", []string{ann}, []string{bob, cid, masterAddress}}}, map[int]string{1: "4"}, "Im Zitat steht noch anderes", false},
	{"42 a signature of Spark", []mail{bobsLetter, {from: ann, answers: "letter", html: true,
		text: "<div>Yes, at dawn.</div><div name=\"messageSignatureSection\">Tel. 0171 4711</div>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"42 a signature of Evolution", []mail{bobsLetter, {from: ann, answers: "letter", html: true,
		text: "<div>Yes, at dawn.</div><span class=\"-x-evolution-signature\">Tel. 0171 4711</span>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"42 a signature of Zimbra", []mail{bobsLetter, {from: ann, answers: "letter", html: true,
		text: "<div>Yes, at dawn.</div><div data-marker=\"__SIG_PRE__\"><p>Tel. 0171 4711</p></div>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"43 a phone's line below a yes", []mail{{from: ann, subject: "ADDRESS neu@example.net"},
		{from: ann, answers: "code", text: "Ja\n\nVon meinem/meiner Galaxy gesendet\n"}},
		[]told{{"Adresse", []string{newAddress}, nil}}, nil, "neu@example.net wurde gefragt", false},
	{"43 an address that a program links", []mail{{from: ann, subject: "ADDRESS neu@example.net"},
		altered("neu@example.net", "[neu@example.net](mailto:neu@example.net)")},
		[]told{{"Adresse", []string{newAddress}, nil}}, nil, "neu@example.net wurde gefragt", false},
}
