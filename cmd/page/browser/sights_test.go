//go:build servers

package browser

// sights are what is shown on a picture: a view, with something chosen.
var sights = []struct {
	name  string
	shows map[string]any // "army", "at" and "work" stand for one of each
}{
	{"map", nil},
	{"army", map[string]any{"view": "army", "army": "army"}},
	{"armies", map[string]any{"view": "army"}},
	{"text", map[string]any{"view": "army", "army": "army", "drawer": true}},
	{"field", map[string]any{"at": "at"}},
	{"recruit", map[string]any{"view": "recruit"}},
	{"build", map[string]any{"view": "build", "work": "work"}},
	{"forms", map[string]any{"view": "forms"}},
	{"realms", map[string]any{"view": "realms"}},
	{"replay", map[string]any{"view": "replay"}},
	{"report", map[string]any{"view": "report"}},
	{"receipt", map[string]any{"view": "receipt"}},
	{"years", map[string]any{"view": "years"}},
	{"table", map[string]any{"view": "table"}},
	{"more", map[string]any{"view": "more"}},
	{"help", map[string]any{"view": "help"}},
	{"files", map[string]any{"view": "files"}},
	{"allies", map[string]any{"view": "allies"}},
	{"find", map[string]any{"finding": true}},
}

// sees shows something, and reports whether the game has it.
func (b *tab) sees(shows map[string]any) (has bool) {
	b.t.Helper()
	b.js(&has, `const { opened } = weltentor.store.state, shows = args[0] ?? {};
		const own = opened.desk?.armies?.filter((a) => !a.in && a.actions?.length) ?? [];
		const goes = own.filter((a) => weltentor.store.state.rows.some((r) => r.army === a.name && r.values?.some((v) => /^[1-6]/.test(v))));
		const army = (goes.find((a) => a.arm === 'horse') ?? goes.find((a) => a.arm === 'foot') ?? goes[0] ?? own[0])?.name;
		const mine = opened.chart?.cells.filter((c) => c.owner === opened.realm || c.own) ?? [];
		const at = (mine.find((c) => c.name) ?? mine[0] ?? opened.chart?.cells[0])?.label;
		const work = (opened.desk?.works?.find((w) => w.sites?.some((s) => !s.why)) ?? opened.desk?.works?.[0])?.code;
		const has = { army: opened.desk?.armies?.length, recruit: opened.desk?.units?.length, build: opened.desk?.works?.length };
		if (shows.army && !army || shows.view in has && !has[shows.view]) return false;
		weltentor.store.set({ view: 'map', army: null, at: null, drawer: false, finding: false, said: null, ...shows,
			...(shows.army && { army }), ...(shows.at && { at }), ...(shows.work && { work }) });
		document.activeElement?.blur();
		const soon = async (css) => { for (let i = 0; i < 100 && !document.querySelector(css); i++) await new Promise((r) => setTimeout(r, 20)); return document.querySelector(css); };
		if (shows.view === 'replay') (await soon('.tl .wk button:nth-child(2)'))?.click();
		await new Promise((r) => setTimeout(r, matchMedia('(prefers-reduced-motion: reduce)').matches ? 60 : 450));
		return true;`, shows)
	return has
}
