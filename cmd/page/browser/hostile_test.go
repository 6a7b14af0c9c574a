//go:build servers

package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// hostile is what players and allies may write wherever a text is. If any of it counted as more than text, it would
// call struck, fetch from evil.example or make an element.
var hostile = []string{
	`<img src=x onerror=struck()>`,
	`<script>struck()</script>`,
	`"><svg/onload=struck()>`,
	`javascript:struck()`,
	`<a href=javascript:struck()>x</a>`,
	`'"><iframe srcdoc=x></iframe>`,
	`<b style=background:url(//evil.ex/)>`,
	"\u202eover\u2066ride\u200b\u200d\ufeff",
	"\x00\x1b[31m\u0085\u2028",
	`__proto__`,
	`</style></script><base href=//evil.ex>`,
	`{{constructor('struck()')()}}`,
	`${struck()}`,
	`<object data=//evil.example/x>`,
	`</textarea></option></datalist><hr>`,
}

// poison replaces every text of a value by a hostile one, each different, and keeps what must stay as it is.
func poison(v any, at string, n *int, keep func(at string) bool) any {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			v[key] = poison(v[key], at+"."+key, n, keep)
		}
	case []any:
		for i := range v {
			v[i] = poison(v[i], at, n, keep)
		}
	case string:
		if !keep(at) {
			*n++
			return hostile[*n%len(hostile)]
		}
	}
	return v
}

func sortedKeys(v map[string]any) []string {
	var keys []string
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// poisoned is a table in which every text is hostile that is not read by a guard or the engine.
func poisoned(t *testing.T, l played, n int) map[string]any {
	table := read(t, l.file)
	read := []string{".rulebook", ".lang", ".address", ".page", ".deadline", ".known", ".tables", ".facts.rulebook",
		".facts.lang"}
	placed := n%2 == 0 // what stands on the map stays there
	poison(table, "", &n, func(at string) bool {
		return slices.Contains(read, at) || placed && strings.HasSuffix(at, ".at")
	})
	table["page"], table["deadline"] = "https://evil.example/'onload=struck()//", "2027-03-26T20:00:00+01:00"
	table["tables"] = table["tables"].(string) + "\n# " + strings.Join(hostile[:6], " ") + "\n"
	table["orders"] = fmt.Sprintf("$I 1 x 1\n$A\n%[1]s\n$N\n#2\n%[1]s\n$K\n%[1]s\n", strings.Join(hostile, "\n"))
	facts := table["facts"].(map[string]any)
	all := strings.Repeat(strings.Join(hostile, "\n"), 20)
	letters := []any{map[string]any{"from": 2, "name": hostile[0], "text": all},
		map[string]any{"from": 0, "name": strings.Repeat("W", 200), "text": strings.Repeat("\u202e", 90000)}}
	facts["letters"] = append(letters, list(facts["letters"])...)
	facts["names"] = map[string]any{"gold": hostile[0], "men": hostile[1], "income": hostile[2], "fields": hostile[3]}
	return table
}

func list(v any) []any { l, _ := v.([]any); return l }

// watch counts from now on what a page must never do, and elements that it must not have.
const watch = `window.struck = () => { window.struck.times++; };
	window.struck.times = 0;
	const seen = window.seen = [];
	addEventListener('error', (e) => seen.push('error: ' + e.message));
	addEventListener('unhandledrejection', (e) => seen.push('rejection: ' + e.reason));
	const against = (e) => seen.push('policy: ' + e.violatedDirective + ' ' + e.blockedURI);
	document.addEventListener('securitypolicyviolation', against);
	const bad = 'script,iframe,object,embed,base,link,meta,style,math,video,audio,frame,area,hr,img[src],svg[onload],' +
		'[srcdoc],[formaction],form[action]';
	const own = (x) => x.matches('style') && x.getRootNode() instanceof ShadowRoot; // the editor's
	const before = new WeakSet(document.querySelectorAll('*')); // of the page itself
	const look = (e) => {
		for (const x of [e, ...e.querySelectorAll('*')]) {
			if (before.has(x)) continue;
			if (x.matches(bad) && !own(x)) seen.push('element: ' + x.outerHTML.slice(0, 200));
			for (const a of x.attributes) {
				const leads = a.name === 'href' && !/^(#|https?:|mailto:|blob:)/.test(a.value);
				const dressed = a.name === 'style' && /url|expression|import/i.test(a.value);
				if (/^on/i.test(a.name) || leads || dressed) seen.push('attribute: ' + a.name + '=' + a.value);
			}
		}
	};
	const follow = (root) => new MutationObserver((all) => {
		for (const m of all) {
			if (m.type === 'attributes') look(m.target);
			for (const n of m.addedNodes) if (n instanceof Element) look(n);
		}
	}).observe(root, { subtree: true, childList: true, attributes: true });
	follow(document);
	const attach = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function (init) {
		const root = attach.call(this, init);
		follow(root);
		return root;
	};`

// walk goes through all views in some languages: it opens what can be opened, and tries what can be chosen.
func (b *tab) walk(langs ...string) {
	b.t.Helper()
	for _, lang := range langs {
		b.js(nil, `weltentor.store.set({ said: null })`)
		b.view("more")
		b.pick("the language", `return document.querySelector('.menu select')`, lang)
		for _, view := range views {
			b.view(view)
			b.js(nil, wander+`await new Promise((r) => setTimeout(r, 80));`)
		}
	}
}

// wander opens, chooses and turns everything once in a view, but for what leaves the page or clears the table.
const wander = `const rest = () => new Promise((r) => setTimeout(r, 20));
	const all = (css) => document.querySelectorAll('main ' + css);
	const { chart, realms } = weltentor.store.state.opened;
	for (const d of all('details')) d.open = true;
	const set = (e, v) => {
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value').set.call(e, v);
		for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true }));
	};
	for (const e of all('input[type=search]')) { set(e, '<'); await rest(); set(e, 'o'); await rest(); }
	for (const c of (chart?.cells ?? []).filter((c) => c.own || c.others || c.owner).slice(0, 6)) {
		weltentor.store.set({ at: c.label });
		await rest();
	}
	for (const e of all('input[type=range]')) {
		for (let i = Number(e.min); i <= Number(e.max); i++) { set(e, i); await rest(); }
	}
	for (const e of all('select')) {
		const was = e.value;
		for (const o of [...e.options].slice(0, 12)) { set(e, o.value); await rest(); }
		if (e.isConnected) set(e, was);
	}
	for (const a of weltentor.store.state.view === 'army' ? weltentor.store.state.opened.desk?.armies ?? [] : []) {
		weltentor.store.set({ army: a.name });
		await rest();
		for (const e of all('.row.more button')) { e.click(); await rest(); }
	}
	for (const e of all('button[aria-expanded=false]')) { e.click(); await rest(); }
	for (const d of all('details')) d.open = true;
	await rest();`

// clean checks that nothing hostile counted as more than text.
func (b *tab) clean(what string) {
	b.t.Helper()
	var seen []string
	b.js(&seen, `const { seen, struck, Object: O } = window;
		if (struck.times) seen.push('struck ' + struck.times + ' times');
		if (O.keys(O.prototype).length) seen.push('prototypes are polluted');
		return [...new Set(seen.splice(0))]`)
	for _, s := range seen {
		b.t.Errorf("%s, %s: %s", b.kind, what, s)
	}
	b.quiet()
}

// Whatever players, allies and files say stays text.
func TestBrowserHostile(t *testing.T) {
	for _, kind := range chosen() {
		for i, l := range inPlay(t, 0) {
			if kind != "chromium" && i > 0 {
				continue
			}
			t.Run(kind+" "+l.rulebook, func(t *testing.T) {
				t.Parallel()
				b := start(t, kind)
				b.open(page(t, l.rulebook))
				b.until("the page", `return globalThis.weltentor?.store`)
				b.js(nil, watch)
				table := poisoned(t, l, i)
				b.keys("input[type=file]", put(t, "TISCH.json", table))
				b.taken()
				b.clean(l.rulebook + ": data")
				b.view("files")
				b.keys("main input[type=file]", put(t, "mine.json", b.myTable(table)))
				b.until("my table", `return weltentor.store.state.notes.length > 5`)
				b.view("allies")
				b.keys("main input[type=file]", put(t, "ally.json", b.ally(table)))
				b.until("the ally", `return weltentor.store.state.allies.length === 2`)
				b.walk([]string{"en", "de"}[i%2:]...)
				b.clean(l.rulebook + ": all views")
				b.shot("hostile-" + l.rulebook)
			})
		}
	}
}

// taken waits until a table is opened, and says why it is not.
func (b *tab) taken() {
	b.t.Helper()
	b.until("a table or a message", `return weltentor.store.state.opened?.desk || weltentor.store.state.said`)
	var why string
	if b.js(&why, `const { opened, said } = weltentor.store.state; return opened ? '' : said.text`); why != "" {
		b.t.Fatalf("%s: %s", b.kind, why)
	}
}

// chart is the chart of the page with hostile texts; labels stay, so that it can be drawn.
func (b *tab) chart() any {
	b.t.Helper()
	var chart any
	b.js(&chart, `return weltentor.store.state.opened.chart`)
	n := 3
	return poison(chart, "", &n, func(at string) bool {
		return strings.HasSuffix(at, ".label") || strings.HasSuffix(at, ".rim") || strings.HasSuffix(at, ".fill") ||
			strings.HasSuffix(at, ".colour")
	})
}

// ally is a file of an ally.
func (b *tab) ally(table map[string]any) any {
	return map[string]any{"weltentor": "ally", "schema": 1, "rulebook": table["rulebook"], "world": table["world"],
		"realm": 98, "name": hostile[0], "turn": 2, "chart": b.chart(), "armies": hostileArmies(b.chart())}
}

// hostileArmies stand on the first fields of a chart.
func hostileArmies(chart any) (armies []any) {
	for i, c := range list(chart.(map[string]any)["cells"])[:5] {
		armies = append(armies, map[string]any{"realm": 3, "name": hostile[i], "kind": hostile[i+5], "men": 7,
			"at": c.(map[string]any)["label"], "words": map[string]any{hostile[0]: hostile[i]}})
	}
	return armies
}

// myTable is a file "my table".
func (b *tab) myTable(table map[string]any) any {
	var notes, drafts []any
	for i, c := range list(b.chart().(map[string]any)["cells"])[:len(hostile)] {
		at := c.(map[string]any)["label"]
		notes = append(notes, map[string]any{"at": at, "text": hostile[i], "mark": hostile[i]})
		drafts = append(drafts, map[string]any{"id": fmt.Sprint("h", i), "name": hostile[i], "turn": table["turn"],
			"text": strings.Join(hostile, "\n")})
	}
	notes = append(notes, map[string]any{"at": hostile[0], "text": strings.Repeat(hostile[2], 300)})
	ally := map[string]any{"realm": 99, "name": hostile[2], "turn": 1, "chart": b.chart(),
		"armies": hostileArmies(b.chart()), "shift": map[string]any{"h": 0, "y": 0}}
	return map[string]any{"what": "weltentor-my-table", "schema": 1, "tables": []any{table}, "drafts": drafts,
		"draft": "h0", "notes": notes, "allies": []any{ally}}
}

// damaged are files that cannot be taken, each for another reason.
func damaged(t *testing.T) map[string][]byte {
	whole, err := os.ReadFile(inPlay(t)[0].file)
	if err != nil {
		t.Fatal(err)
	}
	// of the turn that lies there: whole, it would be laid in its place
	with := func(key string, value any) []byte {
		var v map[string]any
		if err := json.Unmarshal(whole, &v); err != nil {
			t.Fatal(err)
		}
		v[key] = value
		raw, _ := json.Marshal(v)
		return raw
	}
	noise := make([]byte, 5000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	var bomb bytes.Buffer
	z, _ := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	zeros := bytes.Repeat([]byte(" "), 1<<20)
	for range 100 {
		_, _ = z.Write(zeros)
	}
	z.Close()
	proto := map[string]any{"__proto__": 1}
	return map[string][]byte{
		"empty.json":      nil,
		"half.json":       whole[:len(whole)/2],
		"noise.json":      noise,
		"noise.zip":       append([]byte("PK\x03\x04"), noise...),
		"noise.gz":        append([]byte{0x1f, 0x8b, 8}, noise...),
		"null.json":       []byte("null"),
		"list.json":       []byte("[1,2]"),
		"deep.json":       bytes.Repeat([]byte("["), 1<<19),
		"huge.json":       bytes.Repeat([]byte("[1],"), 4<<20),
		"bomb.json.gz":    bomb.Bytes(),
		"known.json":      with("known", "AAAA"),
		"not-base64.json": with("known", "<script>"),
		"tables.json":     with("tables", "= = ="),
		"rules.json":      with("rules", 99999),
		"schema.json":     with("schema", 99),
		"other.json":      with("rulebook", "chess"),
		"facts.json":      with("facts", []any{}),
		"turn.json":       with("turn", -3),
		"address.json":    with("address", 7),
		"deadline.json":   with("deadline", "2027-03-26T20:00:00Z<img>"),
		"world.json":      with("world", strings.Repeat("x", 9999)),
		"proto.json":      append([]byte(`{"__proto__":{"polluted":1},`), with("facts", proto)[1:]...),
	}
}

// Files that are damaged or too large are named in a message, and leave the table as it was.
func TestBrowserDamagedFiles(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			l := inPlay(t)[0]
			b.onTable(l.rulebook, l.file)
			b.js(nil, watch)
			const state = `const { said, view, at, week, way, rows, readOf, checked, checkedOf, ...rest } = weltentor.store.state;
				const { page } = await weltentor.store.engine.check(rest.drafts[0].text);
				return JSON.stringify([rest, page]);`
			var before, after string
			b.js(&before, state)
			files := damaged(t)
			for _, name := range sortedNames(files) {
				b.view("files")
				b.js(nil, `weltentor.store.set({ said: null })`)
				b.keys("main input[type=file]", put(t, name, files[name]))
				b.until("a message about "+name, `return document.querySelector('.messages [role=alert] p')`)
				if b.js(&after, state); after != before {
					t.Errorf("%s: %s changes the table: %.300s", kind, name, after)
				}
			}
			b.clean("damaged files")
		})
	}
}

func sortedNames(files map[string][]byte) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
