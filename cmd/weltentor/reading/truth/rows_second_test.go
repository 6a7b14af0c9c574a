package truth_test

// bobsLetter is what the answers below answer.
var bobsLetter = mail{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"}

const (
	twoLetters = "LETTER 2\nLet us kill Cid.\n\nLETTER 3\nBob wants to kill you.\n"
	annsOrders = "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"
	comesBack  = `(?i)niemanden`
)

// toNobody are words that come back to Ann, and go nowhere else.
func toNobody(words string) []told {
	return []told{{words, nil, []string{bob, cid, dee, masterAddress}}}
}

// second are faults about whom words are for, and about what is left out of them.
var second = []row{
	{"13 two letters in one mail", []mail{{from: ann, subject: "x", text: "$I 1 PASSWORD 1\n" + twoLetters}},
		toNobody("to kill you"), nil, comesBack, false},
	{"13 two letters without a password", []mail{{from: ann, subject: "x", text: twoLetters}}, toNobody("to kill you"), nil, comesBack, false},
	{"13 two letters below orders", []mail{{from: ann, subject: "x", text: annsOrders + "\n" + twoLetters}},
		toNobody("to kill you"), map[int]string{1: "3"}, comesBack, false},
	{"13 a letter below one for the game master", []mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nLet us kill Cid.\nLETTER M\nIs Bob cheating?\n"}},
		toNobody("Is Bob cheating"), nil, comesBack, false},
	{"13 a letter in an answer to a letter", []mail{bobsLetter, {from: ann, answers: "letter", text: "Yes Bob.\n\nTo realm 3:\nBob wants to kill you.\n"}},
		toNobody("to kill you"), nil, comesBack, false},
	{"13 a letter in a question", []mail{{from: ann, subject: "Frage", text: "Was kostet denn ein Schiff im Norden?\n\nLETTER 3\nBob wants to kill you.\n"}},
		toNobody("to kill you"), nil, comesBack, false},
	{"13 messages without a section", []mail{{from: ann, subject: "hello", text: "Hi\n#2\nLet us kill Cid at dawn, shall we not?\n#3\nBob wants to kill you.\n"}},
		toNobody("to kill you"), nil, comesBack, false},
	{"13 the same above orders", []mail{{from: ann, subject: "hello", text: "Hi\n#2\nLet us kill Cid at dawn, shall we not?\n#3\nBob wants to kill you.\n" + annsOrders}},
		toNobody("to kill you"), map[int]string{1: "3"}, comesBack, false},
	{"14 a number that is none of a realm", []mail{{from: ann, subject: "LETTER 2, 3 armies of mine march on Cid", text: "$I 1 PASSWORD 1\nAt dawn they kill him.\n"}},
		toNobody("kill him"), nil, comesBack, false},
	{"14 a question about a letter", []mail{{from: ann, subject: "Zug", text: "Letter 2 of Bob never arrived, is he cheating?\n\n" + annsOrders}},
		toNobody("never arrived"), map[int]string{1: "3"}, comesBack, false},
	{"15 a letter with a colon before the number", []mail{{from: ann, subject: "LETTER: 2", text: "Let us kill Cid at dawn, shall we not?\n"}},
		toNobody("kill Cid"), nil, comesBack, false},
	{"15 a letter with a number sign", []mail{{from: ann, subject: "LETTER #2", text: "Let us kill Cid at dawn, shall we not?\n"}},
		toNobody("kill Cid"), nil, comesBack, false},
	{"15 a misspelt letter with the password", []mail{{from: ann, subject: "hello", text: "$I 1 PASSWORD 1\nBREIF 2\nLet us kill Cid at dawn, shall we not?\n"}},
		toNobody("kill Cid"), nil, comesBack, false},
	{"15 a greeting above LETTER 2", []mail{{from: ann, subject: "hello", text: "Hello,\n\nLETTER 2\nLet us kill Cid at dawn, shall we not?\n"}},
		toNobody("kill Cid"), nil, comesBack, false},
	{"16 a section below the end", []mail{{from: ann, subject: "Zug", text: annsOrders + "$A\ndig 5\n$E\n"}},
		nil, map[int]string{1: "3"}, `(?s)unter dem \$E von Zeile 4`, false},
	{"16 messages below the end", []mail{{from: ann, subject: "Zug", text: annsOrders + "$N\n#2\nLet us kill Cid.\n"}},
		toNobody("kill Cid"), map[int]string{1: "3"}, `(?s)unter dem \$E von Zeile 4`, false},
	{"16 a question with orders in it", []mail{{from: ann, subject: "Zug", text: annsOrders + "How do I write this, game master?\n$A\ndig 5\nIs that right?\n"}},
		toNobody("write this"), map[int]string{1: "3"}, comesBack, false},
	{"16 a question with a price", []mail{{from: ann, subject: "Zug", text: annsOrders + "May I give Bob this, game master?\n$5000\n"}},
		[]told{{"give Bob this", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, "", false},
	{"16 a letter with a price", []mail{{from: ann, subject: "Zug", text: annsOrders + "LETTER 2\nI pay you\n$5000 when you march.\n"}},
		[]told{{"when you march", []string{bob}, []string{masterAddress, cid}}}, map[int]string{1: "3"}, "", false},
	{"17 words below dashes in a letter", []mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nLet us kill Cid.\n--\nBut not before Monday.\n"}},
		[]told{{"kill Cid", []string{bob}, nil}, {"before Monday", nil, []string{bob}}}, nil, `(?i)Signatur`, false},
	{"17 words below a ruler below orders", []mail{{from: ann, subject: "Zug", text: annsOrders + "LETTER 2\nLet us kill Cid.\n----------\nBut not before Monday.\n"}},
		[]told{{"kill Cid", []string{bob}, nil}, {"before Monday", nil, []string{bob}}}, map[int]string{1: "3"}, `(?i)Signatur`, false},
	{"17 words that are marked in an answer", []mail{bobsLetter, {from: ann, answers: "letter", text: "I come with this:\n\n> 5000 gallant riders\n"}},
		[]told{{"I come with", []string{bob}, nil}}, nil, `Zitierte Zeilen`, false},
	{"17 words that are marked in a question", []mail{{from: ann, subject: "Frage", text: "Was kostet denn ein Schiff im Norden?\n\n> 5000 gallant riders\n"}},
		[]told{{"ein Schiff", []string{masterAddress}, nil}}, nil, `Zitierte Zeilen`, false},
	{"17 words in white in a letter", []mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div><div>Let us kill Cid.</div>" +
		"<div style=\"color:#fff\">But not before Monday.</div>"}},
		[]told{{"kill Cid", []string{bob}, nil}, {"before Monday", nil, []string{bob}}}, nil, `(?i)versteckt.*: 4`, false},
	{"17 an order in white", []mail{{from: ann, subject: "Zug", html: true, text: "<div>$I 1 PASSWORD 1</div><div>$A</div><div>dig 3</div>" +
		"<div style=\"color:#fff\">dig 5</div><div>$E</div>"}}, nil, map[int]string{1: "3"}, `(?i)versteckt.*: 2`, false},
	{"17 an indented passage of a letter", []mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div><div>Let us kill Cid.</div>" +
		"<blockquote style=\"margin:0 0 0 40px;border:none;padding:0px\"><div>But not before Monday.</div></blockquote>"}},
		[]told{{"before Monday", []string{bob}, nil}}, nil, "", false},
	{"18 a yes above a condition below dashes", []mail{{from: ann, subject: "ADDRESS neu@example.net"},
		{from: ann, answers: "code", text: "JA\n--\nBitte warten bis Montag\n"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, `(?i)JA hat noch nichts bewirkt`, false},
	{"18 a yes above a condition with a mark", []mail{{from: ann, subject: "ADDRESS neu@example.net"},
		{from: ann, answers: "code", text: "JA\n\n> CODE\n> Aber erst ab Montag, bitte!\n"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, `(?i)JA hat noch nichts bewirkt`, false},
}
