package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
)

// What scripts read is a promise: these commands answer in JSON with these keys, and the page for
// programs names each.
func TestAnswersForScripts(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	page := laws.Content(t, "docs/data.en.md")
	ask := func(in, want string, exit int, args ...string) (answer map[string]any) {
		t.Helper()
		code, out, errs := clitest.Run(t, in, d.Args(append(args, "--json")...)...)
		if err := json.Unmarshal([]byte(out), &answer); err != nil || code != exit {
			t.Fatalf("%v: exit %d, %v\n%s%s", args, code, err, out, errs)
		}
		keys := map[string]bool{}
		clitest.KeysOf("", answer, keys)
		got := slices.Sorted(maps.Keys(keys))
		if wants := strings.Fields(want); !slices.Equal(got, slices.Sorted(slices.Values(wants))) {
			t.Errorf("%v answers with\n%s, want\n%s", args, strings.Join(got, " "), want)
		}
		for _, k := range got {
			name := k[strings.LastIndex(k, ".")+1:]
			if !strings.Contains(page, "`"+name+"`") {
				t.Errorf("docs/data.en.md does not name %q of %v", name, args)
			}
		}
		return answer
	}
	ask("", "version go system rulebooks rulebooks.name rulebooks.rules", complaint.ExitDone, "version")
	added := ask("", "realm password", complaint.ExitDone, "realm", "add", "--by-hand", d.Dir, "--name", "Moorland", "--player", "Anna",
		"--mail", clitest.Player)
	identity := fmt.Sprintf("$I 1 %s", added["password"])
	list := "name,player,mail\nGraumark,Jost,jost@test.example\nNochmal,Anna," + clitest.Player + "\n"
	ask(list, "added added.realm added.name added.mail passed passed.line passed.mail passed.realm", complaint.ExitDone,
		"realm", "import", d.Dir, "-")
	ask("name,player,mail\nFern,Uli,uli@test.example\n",
		"added added.realm added.name added.mail added.password passed", complaint.ExitDone,
		"realm", "import", d.Dir, "-", "--print")
	ask("", "realm mail", complaint.ExitDone, "realm", "mail", d.Dir, "2")
	if ask("", "realm password", complaint.ExitDone, "realm", "passwd", d.Dir, "2")["password"] == "" {
		t.Error("no password")
	}
	ask("", "realms realms.number realms.name realms.player realms.mail realms.lang realms.computer signups", complaint.ExitDone,
		"realm", "list", d.Dir)
	d.Mail("one", identity+"\n$A\nR.L 99 0 V+\n$N\n#M\nHallo.\n#E\n")
	if n := ask("", "read put_aside", complaint.ExitDone, "poll", d.Dir); n["read"] != 1.0 {
		t.Errorf("poll: %v", n)
	}
	ask("", "realm name turn open sent checked letters letters.at letters.from letters.subject letters.message_id "+
		"orders orders.line orders.section orders.text orders.counts orders.letter "+
		"problems problems.line problems.col problems.severity problems.code problems.text", complaint.ExitDone,
		"orders", d.Dir, "1")
	ask("$A\nR.L 99 0 V+\n", "file errors warnings orders more problems problems.line problems.col problems.severity "+
		"problems.code problems.text taken reason rulebook", complaint.ExitNo, "submit", d.Dir, "-", "--realm", "1")
	if taken := ask("$N\n#M\nHallo.\n#E\n", "file errors warnings orders more problems taken rulebook", complaint.ExitDone,
		"submit", d.Dir, "-", "--realm", "1"); taken["taken"] != true {
		t.Errorf("submit: %v", taken)
	}
	ask("", "resolved turn waits waits.c waits.a waits.a.n waits.a.i deadline", complaint.ExitDone, "turn", d.Dir)
	if did := ask("", "resolved turn reports hash", complaint.ExitDone, "turn", d.Dir, "--force", "--yes"); did["turn"] != 1.0 ||
		did["resolved"] != true || did["reports"] != 3.0 {
		t.Errorf("turn: %v", did)
	}
	verified := ask("", "turns turns.turn turns.rules turns.replayed turns.hash turns.state turns.events "+
		"turns.ok wrong", complaint.ExitDone, "verify", d.Dir)
	if len(verified["wrong"].([]any)) != 0 {
		t.Errorf("verify: %v", verified)
	}
	ask("Hallo.\n", "realms had", complaint.ExitDone, "tell", d.Dir, "1", "--file", "-")
	ask("", "questions questions.number questions.realm questions.turn questions.player questions.to "+
		"questions.message_id questions.at questions.text questions.orders", complaint.ExitDone, "questions", d.Dir)
	ask("Gern.\n", "number to", complaint.ExitDone, "answer", d.Dir, "1", "--file", "-")
	ask("", "dismissed", complaint.ExitDone, "questions", d.Dir, "1", "--dismiss")
	ask("", "healthy findings findings.check findings.state findings.code findings.text findings.way", complaint.ExitDone,
		"doctor", d.Dir, "--wait", "10")
	ask("", "changed turn over closing closing.after closing.by closing.why closing.decided closing.closed", complaint.ExitDone,
		"closing", d.Dir, "--now", "--yes", "--why", "Genug.")
	if code, out, _ := d.Run("send", d.Dir, "--json"); code == complaint.ExitUsage || !strings.Contains(out, `"sent": `) ||
		!strings.Contains(out, `"waiting": `) || !strings.Contains(page, "`sent`, `waiting`, `limited`") {
		t.Errorf("send: exit %d, %q", code, out)
	}
}

// The answer says what is wrong, and so does the exit code.
func TestVerifyTellsScriptsWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("turn", d.Dir, "--force", "--yes")
	path := filepath.Join(d.Dir, "world.db")
	raw, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(raw, []byte(`"rulebook":`)) {
		t.Fatal("there is no record of the turn", err)
	}
	raw = bytes.ReplaceAll(raw, []byte(`"rulebook":`), []byte(`"rulebonk":`))
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ := d.Run("verify", d.Dir, "--json")
	var answer verifyJSON
	if err := json.Unmarshal([]byte(out), &answer); code != complaint.ExitNo || err != nil || len(answer.Wrong) == 0 ||
		!strings.Contains(answer.Cure, "before-turn-00001") {
		t.Errorf("exit %d, %v, %q", code, err, out)
	}
}

// Keys that are left out while they are empty are promised like all others: the page for programs names each.
func TestKeysForScriptsAreNamed(t *testing.T) {
	t.Parallel()
	page := laws.Content(t, "docs/data.en.md")
	for _, answer := range []any{gamemaster.Status{}, roster.RealmRow{}, roster.ApplicantRow{}, outbox.OutboxRow{}} {
		for _, key := range jsonKeys(reflect.TypeOf(answer)) {
			if !strings.Contains(page, "`"+key+"`") {
				t.Errorf("docs/data.en.md does not name %q of %T", key, answer)
			}
		}
	}
}

// jsonKeys lists the keys that a value of this type may have in JSON, also within lists and objects.
func jsonKeys(of reflect.Type) (keys []string) {
	for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of == reflect.TypeFor[time.Time]() || of == reflect.TypeFor[phrase.Phrase]() {
		return nil
	}
	for i := range of.NumField() {
		f := of.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" || !f.IsExported() {
			continue
		}
		if key != "" {
			keys = append(keys, key)
		}
		keys = append(keys, jsonKeys(f.Type)...)
	}
	return keys
}

// A realm that is muted is seen to be, in all that shows realms, and by its player.
func TestAMutedRealmIsSeen(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for _, muted := range []bool{true, false} {
		args := []string{"realm", "mute", d.Dir, "1"}
		if !muted {
			args = append(args, "--off")
		}
		d.Done(args...)
		for _, c := range []struct {
			args  []string
			shows string
		}{
			{[]string{"status", d.Dir}, "messages go with the reports only"},
			{[]string{"realm", "list", d.Dir}, "messages go with the reports only"},
			{[]string{"status", d.Dir, "--json"}, `"muted":true`},
			{[]string{"realm", "list", d.Dir, "--json"}, `"muted":true`},
			{[]string{"realm", "export", d.Dir, "1", "--json"}, `"muted":true`},
			{[]string{"realm", "export", d.Dir, "1"}, "nur mit den Berichten: Die Spielleitung"},
		} {
			out := strings.ReplaceAll(d.Done(c.args...), `": true`, `":true`)
			if strings.Contains(out, c.shows) != muted {
				t.Errorf("muted %v: %v shows\n%s", muted, c.args, out)
			}
		}
	}
}
