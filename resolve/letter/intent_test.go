package letter

import (
	"strings"
	"testing"
)

// Exactly one reads the words of a letter: the one whom the first of its marks names.
func TestIntent(t *testing.T) {
	v := Vocabulary{Words: []Word{{Service: "report", De: "bericht", En: "report", Number: true},
		{Service: "pause", De: "pause", En: "pause", Number: true}, {Service: Letters, De: "brief", En: "letter", Whom: true}}}
	names := func() []Name { return []Name{{Is: "Graumark", To: "4"}} }
	for name, c := range map[string]struct {
		said  Said
		who   Reader
		to    string // of the wish
		words string
	}{
		"nothing":                             {Said{}, Nobody, "", ""},
		"a question":                          {Said{Text: "When does it end?\n"}, Master, "", "When does it end?"},
		"a reply, however short":              {Said{Text: "Yes.\n", Answers: "2"}, Writer, "", "Yes."},
		"a reply, its subject changed":        {Said{Text: "Peace?", Subject: "LETTER 4", Answers: "2"}, Players, "4", "Peace?"},
		"the same by name":                    {Said{Text: "Peace?", Subject: "LETTER Graumark", Answers: "2"}, Players, "4", "Peace?"},
		"the same to the game master":         {Said{Text: "Peace?", Subject: "LETTER M", Answers: "2"}, Master, "M", "Peace?"},
		"the text outranks the subject":       {Said{Text: "LETTER 2\nPeace?", Subject: "LETTER 4"}, Players, "2", "Peace?"},
		"a reply that asks the machine":       {Said{Text: "I am away.", Subject: "PAUSE 2", Answers: "2"}, Machine, "", "I am away."},
		"a word alone":                        {Said{Subject: "REPORT"}, Machine, "", ""},
		"a word with courtesies":              {Said{Text: "REPORT\n\nThanks,\nJo"}, Machine, "", ""},
		"LETTER beside orders":                {Said{Text: "Peace?", Subject: "LETTER 2", Orders: true}, Players, "2", "Peace?"},
		"LETTER beside orders, without words": {Said{Text: "Hi,\n\nRegards, Bob", Signs: []string{"Bob"}, Subject: "LETTER 2", Orders: true}, Nobody, "2", ""},
		"a word beside orders":                {Said{Text: "Who is Ann?", Subject: "REPORT", Orders: true}, Master, "", "Who is Ann?"},
		"a reply with orders":                 {Said{Text: "Hi Ann, I accept.", Orders: true, Answers: "2"}, Writer, "", "Hi Ann, I accept."},
		"a greeting with orders":              {Said{Text: "Hi Ann,\n\nRegards\nBob", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Nobody, "", ""},
		"accepted below thanks":               {Said{Text: "Thanks\nI accept peace", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Thanks\nI accept peace"},
		"a threat below thanks":               {Said{Text: "Danke\nIch greife an", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Danke\nIch greife an"},
		"words below a close":                 {Said{Text: "LG\nCid muss weg\nnicht trauen", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "LG\nCid muss weg\nnicht trauen"},
		"words after a greeting":              {Said{Text: "Hello Ann Attack Realm Cid", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Hello Ann Attack Realm Cid"},
		"words after a German one":            {Said{Text: "Hallo Ann Krieg Gegen Cid", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Hallo Ann Krieg Gegen Cid"},
		"words after a mention":               {Said{Text: "Here is my turn for war on Cid at dawn", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Here is my turn for war on Cid at dawn"},
		"a name that is no signature":         {Said{Text: "Regards\nCid", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Regards\nCid"},
		"a sentence in a mention":             {Said{Text: "Anbei mein Zug von Cid: Verrat", Signs: []string{"Bob Meyer"}, Orders: true, Answers: "2"}, Writer, "", "Anbei mein Zug von Cid: Verrat"},
		"a greeting with known names": {Said{Text: "Hallo Graumark, \nanbei meine Befehle für Zug 3.\n\nViele Grüße\nBob Meyer", Signs: []string{"Bob Meyer"},
			Orders: true, Answers: "2"}, Nobody, "", ""},
		"a sentence with a number in a reply": {Said{Text: "Letter 3 of yours reached me.\nYes.", Answers: "2"}, Writer, "",
			"Letter 3 of yours reached me.\nYes."},
		"a German one":                                {Said{Text: "Brief 3 von dir kam an.", Answers: "2"}, Writer, "", "Brief 3 von dir kam an."},
		"a line for another":                          {Said{Text: "Letter 3: peace?", Answers: "2"}, Players, "3", "peace?"},
		"a line in capitals":                          {Said{Text: "LETTER 3 peace?", Answers: "2"}, Players, "", "LETTER 3 peace?"},
		"a name that begins with A":                   {Said{Text: "Peace?", Subject: "LETTER A. Miller"}, Players, "", "Peace?"},
		"all but one":                                 {Said{Text: "Peace?", Subject: "LETTER A except 3"}, Players, "", "Peace?"},
		"a team":                                      {Said{Text: "Peace?", Subject: "Brief an A-Team"}, Players, "", "Peace?"},
		"all, and a sentence":                         {Said{Text: "LETTER A We meet at dawn, all of us"}, Players, "", "LETTER A We meet at dawn, all of us"},
		"all":                                         {Said{Text: "LETTER A: We meet at dawn"}, Players, "A", "We meet at dawn"},
		"from one number to another":                  {Said{Text: "Peace?", Subject: "LETTER 2-4"}, Players, "", "Peace?"},
		"the same in words":                           {Said{Text: "Peace?", Subject: "Brief an 2 bis 4"}, Players, "", "Peace?"},
		"two names":                                   {Said{Text: "Peace?", Subject: "LETTER Graumark and Graumark"}, Players, "", "Peace?"},
		"a name and a number":                         {Said{Text: "Peace?", Subject: "LETTER Graumark, 3"}, Players, "", "Peace?"},
		"a name and a sentence":                       {Said{Text: "LETTER Graumark and now?"}, Players, "", "LETTER Graumark and now?"},
		"a second letter":                             {Said{Text: "LETTER 2\nPeace?\n\nLETTER 3\nHe lies."}, Players, "", "LETTER 2\nPeace?\n\nLETTER 3\nHe lies."},
		"the same reader again":                       {Said{Subject: "LETTER 2", Text: "Hello,\nLETTER 2\nPeace?"}, Players, "2", "Hello,\nLETTER 2\nPeace?"},
		"a second letter, below a subject":            {Said{Subject: "LETTER 2", Text: "Peace?\nTo realm 3:\nHe lies."}, Players, "", "Peace?\nTo realm 3:\nHe lies."},
		"the second is for the master":                {Said{Text: "LETTER 2\nPeace?\nLETTER M\nHe lies."}, Players, "", "LETTER 2\nPeace?\nLETTER M\nHe lies."},
		"the second is by name":                       {Said{Text: "LETTER 2\nPeace?\nLETTER Graumark\nHe lies."}, Players, "", "LETTER 2\nPeace?\nLETTER Graumark\nHe lies."},
		"the second is for the master, in a sentence": {Said{Text: "LETTER 2\nPeace?\nTo the game master: he lies."}, Players, "", "LETTER 2\nPeace?\nTo the game master: he lies."},
		"a question that says for whom it is":         {Said{Text: "Hello,\nto the game master:\nWhen does it end?"}, Master, "", "Hello,\nto the game master:\nWhen does it end?"},
		"a letter in a reply":                         {Said{Text: "Yes.\n#3\nHe lies.", Answers: "2"}, Players, "", "Yes.\n#3\nHe lies."},
		"a letter in a question":                      {Said{Text: "When does it end?\nLETTER 3\nHe lies."}, Players, "", "When does it end?\nLETTER 3\nHe lies."},
		"a letter below a greeting":                   {Said{Text: "Hello,\n\nLETTER 2\nPeace?"}, Players, "", "Hello,\n\nLETTER 2\nPeace?"},
		"the same beside orders":                      {Said{Text: "Hi\n#2\nPeace?\n#3\nHe lies.", Orders: true}, Players, "", "Hi\n#2\nPeace?\n#3\nHe lies."},
		"a number that a line ends with":              {Said{Text: "I gave all my gold\nto realm 3.\nIs it lost?"}, Master, "", "I gave all my gold\nto realm 3.\nIs it lost?"},
		"a price beside orders":                       {Said{Text: "LETTER 2\nI pay you\n$5000 when you march.", Orders: true}, Players, "2", "I pay you\n$5000 when you march."},
		"a number in a question":                      {Said{Text: "Letter 2 of Bob never arrived, is he cheating?"}, Players, "", "Letter 2 of Bob never arrived, is he cheating?"},
		"a number of other things":                    {Said{Subject: "LETTER 2, 3 armies of mine march", Text: "At dawn."}, Players, "", "At dawn."},
		"two letters of a game master":                {Said{As: GameMaster, Text: "GM STOP\nGM STOP", Question: "4"}, Machine, "", "GM STOP\nGM STOP"},
		"one below an answer":                         {Said{As: GameMaster, Text: "Yes, it is.\nGM STOP", Question: "4"}, Machine, "", "Yes, it is.\nGM STOP"},
		"a code, and a word of ours":                  {Said{Text: "REPORT", Code: true}, Machine, "", ""},
		"a stranger":                                  {Said{As: Stranger, Text: "Buy this now, it is cheap today."}, Nobody, "", "Buy this now, it is cheap today."},
		"a stranger who would like to":                {Said{As: Stranger, Text: "I would like to play."}, Machine, "", "I would like to play."},
		"a stranger who has a letter":                 {Said{As: Stranger, Text: "Peace?", Answers: "2"}, Writer, "", "Peace?"},
		"who was let go":                              {Said{As: Former, Text: "Why did you take my realm away?"}, Master, "", "Why did you take my realm away?"},
		"who was let go, and joins":                   {Said{As: Former, Text: "I want to sign up."}, Machine, "", "I want to sign up."},
		"a lesson":                                    {Said{Text: "dig 3", Practice: AnswersPractice}, Lesson, "", "dig 3"},
		"a word in a lesson":                          {Said{Text: "REPORT", Practice: AnswersPractice}, Machine, "", ""},
		"the same with the code":                      {Said{Text: "REPORT", Practice: PracticeCode}, Machine, "", ""},
		"orders below it":                             {Said{Text: "REPORT", Practice: PracticeCode, Lesson: true}, Lesson, "", "REPORT"},
		"an identity in a lesson":                     {Said{Text: "REPORT", Practice: PracticeIdentity, Code: true}, Lesson, "", "REPORT"},
		"an answer to a question":                     {Said{As: GameMaster, Text: "Yes, it is.", Question: "4"}, Asker, "", "Yes, it is."},
		"its text asks the game":                      {Said{As: GameMaster, Text: "GM STOP", Question: "4"}, Machine, "", ""},
		"its subject asks the game":                   {Said{As: GameMaster, Text: "Now.", Subject: "GM STOP"}, Machine, "", "Now."},
		"a player's word in an answer":                {Said{As: GameMaster, Text: "REPORT 3", Question: "4"}, Another, "", "REPORT 3"},
		"a sentence in an answer":                     {Said{As: GameMaster, Text: "Report 3 came today.", Question: "4"}, Asker, "", "Report 3 came today."},
		"a letter in an answer":                       {Said{As: GameMaster, Text: "LETTER 2\nPeace?", Question: "4"}, Another, "", "LETTER 2\nPeace?"},
		"the same as its subject":                     {Said{As: GameMaster, Text: "Peace?", Subject: "LETTER 2", Question: "4"}, Another, "", "Peace?"},
		"own orders in an answer":                     {Said{As: GameMaster, Text: "$A\ndig", Question: "4", Orders: true, Own: true}, Another, "", "$A\ndig"},
		"a player's word":                             {Said{As: GameMaster, Text: "REPORT 3"}, Another, "", "REPORT 3"},
		"orders in an answer":                         {Said{As: GameMaster, Text: "$A\ndig", Question: "4", Orders: true}, Asker, "", "$A\ndig"},
		"orders, the subject replaced":                {Said{As: GameMaster, Text: "$A\ndig", Subject: "Turn 4", Question: "4", Orders: true}, Another, "", "$A\ndig"},
		"an ally answered":                            {Said{As: GameMaster, Text: "Peace.", Answers: "2"}, Another, "", "Peace."},
		"a game master who says nothing":              {Said{As: GameMaster, Text: "Good morning to all of you."}, Nobody, "", "Good morning to all of you."},
		"a game master's code":                        {Said{As: GameMaster, Text: "YES", Code: true, Question: "4"}, Nobody, "", "YES"},
		"a sentence in a reply":                       {Said{Text: "Letter of the king\ncame.", Answers: "2"}, Writer, "", "Letter of the king\ncame."},
		"a small line with a sentence":                {Said{Text: "LETTER 2\nPeace?\nletter 3: he lies."}, Players, "", "LETTER 2\nPeace?\nletter 3: he lies."},
		"a number and a colon":                        {Said{Text: "LETTER 2\nPeace?\n3: he lies."}, Players, "", "LETTER 2\nPeace?\n3: he lies."},
		"a time":                                      {Said{Text: "LETTER 2\nPeace?\n18:30 at the gate."}, Players, "2", "Peace?\n18:30 at the gate."},
		"the game master and a colon":                 {Said{Text: "LETTER 2\nPeace?\nPS to the game master: he lies."}, Players, "", "LETTER 2\nPeace?\nPS to the game master: he lies."},
		"the game master in a sentence":               {Said{Text: "LETTER 2\nPeace?\nThe game master says: he lies."}, Players, "2", "Peace?\nThe game master says: he lies."},
		"a name and a colon":                          {Said{Text: "LETTER 2\nPeace?\n@Graumark: he lies."}, Players, "", "LETTER 2\nPeace?\n@Graumark: he lies."},
		"a name in a sentence":                        {Said{Text: "LETTER 2\nPeace?\nGraumark wrote me: he lies."}, Players, "2", "Peace?\nGraumark wrote me: he lies."},
		"an answer greets the game master":            {Said{Text: "Dear GM,\nis he cheating?", Answers: "2"}, Players, "", "Dear GM,\nis he cheating?"},
		"an answer greets another realm":              {Said{Text: "Hallo Graumark, greif an.", Answers: "2"}, Players, "", "Hallo Graumark, greif an."},
		"an answer greets its reader":                 {Said{Text: "Hallo Reich 2, greif an.", Answers: "2"}, Writer, "", "Hallo Reich 2, greif an."},
		"an answer greets all":                        {Said{Text: "Hi all,\npeace.", Answers: "2"}, Writer, "", "Hi all,\npeace."},
		"a letter to two greets one":                  {Said{Subject: "LETTER 2, 4", Text: "Dear Graumark,\npeace."}, Players, "2,4", "Dear Graumark,\npeace."},
		"a question greets a realm":                   {Said{Text: "Dear Graumark,\npeace."}, Players, "", "Dear Graumark,\npeace."},
		"an answer with a subject for the master":     {Said{Subject: "Frage an SL", Text: "Darf er das?", Answers: "2"}, Players, "", "Darf er das?"},
		"an answer with a realm as its subject":       {Said{Subject: "For Graumark", Text: "Beware.", Answers: "2"}, Players, "", "Beware."},
		"an answer about a realm":                     {Said{Subject: "War on Graumark", Text: "Beware.", Answers: "2"}, Writer, "", "Beware."},
		"words in a subject for another":              {Said{Subject: "LETTER 2: kill him", Text: "LETTER 3\nPeace?"}, Players, "", "LETTER 3\nPeace?"},
		"a word in a reply":                           {Said{Text: "REPORT", Answers: "2"}, Machine, "", ""},
		"a word in a reply that may be a question":    {Said{Text: "Report?", Answers: "2"}, Players, "", "Report?"},
		"a word in a reply in small letters":          {Said{Text: "pause\nuntil Friday", Answers: "2"}, Players, "", "pause\nuntil Friday"},
		"two answers of a game master":                {Said{As: GameMaster, Text: "Yes.\nRealm 2: no.", Question: "4"}, Asker, "", "Yes.\nRealm 2: no."},
		"an answer to a receipt of a letter":          {Said{Text: "And do not forget Tuesday.", About: "Your letter has been sent"}, Players, "", "And do not forget Tuesday."},
		"thanks for a receipt of a letter":            {Said{Text: "Thanks!", About: "Your letter has been sent"}, Master, "", "Thanks!"},
		"a word for one in an answer to a receipt":    {Said{Text: "LETTER 4\nPeace?", About: "Your letter has been sent"}, Players, "4", "Peace?"},
		"an answer to a receipt, from who was let go": {Said{As: Former, Text: "Why did you take my realm away?", About: "Your letter has been sent"}, Master, "", "Why did you take my realm away?"},
		"a line of a master who plays":                {Said{Text: "LETTER 2\nPeace?\nGM STOP"}, Players, "", "LETTER 2\nPeace?\nGM STOP"},
	} {
		c.said.Names, c.said.Serves = names, func(Service) bool { return true }
		c.said.Calls = Vocabulary{Called: []string{"gm"}, Words: []Word{{Service: "stop", De: "halt", En: "stop", Takes: Nothing}}}
		i := v.Intent(c.said)
		if i.Code != (c.said.Code && c.who != Lesson) {
			t.Errorf("%s: whether its code is heard first: %t", name, i.Code)
		}
		if i.Reader != c.who || i.Wish.To != c.to || i.Words != c.words {
			t.Errorf("%s: reader %d, to %q, %q; want %d, %q, %q", name, i.Reader, i.Wish.To, i.Words, c.who, c.to, c.words)
		}
	}
}

// What realms are called costs a look at all that a player knows, so it is asked once a letter, however many lines may
// have a name.
func TestIntentAsksNamesOnce(t *testing.T) {
	for as, question := range map[Role]string{Player: "", GameMaster: "4"} {
		asked := 0
		names := func() []Name { asked++; return []Name{{Is: "Graumark", To: "4"}} }
		said := Said{As: as, Question: question, Answers: "2", Text: strings.Repeat("brief x\n", 100), Names: names}
		if (Vocabulary{}).Intent(said); asked != 1 {
			t.Errorf("role %d: names were asked for %d times", as, asked)
		}
	}
}
