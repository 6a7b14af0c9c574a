//go:build servers

package browser

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// The page says which game it is, where its rules are, and what can be spent now, if the report has another number. In a
// game without men nothing says that there are none, and an army that is to stay is not counted as one without orders.
func TestBrowserSaysWhatItShows(t *testing.T) {
	for _, rb := range games(3) {
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				b, game := start(t, kind), rb.Words(phrase.En).T("game")
				b.onTable(rb.Name(), waiting(t, rb, phrase.En))
				b.until("the game's name", `return document.querySelector('.who small').textContent.includes(args[0])`, game)
				b.until("the turn first, in one line, with the whole as its title", `const e = document.querySelector('.who small'), { title } = weltentor.store.state.opened;
					return e.textContent.startsWith(title) && e.title === e.textContent && e.getClientRects().length === 1 && e.offsetHeight < 2 * parseFloat(getComputedStyle(e).fontSize)`)
				for _, place := range [][2]string{{"help", ".panel"}, {"report", ".sheet"}} {
					b.view(place[0])
					b.until("how the rules come in "+place[0], `const p = document.querySelector(args[0] + ' .rules'), { address } = weltentor.store.state.table;
						return address && p.textContent.includes('RULES') && p.textContent.includes(address) && p.querySelector('a').href === 'mailto:' + address + '?subject=RULES'`, place[1])
				}
				b.until("the deadline with its zone", `const { table, opened } = weltentor.store.state;
					return !table.deadline || !opened.takes || /GMT|UTC/.test([...document.querySelectorAll('.todo > span')].at(-1).textContent)`)
				b.until("what comes next", `const send = document.querySelector('.top .send'); if (!send) return !weltentor.store.state.opened.takes; send.click(); return weltentor.store.state.view === 'map'`)
				b.view("help")
				b.until("how one wins, and signs", `const { goal, desk } = weltentor.store.state.opened, p = document.querySelector('.panel');
					return (!goal || p.querySelector('.goal').textContent === goal) && (!desk || new Set([...desk.armies, ...(desk.units ?? [])].map((a) => a.arm).filter(Boolean)).size < 2 || p.querySelector('.signs svg'))`)
				b.view("report")
				b.shot("says-report-" + rb.Name())
				b.until("what can be spent", `const { opened, table } = weltentor.store.state, n = (x) => x.toLocaleString('en-GB');
					const other = (opened.desk.purse ?? []).filter((p) => table.facts.money.some((m) => m.kind === 'treasury' && m.code === p.code && m.amount !== p.amount));
					const says = [...document.querySelectorAll('.sheet .to-spend')].map((e) => e.textContent);
					return says.length === other.length && other.every((p, i) => says[i].includes(n(p.amount) + ' ' + p.name))`)
				b.view("realms")
				b.until("who is in sight", `return !/\b0 men/.test(document.querySelector('.sheet').textContent)`)
				b.view("army")
				b.until("sizes where armies have one", `const { opened, table } = weltentor.store.state, { shows } = opened.desk;
					const heads = [...document.querySelectorAll('.panel th')].map((e) => e.textContent), rows = [...document.querySelectorAll('.panel tbody tr')];
					const numbers = rows.map((r) => r.children[1].textContent), some = numbers.some((n) => /^\d/.test(n));
					return shows ? heads[1] === table.facts.names[shows] && some : heads.includes('strength') === opened.desk.armies.some((a) => a.men)`)
				b.js(nil, `const { store } = weltentor, { drafts, opened } = store.state;
					store.set({ drafts: drafts.map((d) => ({ ...d, stays: opened.desk.armies.map((a) => a.name) })) })`)
				b.view("receipt")
				b.until("one number of armies without orders", `const told = [...document.querySelectorAll('.todo button, .receipt summary')].map((e) => e.textContent).filter((t) => t.includes('without orders'));
					return told.includes('0armies without orders') && told.every((t) => !/[1-9]/.test(t))`)
				if kind != "chromium" {
					return // only it can be made a phone
				}
				b.screen(390, 844, true)
				b.view("map")
				b.until("the game's name on a phone", `const e = document.querySelector('.plan h2 small'); return e.offsetWidth > 20 && e.textContent.includes(args[0])`, game)
				b.shot("says-phone-" + rb.Name())
				b.view("more")
				b.until("the game's name in the menu", `return document.querySelector('.menu h2 small').textContent.includes(args[0])`, game)
			})
		}
	}
}

// A link for the mail program has a mark for the password. Whoever clicks it reads what to write there, and where that
// is, in both languages; a letter to players says so, too.
func TestBrowserSaysWhatToReplace(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			b.onTable(rb.Name(), waiting(t, rb, ""))
			b.js(nil, `HTMLAnchorElement.prototype.click = function () { window.went = this.href }`)
			for lang, says := range map[string][]string{"de": {"<PASSWORT>", "ersten Brief des Spiels"},
				"en": {"<PASSWORD>", "first letter of the game"}} {
				for view, button := range map[string]string{"receipt": ".out .main", "realms": ".own"} {
					b.view("map")
					b.js(nil, `weltentor.store.set({ lang: args[0] })`, lang)
					b.view(view)
					if view == "realms" {
						b.keys(".write", "x")
					}
					b.click(button)
					var told struct{ Text, Went string }
					b.js(&told, `return { text: document.querySelector('.replace')?.textContent ?? '', went: window.went ?? '' }`)
					b.shot("says-" + view + "-" + lang)
					realm := b.line()
					if !strings.Contains(told.Text, says[0]) || !strings.Contains(told.Text, says[1]) ||
						!strings.Contains(told.Text, realm) || !strings.HasPrefix(told.Went, "mailto:") {
						t.Errorf("%s, %s: %q, and the link is %q", lang, view, told.Text, told.Went)
					}
				}
			}
		})
	}
}

// line is how the line with the password begins.
func (b *tab) line() (begins string) {
	b.t.Helper()
	b.js(&begins, "return `$I ${weltentor.store.state.table.realm}`")
	return begins
}
