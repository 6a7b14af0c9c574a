package truth_test

// inTwoParts is a letter of Ann to Bob, and below it what is for somebody else.
func inTwoParts(more string) []mail {
	return []mail{{from: ann, subject: "x", text: "$I 1 PASSWORD 1\nLETTER 2\nLet us kill Cid.\n\n" + more}}
}

// toReceipt are a letter of Ann that is sent without a password, her YES, and what she answers to its code or its receipt.
func toReceipt(answer mail) []mail {
	return []mail{{from: ann, subject: "LETTER 2", text: "Peace, Bob?\n"}, {from: ann, answers: "code", text: "YES\n"}, answer}
}

const (
	forgets = "PS: and do not forget Tuesday, and tell Cid nothing.\n"
	whose2  = `(?i)niemanden|an wen`
)

// named are faults about letters that name another reader than the one to whom they were sent, or none.
var named = []row{
	{"40 a realm alone in its line", inTwoParts("Reich 3\nBob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 a realm before a dash", inTwoParts("Reich 3 - Bob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 a greeting in the middle", inTwoParts("Hallo Reich 3,\nBob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 a realm as a player", inTwoParts("Spieler 3: Bob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 the head of a mail", inTwoParts("An: 3\nBob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 a realm, and a word more", inTwoParts("For realm 3 only: Bob wants to kill you.\n"), toNobody("to kill you"), nil, comesBack, false},
	{"40 the game master in the middle", inTwoParts("Liebe Spielleitung, darf ich umziehen?\n"), toNobody("umziehen"), nil, comesBack, false},
	{"40 the same below NB", inTwoParts("NB SL: darf ich umziehen?\n"), toNobody("umziehen"), nil, comesBack, false},
	{"40 a sentence about a realm", inTwoParts("Greif Reich 3 an! Reich 3 und ich haben Streit, seit er kam.\n\nAnn\nReich 1\n"),
		[]told{{"haben Streit", []string{bob}, []string{cid, masterAddress}}}, nil, "verschickt", false},
	{"41 a number in answer to a letter with two parts", append(inTwoParts("LETTER 3\nBob wants to kill you.\n"),
		mail{from: ann, answers: "code", text: "2\n"}), toNobody("to kill you"), nil, "", false},
	{"41 a letter with two parts brings no code", inTwoParts("LETTER 3\nBob wants to kill you.\n"), nil, nil,
		`(?s)ging an niemanden\n.*beginnt jene Zeile anders\.\s*$`, false},
	{"42 an answer that calls the game master, without a greeting", []mail{bobsLetter, {from: ann, answers: "letter",
		text: "Spielleitung,\n\nist das erlaubt, was er da schreibt?\n"}}, toNobody("ist das erlaubt"), nil, comesBack, false},
	{"42 an answer with another greeting", []mail{bobsLetter, {from: ann, answers: "letter",
		text: "Hochverehrtes Spielleitungsteam,\n\nist das erlaubt, was er da schreibt?\n"}}, toNobody("ist das erlaubt"), nil, comesBack, false},
	{"43 an answer to the receipt of a letter", toReceipt(mail{from: ann, answers: "receipt", text: forgets}),
		toNobody("forget Tuesday"), nil, whose2, false},
	{"43 an answer to the code of a letter that was sent", toReceipt(mail{from: ann, answers: "code", text: forgets}),
		toNobody("forget Tuesday"), nil, whose2, false},
	{"43 an answer to ARCHIVE", []mail{bobsLetter, {from: ann, subject: "ARCHIVE"}, {from: ann, answers: "receipt", text: forgets}},
		toNobody("forget Tuesday"), nil, whose2, false},
	{"43 the same beside orders", []mail{bobsLetter, {from: ann, subject: "ARCHIVE"}, {from: ann, answers: "receipt", text: forgets + annsOrders}},
		toNobody("forget Tuesday"), map[int]string{1: "3"}, comesBack, false},
	{"44 an answer to a letter without its code", []mail{bobsLetter, {from: ann, subject: "Re: [Bovistan Z2] Ein Brief: Reich 2 Reich2",
		text: "Ja Bob, gern, wir schlagen Cid.\n"}}, toNobody("schlagen Cid"), nil, whose2, false},
	{"44 the same to one in English", []mail{bobsLetter, {from: ann, subject: "Re: A letter: realm 2 Reich2",
		text: "Ja Bob, gern, wir schlagen Cid.\n"}}, toNobody("schlagen Cid"), nil, whose2, false},
	{"45 the game master answers two by the numbers of their questions", twoAnswers("Zu #1: Do attack Cid.\nZu #2: Nine fields.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"45 the same below a realm alone in its line", twoAnswers("Nine fields.\n\nReich 2\nDo attack Cid.\n"),
		[]told{{"attack Cid", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, aCode.String(), false},
	{"45 an answer below which the game master stands", twoAnswers("Nine fields.\n\nViele Grüße\nEure Spielleitung\n"),
		[]told{{"Nine fields", []string{cid}, []string{ann, bob, dee}}}, nil, "", false},
	{"46 a master who plays writes GM TELL below LETTER 2", []mail{{from: ann, subject: "x",
		text: "$I 1 PASSWORD 1\nLETTER 2\nPeace, Bob?\n\nGM TELL 3\nLet us kill Bob.\n"}}, toNobody("kill Bob"), nil, comesBack, true},
	{"47 words below GM STATUS", []mail{{from: masterAddress, subject: "x", text: "SL STATUS\n\nPlease tell Cid that I am away.\n"}},
		[]told{{"I am away", []string{masterAddress}, []string{ann, bob, cid, dee}}}, nil, "", false},
	{"48 an absence that answers a code", []mail{{from: ann, subject: "PAUSE 2"}, {from: ann, answers: "code", text: "Ja. Ich bin im Urlaub.\n"}},
		[]told{{"bin im Urlaub", []string{ann}, []string{bob, masterAddress}}}, nil, "automatische Antwort", false},
	{"48 the same in answer to a letter", []mail{bobsLetter, {from: ann, answers: "letter", subject: "Abwesend: %s", text: "Yes, at dawn on Friday.\n"}},
		[]told{{"at dawn", []string{ann}, []string{bob, masterAddress}}}, nil, "Antwort eines Programms", false},
}
