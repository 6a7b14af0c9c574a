package incoming_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/mailer/incoming"
)

// orderLine is a small stand-in for a rulebook's grammar.
var orderLine = regexp.MustCompile(`(?m)^(\$[A-Za-z]\b|\d+\.[A-Z]\.[A-Z] \d+:|[A-Z]{3} -?\d+/-?\d+)`)

func options() incoming.ReadOptions {
	return incoming.ReadOptions{
		Own:      "bovistan@spiel.example",
		Score:    func(text string) int { return len(orderLine.FindAllString(text, -1)) },
		Opens:    func(line string) bool { return orderLine.MatchString(line) },
		Follow:   incoming.Sections,
		Identity: func(line string) bool { return incoming.Numbered().MatchString(line) },
		Forwards: regexp.MustCompile(`(?i)^(wg|fwd?):`).MatchString,
		Advert: regexp.MustCompile(`(?i)^((von (meinem|meiner|samsung) |gesendet (mit|von) |sent from |(get )?outlook (für|for) |virenfrei|` +
			`diese (e-mail|nachricht) wurde )|envoyé de mon )`).MatchString,
	}
}

// Each testdata/NAME.eml is a mail as some program sends it. NAME.want says what is taken from it: lines `key: value`,
// a blank line, the text. Keys that are not given must be empty, except from and subject.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 90 {
		t.Fatalf("%d mails, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			spec, err := os.ReadFile(strings.TrimSuffix(f, ".eml") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			head, text, ok := strings.Cut(string(spec), "\n\n")
			if !ok {
				t.Fatal("the .want file has no blank line")
			}
			r, err := incoming.Read(t.Context(), raw, options())
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{"part": r.Part, "charset": r.Charset, "machine": r.Machine, "marked": r.Marked,
				"from": r.From, "subject": r.Subject}
			if r.Machine+r.Marked == "" {
				got["noanswer"], got["bulk"] = r.NoAnswer, r.Bulk
			}
			var notes, names []string
			for _, n := range r.Notes {
				notes = append(notes, string(n.Code))
			}
			for _, f := range r.Files {
				names = append(names, f.Name)
			}
			got["notes"], got["files"] = strings.Join(notes, ", "), strings.Join(names, ", ")
			for line := range strings.Lines(head) {
				key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
				if got[key] != value {
					t.Errorf("%s: %q, want %q", key, got[key], value)
				}
				delete(got, key)
			}
			for _, key := range []string{"notes", "files", "machine", "marked", "noanswer", "bulk"} {
				if got[key] != "" {
					t.Errorf("%s: %q, want none", key, got[key])
				}
			}
			if r.Text != text {
				t.Errorf("text:\n%s\nwant:\n%s", show(r.Text), show(text))
			}
			if (r.Score > 0) != orderLine.MatchString(text) {
				t.Errorf("score %d", r.Score)
			}
		})
	}
}

func show(s string) string { return strings.ReplaceAll(fmt.Sprintf("%q", s), `\n`, "\n") }
