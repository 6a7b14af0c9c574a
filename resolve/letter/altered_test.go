package letter

import "testing"

// What programs and people do to a quote changes nothing, as long as whole lines are left of it. A word more, fewer or
// another one does.
func TestAltered(t *testing.T) {
	t.Parallel()
	const ours = "Realm 1 Reich1: turn 2\n\nThis letter waits for you:\nTo: realm 2 Reich2\n\n" +
		"  Attack Cid on Tuesday, and not before.\n  Peace until winter.\n\nReply with YES; the code is:\n  ***\nNO does nothing."
	for name, c := range map[string]struct{ quoted, want string }{
		"the same":          {ours, ""},
		"nothing":           {"", ""},
		"wrapped anew":      {"This letter waits\nfor you:\nTo: realm 2 Reich2 Attack Cid on\nTuesday, and not before.", ""},
		"cut down":          {"Peace until winter.\n", ""},
		"cut in the middle": {"This letter waits for you:\nTo: realm 2 Reich2\nPeace until winter.", "Attack Cid on Tuesday, and not before."},
		"cut off, and more": {"To: realm 2 Reich2\nBring ten ships.", "Bring ten ships."},
		"below a head":      {"From: Bovistan <spiel@example.org>\nTo: r1@example.org\nSubject: Send it?\n\n" + ours, ""},
		"above a footer":    {ours + "\n\nMailing list of the chess club", ""},
		"twice":             {ours + "\nOn Tuesday Bovistan wrote:\n" + ours, ""},
		"with links":        {"To: realm 2 Reich2<https://maps.example/x>\nAttack Cid on Tuesday, and not before.", ""},
		"with other links":  {"To: realm 2 Reich2 (mailto:bob@x.example)\nAttack [Cid](https://x.example) on Tuesday, and not before.", ""},
		"in bold":           {"To: *realm 2* Reich2", ""},
		"another number":    {"This letter waits for you:\nTo: realm 3 Reich2\n", "To: realm 3 Reich2"},
		"another word":      {"Attack Cid on Friday, and not before.", "Attack Cid on Friday, and not before."},
		"words fewer":       {"Attack Cid on Tuesday.\nPeace until winter.", "Attack Cid on Tuesday."},
		"a line more":       {"To: realm 2 Reich2\nBring ten ships.\nPeace until winter.", "Bring ten ships."},
		"another line":      {"This letter waits for you:\nBring ten ships.\nNO does nothing.", "Bring ten ships."},
		"a word more":       {"Attack Cid and Dee on Tuesday, and not before.", "Attack Cid and Dee on Tuesday, and not before."},
		"the end of a line": {"and not before.\nPeace until winter.", ""},
		"nothing of ours":   {"There is 4711 in the treasury.", ""},
	} {
		if got := Altered(c.quoted, ours); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
