package world_test

import (
	"crypto/ed25519"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/seal"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A player saves receipts as mails and checks them without the world. They are signed with the key of report 0, and the
// turn's seal covers the orders of the last one. A receipt that was changed is found, and so are other orders.
func TestReceiptsAreVerified(t *testing.T) {
	t.Parallel()
	addresses := []string{"anna@demo.test", "bert@demo.test"}
	p := stage.NewPlay(t, clitest.InProcess(worlds.Rulebooks()...), "", nil, func(p *stage.Play) stage.Office {
		return stage.NewEmbedded(t, func() time.Time { return p.Now }, addresses...)
	}, "--size", "40x30")
	for _, a := range addresses {
		p.Join(clitest.Named(a), a, "en", game.UTF8)
	}
	p.Cron()
	p.Fresh(1)
	p.Send(addresses[0], "FAIR", "")
	p.Cron()
	report0 := p.One(1).Body
	key := regexp.MustCompile(`Key: (([A-Z2-7]{4} ?){8})`).FindStringSubmatch(report0)
	if key == nil {
		t.Fatalf("report 0 has no key:\n%s", report0)
	}
	var mails []string
	var first string
	for n := range 2 {
		p.Mail(1, fmt.Sprintf("$R\nK.M %d 2000 0 0\n$E\n", n+1))
		p.Cron()
		all := p.Office.Inbox(t, addresses[0])
		name := fmt.Sprintf("receipt-%d.eml", n+1)
		raw := string(all[len(all)-1])
		p.One(1)
		if p.Write(name, raw); n == 0 {
			first = raw
		}
		mails = append(mails, p.Dir+"/"+name)
	}
	p.Done("turn", p.Dir, "--force")
	p.Write("report.json", p.Done("report", p.Dir, "1", "--json"))
	verify := func(want int, says string, args ...string) string {
		t.Helper()
		code, out, errs := p.Run(append([]string{"verify", "--lang", "en"}, args...)...)
		if out += errs; code != want || !strings.Contains(out, says) {
			t.Errorf("%v: exit %d, want %d and %q\n%s", args, code, want, says, out)
		}
		return out
	}
	p.Cron()
	for name, text := range p.One(1).Files {
		if strings.HasSuffix(name, ".TXT") {
			p.Write("report.txt", text)
			p.Write("other.txt", strings.Replace(text, "1", "2", 1))
		}
	}
	report := []string{"--report", p.Dir + "/report.json"}
	verify(complaint.ExitDone, "receipt 2 of "+p.Now.Local().Format("2006-01-02 15:"), "--receipt", mails[1])
	both := verify(complaint.ExitDone, "the seal covers the orders of receipt 2",
		append(report, "--receipt", mails[1], "--receipt", mails[0])...)
	if strings.Count(both, key[1]) != 2 {
		t.Errorf("report 0 has the key %s, the receipts\n%s", key[1], both)
	}
	verify(complaint.ExitDone, "report.txt is the report that the seal covers", append(report, "--report", p.Dir+"/report.txt")...)
	verify(complaint.ExitNo, "other.txt is NO report", append(report, "--report", p.Dir+"/other.txt")...)
	verify(complaint.ExitNo, "the seal covers OTHER orders", append(report, "--receipt", mails[0])...)

	// A receipt of another key is told of, whatever else there is: it is another game's, or the host's who hides the last one.
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Write("apart.eml", "Weltentor-Receipt: "+seal.Receipt{World: "apart", Turn: 1, Realm: 1, Number: 9, Sheet: "A", Former: "B", At: p.Now}.
		Sign(public, func(m []byte) []byte { return ed25519.Sign(private, m) })+"\r\n\r\n")
	const apart = "receipt 9. That receipt was signed after the seal B, and the report's turn was not"
	verify(complaint.ExitNo, apart, append(report, "--receipt", p.Dir+"/apart.eml")...)
	verify(complaint.ExitNo, apart, append(report, "--receipt", p.Dir+"/apart.eml", "--receipt", mails[1])...)
	p.Write("forged.eml", regexp.MustCompile(`number=1`).ReplaceAllString(first, "number=7"))
	verify(complaint.ExitNo, "is NOT signed", "--receipt", p.Dir+"/forged.eml")
	p.Write("plain.eml", regexp.MustCompile(`(?s)Weltentor-Receipt.*?\r\n(\S)`).ReplaceAllString(first, "$1"))
	verify(complaint.ExitUsage, "no mail with a signed receipt", "--receipt", p.Dir+"/plain.eml")
	for _, odd := range [][2]string{{"turn=1", "turn=01"}, {"turn=1", "turn=+1"}, {"world=", "word=x; world="},
		{"realm=1;", "realm=1; realm=1;"}, {"realm=1;", ""}, {"receipt-1", "receipt-2"}} {
		p.Write("odd.eml", strings.Replace(first, odd[0], odd[1], 1))
		verify(complaint.ExitUsage, "no mail with a signed receipt", "--receipt", p.Dir+"/odd.eml")
	}
	p.Write("folded.eml", strings.ReplaceAll(first, "realm=", "\r\n\trealm="))
	verify(complaint.ExitDone, "receipt 1 of ", "--receipt", p.Dir+"/folded.eml")
	p.Write("two.eml", strings.Replace(first, "\r\n\r\n", "\r\nWeltentor-Receipt: another\r\n\r\n", 1))
	verify(complaint.ExitUsage, "no mail with a signed receipt", "--receipt", p.Dir+"/two.eml")
	verify(complaint.ExitUsage, "name a world", p.Dir, "--receipt", mails[0])

	// Turn 1 is taken back and played again. The next receipt is after its new seal.
	p.Done("undo", p.Dir, "--yes", "--turn", "1", "--why", "a test")
	p.Done("turn", p.Dir, "--force")
	p.Write("again.json", p.Done("report", p.Dir, "1", "--json"))
	p.Cron()
	p.Mail(1, "$R\nK.M 1 1000 0 0\n$E\n")
	p.Cron()
	inbox := p.Office.Inbox(t, addresses[0])
	p.Write("next.eml", string(inbox[len(inbox)-1]))
	next := []string{"--receipt", p.Dir + "/next.eml", "--report"}
	verify(complaint.ExitDone, "the seal", append(next, p.Dir+"/again.json")...)
	verify(complaint.ExitDone, "Turn 2, realm 1: none of your reports is of it", append(next, p.Dir+"/again.json")...)
	verify(complaint.ExitNo, "NONE of your reports has", append(next, p.Dir+"/report.json")...)
	verify(complaint.ExitDone, "the seal", append(next, p.Dir+"/report.json", "--report", p.Dir+"/again.json")...)
}
