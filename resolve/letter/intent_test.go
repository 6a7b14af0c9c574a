package letter

import "testing"

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
		"a reply, however short":              {Said{Text: "Yes.\n", Answers: true}, Writer, "", "Yes."},
		"a reply, its subject changed":        {Said{Text: "Peace?", Subject: "LETTER 4", Answers: true}, Players, "4", "Peace?"},
		"the same by name":                    {Said{Text: "Peace?", Subject: "LETTER Graumark", Answers: true}, Players, "4", "Peace?"},
		"the same to the game master":         {Said{Text: "Peace?", Subject: "LETTER M", Answers: true}, Master, "M", "Peace?"},
		"the text outranks the subject":       {Said{Text: "LETTER 2\nPeace?", Subject: "LETTER 4"}, Players, "2", "Peace?"},
		"a reply that asks the machine":       {Said{Text: "I am away.", Subject: "PAUSE 2", Answers: true}, Machine, "", "I am away."},
		"a word alone":                        {Said{Subject: "REPORT"}, Machine, "", ""},
		"a word with courtesies":              {Said{Text: "REPORT\n\nThanks,\nJo"}, Machine, "", ""},
		"LETTER beside orders":                {Said{Text: "Peace?", Subject: "LETTER 2", Orders: true}, Players, "2", "Peace?"},
		"LETTER beside orders, without words": {Said{Text: "Hi,\n\nRegards, Bob", Subject: "LETTER 2", Orders: true}, Nobody, "2", ""},
		"a word beside orders":                {Said{Text: "Who is Ann?", Subject: "REPORT", Orders: true}, Master, "", "Who is Ann?"},
		"a reply with orders":                 {Said{Text: "Hi Ann, I accept.", Orders: true, Answers: true}, Writer, "", "Hi Ann, I accept."},
		"a greeting with orders":              {Said{Text: "Hi Ann,\n\nRegards\nBob", Orders: true, Answers: true}, Nobody, "", ""},
		"a sentence with a number in a reply": {Said{Text: "Letter 3 of yours reached me.\nYes.", Answers: true}, Writer, "",
			"Letter 3 of yours reached me.\nYes."},
		"a German one":               {Said{Text: "Brief 3 von dir kam an.", Answers: true}, Writer, "", "Brief 3 von dir kam an."},
		"a line for another":         {Said{Text: "Letter 3: peace?", Answers: true}, Players, "3", "peace?"},
		"a line in capitals":         {Said{Text: "LETTER 3 peace?", Answers: true}, Players, "3", "peace?"},
		"a name that begins with A":  {Said{Text: "Peace?", Subject: "LETTER A. Miller"}, Players, "", "Peace?"},
		"all but one":                {Said{Text: "Peace?", Subject: "LETTER A except 3"}, Players, "", "Peace?"},
		"a team":                     {Said{Text: "Peace?", Subject: "Brief an A-Team"}, Players, "", "Peace?"},
		"all, and a sentence":        {Said{Text: "LETTER A We meet at dawn, all of us"}, Players, "", ""},
		"all":                        {Said{Text: "LETTER A: We meet at dawn"}, Players, "A", "We meet at dawn"},
		"from one number to another": {Said{Text: "Peace?", Subject: "LETTER 2-4"}, Players, "", "Peace?"},
		"the same in words":          {Said{Text: "Peace?", Subject: "Brief an 2 bis 4"}, Players, "", "Peace?"},
		"two names":                  {Said{Text: "Peace?", Subject: "LETTER Graumark and Graumark"}, Players, "", "Peace?"},
		"a name and a number":        {Said{Text: "Peace?", Subject: "LETTER Graumark, 3"}, Players, "", "Peace?"},
		"a name and a sentence":      {Said{Text: "LETTER Graumark and now?"}, Players, "4", "and now?"},
		"a sentence in a reply":      {Said{Text: "Letter of the king\ncame.", Answers: true}, Writer, "", "Letter of the king\ncame."},
	} {
		c.said.Names = names
		i := v.Intent(c.said)
		if i.Reader != c.who || i.Wish.To != c.to || i.Words != c.words {
			t.Errorf("%s: reader %d, to %q, %q; want %d, %q, %q", name, i.Reader, i.Wish.To, i.Words, c.who, c.to, c.words)
		}
	}
}
