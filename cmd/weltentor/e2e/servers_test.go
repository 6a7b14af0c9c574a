//go:build servers

package e2e

import (
	"net/smtp"
	"strconv"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Whole games through a real mail server: a player's mail goes to Exim (over
// STARTTLS, with AUTH), by LMTP to Dovecot, is fetched by `cron` (IMAP over
// STARTTLS), and the answers go back the same way. Both servers are started
// here, on free ports of the loopback address, with throw-away configurations.
//
//	apt-get install dovecot-imapd dovecot-lmtpd exim4-daemon-light
//	go test -tags servers -run TestRealServers ./cmd/weltentor/e2e     (as root)

func TestRealServersTwoPhases(t *testing.T) { twoPhases(t, stage.RealServers(t)) }
func TestRealServersGameOfFour(t *testing.T) {
	stage.GameOfFour(t, stage.AsBuilt(t), stage.RealServers(t))
}

// TestRealServersFirstGame: a message in German is sent and delivered in a turn of the first rulebook, which is
// resolved at its deadline.
func TestRealServersFirstGame(t *testing.T) {
	p := stage.NewPlay(t, stage.AsBuilt(t), "", nil, stage.RealServers(t), "--size", "60x40")
	p.Join("Bovistan", "anna@demo.test", "de", game.UTF8)
	p.Join("Cedania", "bob@demo.test", "en", game.PC)
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	p.Mail(stage.Anna, "$Nachrichten\n#2\nGrüße vom Meer, König Bob!\n#E\n")
	p.Cron()
	receipt := p.One(stage.Anna)
	if receipt.Answers == "" {
		t.Error("the receipt answers no mail")
	}
	p.None(stage.Bob)
	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	for _, r := range []int{stage.Anna, stage.Bob} {
		if report := p.One(r); len(reportIn(report.Files)) < 500 {
			t.Errorf("the report of realm %d is %q", r, report.Files)
		} else if r == stage.Bob {
			p.Says("Bob's report", reportIn(report.Files), "Gr\x81\xe1e vom Meer, K\x94nig Bob!") // CP437
		}
	}
	p.Done("verify", p.Dir)
}

// TestRealServersAskForPasswords: the game above would also work with servers that accept everybody. These do not.
func TestRealServersAskForPasswords(t *testing.T) {
	v := stage.RealServers(t)(nil).(*stage.Provider)
	c, err := smtp.Dial("127.0.0.1:" + strconv.Itoa(v.SMTP))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if ok, _ := c.Extension("AUTH"); ok {
		t.Error("AUTH is offered without TLS")
	}
	if err := c.Mail("anna@demo.test"); err != nil {
		t.Fatal(err)
	}
	if err := c.Rcpt(stage.GameAddress); err == nil {
		t.Error("a mail was taken without AUTH")
	}
}

// reportIn returns the report among the files of a letter, in any language.
func reportIn(files map[string]string) string {
	return files[game.ReportName(phrase.De)] + files[game.ReportName(phrase.En)]
}
