//go:build servers

package browser

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// made is what is made once for all tests: pages, and what the examples' realms send and know.
var made struct {
	sync.Mutex
	folder string
	pages  map[string]string
	sheets string
}

// TestMain takes away what was made.
func TestMain(m *testing.M) {
	code := m.Run()
	if made.folder != "" {
		os.RemoveAll(made.folder)
	}
	os.Exit(code)
}

func folder(t *testing.T) string {
	t.Helper()
	if made.folder == "" {
		var err error
		if made.folder, err = os.MkdirTemp("", "weltentor-browser-"); err != nil {
			t.Fatal(err)
		}
		made.pages = map[string]string{}
	}
	return made.folder
}

// page is the address of a rulebook's page, built from what the sources are now.
func page(t *testing.T, rulebook string) string {
	t.Helper()
	made.Lock()
	defer made.Unlock()
	file := filepath.Join(folder(t), rulebook+".html")
	if made.pages[rulebook] == "" {
		say(t, nil, "go", "run", "weltentor/cmd/page/build", "-rulebook", rulebook, "-to", file)
		made.pages[rulebook] = file
	}
	return "file://" + file
}

// say runs a program to its end.
func say(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// data is the folder with what the examples' realms send and know: SHEETS, or one that is made now.
func data(t *testing.T) string {
	t.Helper()
	made.Lock()
	defer made.Unlock()
	if made.sheets == "" {
		if made.sheets = os.Getenv("SHEETS"); made.sheets == "" {
			made.sheets = filepath.Join(folder(t), "sheets")
			if err := os.MkdirAll(made.sheets, 0o700); err != nil {
				t.Fatal(err)
			}
			say(t, []string{"SHEETS=" + made.sheets}, "go", "test", "-count=1", "-run",
				"^(TestExamplesAreWon|TestDemo)$", "weltentor/cmd/weltentor")
		}
	}
	return made.sheets
}

// tables returns the files of a rulebook's tables, sorted by game and turn, and sheets those of what was sent.
func tables(t *testing.T, rulebook string) []string { return files(t, rulebook+"-*-table-*.json") }
func sheets(t *testing.T, rulebook string) []string { return files(t, rulebook+"-*-sheet-*.json") }

func files(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(data(t), pattern))
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	number := regexp.MustCompile(`\d+`) // those of one digit stand before those of two
	long := func(n string) string { return strings.Repeat("0", 4-len(n)) + n }
	key := func(name string) string { return number.ReplaceAllStringFunc(filepath.Base(name), long) }
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return list
}

// sheet is what a realm sent, with what lay before it and what was said of it.
type sheet struct {
	Table json.RawMessage
	Text  string
	Said  json.RawMessage
}

func readSheet(t *testing.T, file string) (s sheet) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// onTable opens a page and puts a file on the table.
func (b *tab) onTable(rulebook, file string) {
	b.t.Helper()
	b.open(page(b.t, rulebook))
	b.keys("input[type=file]", file)
	b.until("a table", `return globalThis.weltentor?.store?.state.opened && weltentor.store.state.opened.desk !== undefined`)
}

// quiet checks that nothing was fetched, and that the console is empty.
func (b *tab) quiet() {
	b.t.Helper()
	var fetched []string
	b.js(&fetched, `return performance.getEntriesByType('resource').map((e) => e.name)`)
	for _, line := range b.logged("performance") {
		var entry struct {
			Message struct {
				Method string
				Params struct{ Request struct{ URL string } }
			}
		}
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Message.Method == "Network.requestWillBeSent" {
			fetched = append(fetched, entry.Message.Params.Request.URL)
		}
	}
	for _, url := range fetched {
		own := func(scheme string) bool { return strings.HasPrefix(url, scheme) } // the page's, or the browser's
		if !slices.ContainsFunc([]string{"file:///", "blob:", "data:", "chrome:"}, own) {
			b.t.Errorf("%s fetches %s", b.kind, url)
		}
	}
	for _, line := range b.logged("browser") {
		b.t.Errorf("%s: the console says %s", b.kind, line)
	}
}

// Each browser opens each page from a file, and puts a table on it; nothing is fetched, and nothing goes wrong.
func TestBrowserOpens(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := started(t, kind, "browser", "performance")
			for _, rb := range worlds.Rulebooks() {
				list := tables(t, rb.Name())
				b.onTable(rb.Name(), list[len(list)-1])
				b.until("the world's name", `return document.querySelector('.who small').textContent.endsWith('Proben')`)
				b.shot("first-" + rb.Name())
				b.quiet()
			}
		})
	}
}

// The time from opening the page to the first receipt, and that of one more check, is logged for each browser. It is
// never tested, since it depends on the machine.
func TestBrowserSpeed(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := started(t, kind)
			for _, rb := range games(3) {
				s := readSheet(t, sheets(t, rb.Name())[0])
				b.open(page(t, rb.Name()))
				var took struct{ Opened, Said, Again float64 }
				b.js(&took, `
					while (!globalThis.weltentor?.store) await new Promise((r) => setTimeout(r, 1));
					const { engine } = weltentor.store;
					await engine.open(JSON.parse(args[0]));
					const opened = performance.now();
					await engine.check(args[1]);
					const said = performance.now(), times = [];
					for (let i = 0; i < 21; i++) {
						const before = performance.now();
						await engine.check(args[1]);
						times.push(performance.now() - before);
					}
					return { opened, said, again: times.sort((a, b) => a - b)[10] };`, string(s.Table), s.Text)
				t.Logf("%s, %s: opened after %.0f ms, first receipt after %.0f ms, a check %.1f ms in the median", kind,
					rb.Name(), took.Opened, took.Said, took.Again)
			}
		})
	}
}

// The time from opening a page with its data to its map is logged for each browser, and where it goes: when the page's
// script runs, when the engine has opened the data, and when it has said what can be ordered, for which the map does not
// wait. Times are never tested.
func TestBrowserOpensOnMap(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := started(t, kind)
			for _, rb := range games(0) {
				html, err := os.ReadFile(strings.TrimPrefix(page(t, rb.Name()), "file://"))
				if err != nil {
					t.Fatal(err)
				}
				list := tables(t, rb.Name())
				data, err := os.ReadFile(list[len(list)-1])
				if err != nil {
					t.Fatal(err)
				}
				b.open("file://" + put(t, "TABLE.HTML", outbox.Holding(html, data)))
				var took struct{ Map, App, Opened, Desk float64 }
				b.js(&took, `
					while (!document.querySelector('.map .l-base path, .tiles canvas')) await new Promise((r) => setTimeout(r, 1));
					await new Promise(requestAnimationFrame);
					const map = performance.now(), at = (mark) => performance.getEntriesByName(mark)[0]?.startTime ?? 0;
					while (!at('desk')) await new Promise((r) => setTimeout(r, 1));
					return { map, app: at('app'), opened: at('opened'), desk: at('desk') };`)
				t.Logf("%s, %s: the map is there after %.0f ms; the script runs after %.0f, the data are open after %.0f, the desk is there after %.0f",
					kind, rb.Name(), took.Map, took.App, took.Opened, took.Desk)
			}
		})
	}
}

// In WebAssembly the page says of all stored sheets of the examples what the receipt says. BROWSERS says where.
func TestBrowserSaysWhatReceiptsSay(t *testing.T) {
	b := start(t, chosen()[0])
	for _, rb := range worlds.Rulebooks() {
		b.open(page(t, rb.Name()))
		list := sheets(t, rb.Name())
		for _, file := range list {
			s := readSheet(t, file)
			var wrong string
			b.js(&wrong, `
				while (!globalThis.weltentor?.store) await new Promise((r) => setTimeout(r, 1));
				const { engine } = weltentor.store, table = JSON.parse(args[0]);
				await engine.open(table);
				const sorted = (v) => Array.isArray(v) ? v.map(sorted) : v && typeof v === 'object'
					? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])])) : v;
				const is = JSON.stringify(sorted(await engine.check(args[1])));
				const want = JSON.stringify(sorted(JSON.parse(args[2])));
				return is === want ? '' : is + '\n' + want;`, string(s.Table), s.Text, string(s.Said))
			if wrong != "" {
				t.Errorf("%s: says, and should say:\n%s", filepath.Base(file), wrong)
			}
		}
		t.Logf("%s: %d sheets", rb.Name(), len(list))
	}
}
