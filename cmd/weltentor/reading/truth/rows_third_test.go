package truth_test

// deeStandsIn are the mails after which Dee, who plays realm 4, is the substitute of Ann.
var deeStandsIn = []mail{{from: ann, subject: "SUBSTITUTE r4@example.org 2"}, {from: ann, answers: "code", text: "YES\n"},
	{from: dee, answers: "code", text: "YES\n"}}

// third are faults about words that reached the wrong reader, or nobody.
var third = []row{
	{"19 an answer to a substitute", append(deeStandsIn[:3:3],
		mail{from: dee, subject: "Frage", text: "Shall I tell Ann of this, game master?\n"},
		mail{from: masterAddress, answers: "question", text: "Better keep it from her.\n"}),
		[]told{{"keep it from her", []string{dee}, []string{ann, bob, cid}}}, nil, "", false},
	{"19 a substitute asks as the player of their own realm", append(deeStandsIn[:3:3],
		mail{from: dee, subject: "Frage", text: "Shall I tell Ann of this, game master?\n"}),
		[]told{{"Frage von Reich 4", []string{masterAddress}, nil}}, nil, "", false},
}
