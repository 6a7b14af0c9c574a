package truth_test

import "strings"

// deeStandsIn are the mails after which Dee, who plays realm 4, is the substitute of Ann.
var deeStandsIn = []mail{{from: ann, subject: "SUBSTITUTE r4@example.org 2"}, {from: ann, answers: "code", text: "YES\n"},
	{from: dee, answers: "code", text: "YES\n"}}

// readers are faults about words that reached the wrong reader, or nobody.
var readers = []row{
	{"29 an answer to a substitute", append(deeStandsIn[:3:3],
		mail{from: dee, subject: "Frage", text: "Shall I tell Ann of this, game master?\n"},
		mail{from: masterAddress, answers: "question", text: "Better keep it from her.\n"}),
		[]told{{"keep it from her", []string{dee}, []string{ann, bob, cid}}}, nil, "", false},
	{"29 a substitute asks as the player of their own realm", append(deeStandsIn[:3:3],
		mail{from: dee, subject: "Frage", text: "Shall I tell Ann of this, game master?\n"}),
		[]told{{"Frage von Reich 4", []string{masterAddress}, nil}}, nil, "", false},
	{"30 the game master answers two questions in one mail", twoAnswers("Nine fields.\n\nTo realm 2:\nDo attack Cid.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"30 the same by their numbers", twoAnswers("#1: Nine fields.\n#2: Do attack Cid.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"30 the same with GM ANSWER", twoAnswers("Nine fields.\nGM ANSWER 1\nDo attack Cid.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"30 a master who does not play writes LETTER 2 in an answer", twoAnswers("LETTER 2\nDo attack Cid.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"30 an answer that greets who has asked", twoAnswers("Dear realm 3,\nnine fields.\n"),
		[]told{{"nine fields", []string{cid}, []string{ann, bob, dee}}}, nil, "", false},
	{"31 an answer with a subject for the game master", []mail{bobsLetter, {from: ann, subject: "Frage an die Spielleitung", answers: "letter",
		text: "Darf Bob das? Ich glaube, er betrügt.\n"}}, toNobody("er betrügt"), nil, comesBack, false},
	{"31 an answer that greets the game master", []mail{bobsLetter, {from: ann, answers: "letter",
		text: "Liebe Spielleitung,\n\nist das erlaubt, was er da schreibt?\n"}}, toNobody("ist das erlaubt"), nil, comesBack, false},
	{"31 an answer that greets another realm", []mail{bobsLetter, {from: ann, answers: "letter",
		text: "Hallo Reich3, greif Bob an.\n"}}, toNobody("greif Bob"), nil, comesBack, false},
	{"31 an answer with another realm as its subject", []mail{bobsLetter, {from: ann, subject: "Reich 3", answers: "letter",
		text: "Greif Bob an.\n"}}, toNobody("Greif Bob"), nil, comesBack, false},
	{"32 words in a subject for another realm", []mail{{from: ann, subject: "LETTER 2: Cid must die", text: "$I 1 PASSWORD 1\nLETTER 3\nPeace?\n"}},
		toNobody("Peace?"), nil, comesBack, false},
	{"33 a second letter in small letters", []mail{{from: ann, subject: "x", text: "LETTER 2\n$I 1 PASSWORD 1\nLet us kill Cid.\n\nan Reich 3: Bob will dich angreifen, pass auf.\n"}},
		toNobody("angreifen"), nil, comesBack, false},
	{"33 a second letter below a realm and a colon", []mail{bobsLetter, {from: ann, answers: "letter", text: "Let us kill Cid.\n\n@Reich 3: Bob wants to kill you.\n"}},
		toNobody("to kill you"), nil, comesBack, false},
	{"33 a question below a letter", []mail{bobsLetter, {from: ann, answers: "letter", text: "Let us kill Cid.\n\nPS an die Spielleitung: kann ich umziehen?\n"}},
		toNobody("umziehen"), nil, comesBack, false},
	{"33 a second letter in a list", []mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nLet us kill Cid.\n\n2) LETTER 3\nBob wants to kill you.\n"}},
		toNobody("to kill you"), nil, comesBack, false},
	{"33 a long second letter", []mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nLet us kill Cid.\n\nUnd Brief 3 bitte auch: Bob will dich angreifen, " +
		strings.Repeat("und zwar mit sehr vielen Leuten, ", 10) + "also pass auf.\n"}}, toNobody("angreifen"), nil, comesBack, false},
	{"34 a few words above orders", []mail{{from: ann, subject: "Zug", text: "Bitte Frist verschieben!\n\n" + annsOrders}},
		toNobody("Frist verschieben"), map[int]string{1: "3"}, `"Bitte Frist verschieben!" ging an niemanden`, false},
	{"34 a greeting above orders, and what they are", []mail{{from: ann, subject: "Bovistan Zug 3 (Korrektur)", text: "Hallo,\nZug 3, Reich 1\n\n" + annsOrders}},
		[]told{{"niemanden", nil, []string{ann}}}, map[int]string{1: "3"}, "", false},
	{"34 a question as the subject of orders", []mail{{from: ann, subject: "Zug 3 - kann ich umziehen?", text: annsOrders}},
		[]told{{"kann ich umziehen", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, `als Frage an die Spielleitung`, false},
	{"34 a few words as the subject of orders", []mail{{from: ann, subject: "Bitte um Fristverschiebung", text: annsOrders}},
		toNobody("Fristverschiebung"), map[int]string{1: "3"}, `"Bitte um Fristverschiebung" ging an niemanden`, false},
	{"34 a subject that says something, of an answer", []mail{bobsLetter, {from: ann, answers: "letter", subject: "Einverstanden, am Dienstag", text: "s. Betreff\n"}},
		[]told{{"s. Betreff", []string{bob}, nil}, {"Dienstag", nil, []string{bob, masterAddress}}}, nil, `Betreff "Einverstanden, am Dienstag" ging nicht`, false},
	{"34 a subject that says something, of a letter", []mail{{from: ann, subject: "Angriff auf Cid am Dienstag", text: "$I 1 PASSWORD 1\nLETTER 2\nBist du dabei?\n"}},
		[]told{{"dabei", []string{bob}, nil}, {"Dienstag", nil, []string{bob, masterAddress}}}, nil, `Betreff "Angriff auf Cid am Dienstag" ging nicht`, false},
	{"34 the same beside orders", []mail{{from: ann, subject: "Angriff auf Cid am Dienstag", text: annsOrders + "LETTER 2\nBist du dabei?\n"}},
		[]told{{"dabei", []string{bob}, nil}, {"Dienstag", nil, []string{bob, masterAddress}}}, map[int]string{1: "3"}, `Betreff "Angriff auf Cid am Dienstag" ging nicht`, false},
	{"35 a signature of Outlook", []mail{bobsLetter, {from: ann, answers: "letter", html: true,
		text: "<div>Yes, at dawn.</div><div id=\"Signature\"><p>Ann Huber</p><p>Tel. 0171 4711</p></div>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"35 a signature of Gmail, beside plain text", []mail{bobsLetter, {from: ann, answers: "letter", text: "Yes, at dawn.\n\nAnn Huber\nTel. 0171 4711\n",
		page: "<div dir=\"ltr\">Yes, at dawn.</div><br><div class=\"gmail_signature\">Ann Huber<br>Tel. 0171 4711</div>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"35 words below a signature", []mail{bobsLetter, {from: ann, answers: "letter", html: true,
		text: "<div class=\"gmail_signature\">Tel. 0171 4711</div><div>Yes, at dawn.</div>"}},
		[]told{{"at dawn", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, `(?i)Signatur`, false},
	{"35 orders in a signature", []mail{{from: ann, subject: "Zug", html: true,
		text: "<div id=\"Signature\"><div>$I 1 PASSWORD 1</div><div>$A</div><div>dig 3</div><div>$E</div></div>"}},
		nil, map[int]string{1: "3"}, "", false},
	{"36 forwarded to the game master, below a mark of an answer", []mail{bobsLetter, sentOn("AW: WG: %s")}, forMaster, nil, "", false},
	{"36 the same with the tag of a list", []mail{bobsLetter, sentOn("[Runde] Fwd: %s")}, forMaster, nil, "", false},
	{"36 the same in brackets", []mail{bobsLetter, sentOn("(Fwd) %s")}, forMaster, nil, "", false},
	{"36 the same at the end", []mail{bobsLetter, sentOn("%s (fwd)")}, forMaster, nil, "", false},
	{"36 the same without a colon", []mail{bobsLetter, sentOn("Fwd %s")}, forMaster, nil, "", false},
	{"36 the same in French", []mail{bobsLetter, sentOn("TR: %s")}, forMaster, nil, "", false},
	{"37 an answer of one word", []mail{bobsLetter, {from: ann, answers: "letter", text: "Wann?\n"}},
		toNobody("Wann?"), nil, comesBack, false},
	{"37 the same, and it would do something", []mail{bobsLetter, {from: ann, answers: "letter", text: "Leave!\n"}},
		toNobody("Leave!"), nil, comesBack, false},
	{"37 a word for the game", []mail{bobsLetter, {from: ann, answers: "letter", text: "FAIR\n"}},
		nil, nil, "(?i)Siegel", false},
	{"38 a question that is cut", []mail{{from: ann, subject: "Frage", text: strings.Repeat("Ich habe eine lange Frage zu den Regeln, denn sie sind unklar.\n", 80) + "Darf ich umziehen?\n"}},
		[]told{{"lange Frage", []string{masterAddress}, nil}, {"umziehen", nil, []string{masterAddress}}}, nil, "nur die ersten 4000 Zeichen", false},
	{"38 the same beside orders", []mail{{from: ann, subject: "Zug", text: strings.Repeat("Ich habe eine lange Frage zu den Regeln, denn sie sind unklar.\n", 80) + "Darf ich umziehen?\n" + annsOrders}},
		[]told{{"lange Frage", []string{masterAddress}, nil}, {"umziehen", nil, []string{masterAddress}}}, map[int]string{1: "3"}, "nur die ersten 4000 Zeichen", false},
	{"39 an answer in the name of another realm than the letter was for", append(deeStandsIn[:3:3],
		bobsLetter,
		mail{from: dee, answers: "substitute", text: "$I 4 PASSWORD 4\nYes, let us march.\n"}),
		[]told{{"let us march", nil, []string{ann, bob, cid, masterAddress}}}, nil, "(?i)niemanden|nobody", false},
}

// forMaster are words that only the game master may read.
var forMaster = []told{{"was er schreibt", []string{masterAddress}, []string{bob, cid, dee}}}

// sentOn is Bob's letter as Ann sends it on. Its subject is filled in.
func sentOn(subject string) mail {
	return mail{from: ann, answers: "letter", subject: subject, text: "Schaut doch bitte einmal, was er schreibt!\n"}
}

// twoAnswers are the questions of two players, and what the game master answers to that of Cid.
func twoAnswers(text string) []mail {
	return []mail{{from: bob, subject: "Frage", text: "Shall I attack anybody, game master?\n"},
		{from: cid, subject: "Frage", text: northern}, {from: masterAddress, answers: "question", text: text}}
}
