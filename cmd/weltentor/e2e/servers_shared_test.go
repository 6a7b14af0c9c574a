//go:build servers

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
)

// TestRealServersSharedInbox: two worlds share a mailbox of Dovecot, one with the plain address and one with a +.
// Mails find them by Dovecot's headers, by To, and by the subject. Replies to their answers reach the right one.
func TestRealServersSharedInbox(t *testing.T) {
	v := stage.NewProvider(t, "lmtp_save_to_detail_mailbox = no\n")
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	var worlds []*stage.Probe
	var identities []string
	for i, address := range []string{stage.GameAddress, "game+nord@demo.test"} {
		w := stage.NewProbe(t, noon, stage.AsBuilt(t))
		w.Done("new", w.Dir, "--seed", fmt.Sprint(i), "--size", "40x30")
		w.Settle(stage.GameAddress, "", v.Settings(), map[string]string{"address": `"` + address + `"`,
			"name": []string{`"Erste"`, `"Zweite"`}[i], "imap.shared": "true",
			"gm.mail": `"` + stage.MasterAddress + `"`})
		identities = append(identities, strings.TrimSpace(w.Done("realm", "add", "--by-hand", w.Dir, "--name", "Moor", "--player",
			"Anna", "--mail", "anna@demo.test", "--player-lang", "de")))
		worlds = append(worlds, &w)
	}
	read := 0
	cron := func() (fresh []string) {
		t.Helper()
		for _, w := range worlds {
			w.Now = w.Now.Add(time.Minute)
		}
		code, out, errs := worlds[0].Run("cron", worlds[0].Dir, worlds[1].Dir)
		if code != exitDone || out+errs != "" {
			t.Fatalf("cron: exit %d\n%s%s", code, out, errs)
		}
		all := v.Inbox(t, "anna@demo.test")
		for _, raw := range all[read:] {
			fresh = append(fresh, string(raw))
		}
		read = len(all)
		return fresh
	}
	if got := cron(); len(got) != 2 {
		t.Fatalf("%d first letters", len(got))
	}
	n := 0
	post := func(world int, to, head string) {
		n++
		v.PostTo(t, "anna@demo.test", to, []byte(strings.ReplaceAll(fmt.Sprintf("From: anna@demo.test\n%sMessage-ID: "+
			"<%d@player.test>\n\n%s\n$N\n#M\nBrief %d\n#E\n$E\n", head, n, identities[world], n), "\n", "\r\n")))
	}
	from := regexp.MustCompile(`(?m)^From: .*<(.*)>`)
	for _, c := range []struct {
		world    int
		to, head string
	}{
		{1, "game+nord@demo.test", "To: game+nord@demo.test\nSubject: Zug\n"},
		{1, "game+nord@demo.test", "To: list@demo.test\nSubject: Zug\n"}, // by Dovecot's Delivered-To
		{0, stage.GameAddress, "To: game@demo.test\nSubject: Zug\n"},
		{1, stage.GameAddress, "To: list@demo.test\nSubject: AW: [Zweite Z1] Bericht\n"},
		{0, stage.GameAddress, "Delivered-To: game+nord@demo.test\nTo: game@demo.test\nSubject: forged\n"},
	} {
		post(c.world, c.to, c.head)
		got := cron()
		want := []string{stage.GameAddress, "game+nord@demo.test"}[c.world]
		if len(got) != 1 || from.FindStringSubmatch(got[0])[1] != want || !strings.Contains(got[0], "angenommen: 1 Nachricht") {
			t.Fatalf("%q to %s: not one receipt from %s:\n%.900s", c.head, c.to, want, strings.Join(got, "\n"))
		}
		// A reply goes to the address that the receipt came from.
		post(c.world, want, "To: "+want+"\nSubject: AW: Befehle\n")
		if got := cron(); len(got) != 1 || from.FindStringSubmatch(got[0])[1] != want {
			t.Fatalf("the reply: %d letters", len(got))
		}
	}
	post(0, stage.GameAddress, "To: game@demo.test, game+nord@demo.test\nSubject: both\n")
	if got := cron(); len(got) != 0 {
		t.Errorf("a mail for two worlds is answered:\n%s", got[0])
	}
	if raw := v.Inbox(t, stage.GameAddress); len(raw) != 0 {
		t.Errorf("%d mails are left in the inbox", len(raw))
	}
	told := v.Inbox(t, stage.MasterAddress)
	if last := string(told[len(told)-1]); !strings.Contains(last, "Erste, Zweite") {
		t.Errorf("the game master's last letter:\n%s", last)
	}
}
