//go:build servers

package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds"
)

// fresh is a program, and the folder of a world that has just begun, with two realms: each time the same
// world, in which a coast is in reach in the first year.
func fresh(t *testing.T, rulebook string) (program, dir string) {
	t.Helper()
	program, dir = filepath.Join(t.TempDir(), "weltentor"), filepath.Join(t.TempDir(), "demo")
	say(t, nil, "go", "build", "-o", program, "weltentor/cmd/weltentor")
	say(t, nil, program, "new", dir, "--rulebook="+rulebook, "--seed=0")
	settings := filepath.Join(dir, "world.toml")
	raw, err := os.ReadFile(settings)
	if err == nil {
		raw = bytes.Replace(raw, []byte(`address = ""`), []byte(`address = "game@test.example"`), 1)
		err = os.WriteFile(settings, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Moorland", "Heide"} {
		say(t, nil, program, "realm", "add", "--by-hand", dir, "--name="+name, "--player="+name, "--mail="+name+"@test.example",
			"--player-lang=en")
	}
	return program, dir
}

// Orders for a turn to come are judged as the game judges them, and leave the page for the turn that was typed; those
// that it would not take are shown as such, with no line counted as good.
func TestBrowserTypedTurn(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	program, dir := fresh(t, rulebook)
	var laid []string
	for turn := range 2 {
		laid = append(laid, filepath.Join(t.TempDir(), "TABLE.json"))
		say(t, nil, program, "page", dir, "1", strconv.Itoa(turn), "-o", laid[turn])
		say(t, nil, program, "turn", dir, "--force", "--yes")
	}
	b := start(t, "chromium")
	b.onTable(rulebook, laid[0])
	b.view("files")
	b.keys("input[type=file]", laid[1])
	b.until("both reports", `return weltentor.store.state.past.length === 1`)
	b.js(nil, `weltentor.store.set({ view: 'receipt', drawer: true })`)
	b.until("the editor", `return Boolean(document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content'))`)
	b.js(nil, `
		HTMLAnchorElement.prototype.click = function () { window.file = this.download; };
		URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return 'blob:x'; };`)
	const rest = "\n$N\n#A\nhello\n#E\n$A\nR.X 9 0 V\n"
	for _, c := range []struct{ head, counts, page, file, saved, shot string }{
		{"$I 1 - 2", "Good: 1 · Bad: 1", "Accepted for this turn: 1 message. 1 line does not count.", "orders-2.txt", "$I 1 <PASSWORD> 2\n", "now"},
		{"$I 1 - 5", "Readable for turn 5: 1 · Bad: 1", "Kept for turn 5: 1 line readable, 1 bad.", "orders-5.txt",
			"$I 1 <PASSWORD> 5\n", "ahead"},
		{"$I １ - ５", "Readable for turn 5: 1 · Bad: 1", "Kept for turn 5: 1 line readable, 1 bad.", "orders-5.txt",
			"$I 1 <PASSWORD> 5\n", "wide"},
		{"$I 1 - 13", "Not accepted", "", "orders-13.txt", "$I 1 <PASSWORD> 13\n", "beyond"},
		{"$I 1 - 1", "Not accepted", "", "orders-1.txt", "$I 1 <PASSWORD> 1\n", "over"},
		{"$I 2 - 2", "Not accepted", "", "orders-2.txt", "$I 2 <PASSWORD> 2\n", "other"},
		{"$I 1", "Good: 1 · Bad: 1", "Accepted for this turn: 1 message. 1 line does not count.", "orders-2.txt", "$I 1 <PASSWORD> 2\n", "again"},
	} {
		b.js(nil, `const e = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
			e.focus();
			document.execCommand('selectAll');
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', args[0]);
			e.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));`, c.head+rest)
		b.until("the counts of "+c.head, `return document.querySelector('#receipt .counts')?.textContent === args[0]`, c.counts)
		var at int
		b.js(&at, `return weltentor.store.state.drafts.find((d) => d.id === weltentor.store.state.draft).turn`)
		if fmt.Sprintf("orders-%d.txt", at) != c.file {
			t.Errorf("%s: the draft is for turn %d", c.head, at)
		}
		var got struct{ Page, Problems, Warned, File, Saved string }
		b.js(&got, `window.saved = window.file = '';
			document.querySelector('.out button.save').click();
			while (!window.saved) await new Promise((r) => setTimeout(r, 20));
			const text = (css) => document.querySelector(css)?.textContent ?? '';
			return { page: text('#receipt .page'), problems: text('#receipt .problems'), warned: text('.out .warn'),
				file: window.file, saved: window.saved };`)
		if !strings.HasPrefix(got.Page, c.page) || (c.page == "") != (got.Page == "") ||
			(c.page == "") != (got.Problems == "") || c.page == "" && !strings.Contains(got.Warned, "will not take") {
			t.Errorf("%s: %+v", c.head, got)
		}
		if got.File != c.file || !strings.HasPrefix(got.Saved, c.saved) {
			t.Errorf("%s: saved as %s:\n%s", c.head, got.File, got.Saved)
		}
		b.shot("typed-" + c.shot)
	}
	b.view("report")
	var names []string
	b.js(&names, `return [...document.querySelector('main .sheet select').options].map((o) => o.textContent)`)
	if len(names) != 2 || !strings.HasPrefix(names[0], "Report 0 (start) · ") || !strings.HasPrefix(names[1], "Report 1 · ") {
		t.Errorf("the reports are called %q", names)
	}
	b.shot("typed-reports")
	b.quiet()
}
