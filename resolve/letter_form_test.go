package resolve

import (
	"fmt"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/worldtest"
)

// A form is changed by an order with which it was not sent, and not by lines that are missing or spoilt. Orders may be taken
// out where the writer says nothing else, and leaves all other lines as they were.
func TestFormAgainst(t *testing.T) {
	t.Parallel()
	language := worldtest.Tiny{}.Language()
	const text = "$A\ndig 1 ; one\ndig 2\n; three\ndig 3\n$E\n"
	ours := language.Parse(text).Lines
	for lines, changed := range map[string]bool{ // each up to its end
		"dig 1\ndig 2\ndig 3": false, "dig 2": true, "dig 1\ndig 3": false, "dig 1 ; one\ndig 3": true, "": false, "dig 1<tel:1>\ndig 2": false,
		"*dig 1*\ndig 2": false, "; three dig 3\ndig 2": false, "dig 2\n; three": true, "dig 4": true, "dig 1\ndig 2\ndig 3\ndig 4": true, "dig 3\ndig 1": true, "dig 2\ndig 2": true,
	} {
		for _, signed := range []bool{true, false} {
			l := letter.Letter{Texts: letter.Texts{Form: fmt.Sprintf("=== VORLAGE %s ===\n$I 1 abcd-efgh-ijklm\n$A\n%s\n$E\n",
				letter.FormSum(language, ours, signed), lines)}}
			p := letter.Parts{}
			p.Read(&l, language)
			p.Form.Against(language, text, true)
			if f := p.Form; f.Changed != changed || f.AsSent != (signed && !changed) || f.FilledIn([]int{1}) != (changed || !signed) {
				t.Errorf("%q, signed %v: changed %v, as sent %v", lines, signed, f.Changed, f.AsSent)
			}
			p.Form.Changed = true
			if p.Form.Against(language, text, false); lines == "dig 2" && p.Form.Changed {
				t.Errorf("%q is a change where no order may be taken out", lines)
			}
		}
	}
}
