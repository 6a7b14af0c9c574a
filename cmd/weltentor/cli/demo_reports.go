package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/examples"
	"weltentor/mailer/incoming"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// reportShown is how many lines of a report the demo shows: its head. The sightings below it are long.
const reportShown = 10

// finish compares the outbox with the players' mailboxes, writes the letters to files, and shows the head of a report in
// the reader's language, if a player has that, too.
func (d *demo) finish() error {
	if err := d.arrived(); err != nil {
		return err
	}
	if err := d.keep(); err != nil {
		return err
	}
	tables, err := d.lay()
	if err != nil {
		return err
	}
	own := slices.IndexFunc(d.game.Realms, func(r examples.Realm) bool { return r.Lang == string(d.call.Voice.Book.Lang) })
	file := d.reportFile(d.resolved, max(own, 0)+1)
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read a report: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	fmt.Fprintf(d.call.Out, "\n%s\n\n", strings.Join(lines[:min(len(lines), reportShown)], "\n"))
	if rest := len(lines) - reportShown; rest > 0 {
		d.call.Voice.Say("demo-page", phrase.Num("rest", rest), phrase.Str("file", file))
	}
	d.call.Voice.Say("demo-done", phrase.Str("reports", filepath.Join(d.dir, "reports")),
		phrase.Str("letters", filepath.Join(d.dir, "letters")),
		phrase.Str("world", d.world()), phrase.Str("program", os.Args[0]))
	if tables != "" {
		d.call.Voice.Say(tables, phrase.Str("dir", d.tables()))
	}
	return nil
}

// lay writes the data for each realm's page after the last turn, and the page itself if the program was built with
// pages. It returns the code of the sentence about them, and "" if the game has no data for pages.
func (d *demo) lay() (said string, err error) {
	w, err := folder.Open(d.call, d.world())
	if err != nil {
		return "", err
	}
	if _, err := turns.Facts(w.World, 1, -1); errors.Is(err, faults.ErrReport) {
		return "", nil
	}
	for i, r := range d.game.Realms {
		name := filepath.Join(d.tables(), fmt.Sprintf("realm-%d-%s", i+1, notices.TableName(phrase.Lang(r.Lang))))
		if err := write(name, nil); err != nil {
			return "", err
		}
		if _, err := d.run("page", d.world(), fmt.Sprint(i+1), "-o", name); err != nil {
			return "", err
		}
	}
	if pages.Version(d.game.Rulebook) == "" {
		return "demo-no-pages", nil
	}
	_, err = d.run("page", "--rulebook", d.game.Rulebook, "-o", filepath.Join(d.tables(), d.game.Rulebook+".html"))
	return "demo-pages", err
}

// tables is the folder of the players' pages and their data.
func (d *demo) tables() string { return filepath.Join(d.dir, "table") }

// arrived checks that every realm's report of every turn was sent by SMTP and reached its player's mailbox, with the
// same Message-ID and address.
func (d *demo) arrived() error {
	w, err := folder.Open(d.call, d.world())
	if err != nil {
		return err
	}
	rows, err := w.World.Outbox()
	if err != nil {
		return w.Wrong(err)
	}
	came := map[string]bool{}
	for _, l := range d.post.Letters() {
		r, err := incoming.Read(d.call.Ctx, l.Raw, incoming.ReadOptions{})
		if err != nil {
			return fmt.Errorf("a letter of ours cannot be read: %w", err)
		}
		came[l.To+" "+r.MessageID] = true
	}
	reports := 0
	for _, row := range rows {
		if !came[row.To+" "+row.MessageID] {
			return complaint.No("demo-lost", phrase.Str("to", row.To), phrase.Str("subject", row.Subject))
		}
		if row.Kind == "report" {
			reports++
		}
	}
	if want := len(d.game.Realms) * (1 + d.resolved); reports != want {
		return complaint.No("demo-count", phrase.Num("reports", reports), phrase.Num("want", want))
	}
	d.call.Voice.Say("demo-arrived", phrase.Num("reports", reports), phrase.Num("letters", len(rows)))
	return nil
}

// keep writes the reports as text, and all letters as they arrived.
func (d *demo) keep() error {
	for i := range d.game.Realms {
		for turn := 0; turn <= d.resolved; turn++ {
			text, err := d.run("report", d.world(), fmt.Sprint(i+1), fmt.Sprint(turn))
			if err != nil {
				return err
			}
			if err := write(d.reportFile(turn, i+1), []byte(text)); err != nil {
				return err
			}
		}
	}
	for i, l := range d.post.Letters() {
		name := filepath.Join(d.dir, "letters", l.To, fmt.Sprintf("%03d.eml", i+1))
		if err := write(name, l.Raw); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) reportFile(turn, realm int) string {
	name := game.ReportName(phrase.Lang(d.game.Realms[realm-1].Lang))
	return filepath.Join(d.dir, "reports", fmt.Sprintf("turn-%d", turn), fmt.Sprintf("realm-%d-%s", realm, name))
}

// write makes a file and its folder, which other users cannot read.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("keep the demo's letters: %w", err)
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		return fmt.Errorf("keep the demo's letters: %w", err)
	}
	return nil
}
