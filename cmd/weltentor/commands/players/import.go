package players

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/playerlist"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
)

// realmImportCmd adds the realms in a list.
type realmImportCmd struct {
	folder.Writes
	File  string `arg:""`
	Print bool
	JSON  bool `name:"json"`

	Columns []string `placeholder:"realm=Reich,…"`
	raw     []byte
}

// Open shows what each column of the list is taken for, and asks a person whether that is right, before it opens the
// world to add the realms.
func (k *realmImportCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	return folder.WriteIf(c, k.Dir, func(w *folder.Opened) (err error) {
		if k.raw, err = c.ReadAll(k.File); err != nil {
			return err
		}
		r := k.read(w)
		if len(r.Faults) > 0 || !k.show(c, r) {
			return nil
		}
		return c.Sure(!c.Seen || !terminal.Typing(c.In), "list", phrase.Num("n", len(r.Rows)), phrase.Str("file", k.File))
	})
}

// show prints the columns, unless each has the name by which the help calls it and nobody is at the terminal.
func (k *realmImportCmd) show(c *call.Call, r *playerlist.Roster) (shown bool) {
	plain := !c.Seen && len(r.Notes) == 0
	wide := 0
	for _, col := range r.Columns {
		plain = plain && col.Head == col.Is
		wide = max(wide, utf8.RuneCountInString(terminal.OneCell(col.Head)))
	}
	if plain || k.JSON {
		return false
	}
	v := c.Voice
	fmt.Fprintln(v.Err, v.Book.Say(phrase.P("list-head", phrase.Str("file", k.File), phrase.Num("n", len(r.Rows)))))
	for _, col := range r.Columns {
		head := terminal.OneCell(col.Head)
		head += strings.Repeat(" ", wide-utf8.RuneCountInString(head))
		says := phrase.P("list-unused", phrase.Str("column", head))
		if col.Is != "" {
			says = phrase.P("list-used", phrase.Str("column", head), phrase.Key("what", "list-column-"+col.Is),
				phrase.Str("cells", sample(col.Cells)))
		}
		fmt.Fprintln(v.Err, "  "+v.Book.Say(says))
	}
	for _, n := range r.Notes {
		v.Warn("list-line", phrase.Str("file", k.File), phrase.Num("line", n.Line), phrase.Str("what", v.Book.Say(n.What)))
	}
	return true
}

// sample is the first cells of a column.
func sample(cells []string) string {
	const most = 2
	shown := []string{}
	for _, cell := range cells[:min(most, len(cells))] {
		shown = append(shown, playerlist.Shown(cell))
	}
	if len(cells) > most {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
}

// importJSON is the answer of `realm import --json`.
type importJSON struct {
	Added  []addedJSON  `json:"added"`
	Passed []passedJSON `json:"passed"`
}

type addedJSON struct {
	Realm    int    `json:"realm"`
	Name     string `json:"name"`
	Mail     string `json:"mail"`
	Password string `json:"password,omitempty"` // with --print
}

// passedJSON is a line of the list that was skipped.
type passedJSON struct {
	Line  int    `json:"line"`
	Mail  string `json:"mail"`
	Realm int    `json:"realm"` // that the player has already
	name  string // of it
}

// Run adds all realms in the list, or none and names each wrong line. Players whose address has a realm are skipped,
// so the same list, or a longer one, can be imported again. The passwords leave by mail.
func (k *realmImportCmd) Run(c *call.Call, w *folder.Opened) error {
	r := k.read(w)
	if k.Print && r.Numbered {
		return complaint.Usage("list-no-print")
	}
	if err := choose(w, r); err != nil {
		return err
	}
	passed, err := passOver(w, r)
	if err == nil && !r.Numbered {
		err = named(w, r)
	}
	if err != nil {
		return err
	}
	gone := w.Watched("work-import")
	added, err := enlist(w, r)
	gone()
	if err != nil || len(r.Faults) > 0 {
		return k.refuse(w, r, err)
	}
	for i := range added {
		warnLocal(c, r.Rows[i].Mail)
	}
	if k.JSON {
		if err := c.JSON().Encode(k.answer(r, added, passed)); err != nil {
			return err
		}
		return warnCrowded(w)
	}
	for _, p := range passed {
		c.Voice.Warn("list-passed", phrase.Str("file", k.File), phrase.Num("line", p.Line), phrase.Str("mail", p.Mail),
			phrase.Num("realm", p.Realm), phrase.Str("name", p.name))
	}
	for i, a := range added {
		n := r.Rows[i]
		c.Voice.Say("list-added", phrase.Num("realm", a.Number), phrase.Str("name", terminal.OneCell(n.Name)),
			phrase.Str("mail", n.Mail))
		if k.Print {
			fmt.Fprintf(c.Out, "$I %d %s\n", a.Number, a.Password)
		}
	}
	c.Voice.Warn("list-done", phrase.Num("n", len(added)), phrase.Num("passed", len(passed)))
	return warnCrowded(w)
}

// read reads the list. Only a game that has moved in has realms before it has players.
func (k *realmImportCmd) read(w *folder.Opened) *playerlist.Roster {
	if hosted, err := w.Hosted(); err == nil && hosted != nil && hosted.MovedIn() {
		return playerlist.ReadMoving(k.raw, k.Columns...)
	}
	return playerlist.Read(k.raw, k.Columns...)
}

// answer returns what was done, for scripts.
func (k *realmImportCmd) answer(r *playerlist.Roster, added []roster.Added, passed []passedJSON) importJSON {
	out := importJSON{Added: []addedJSON{}, Passed: passed}
	for i, a := range added {
		row := addedJSON{Realm: a.Number, Name: r.Rows[i].Name, Mail: r.Rows[i].Mail}
		if k.Print {
			row.Password = a.Password
		}
		out.Added = append(out.Added, row)
	}
	return out
}

// listGarbage is how much garbage may pile up while a list is added, in percent of the live memory.
const listGarbage = 250

// enlist adds the realms if nothing in the list is wrong.
func enlist(w *folder.Opened, r *playerlist.Roster) ([]roster.Added, error) {
	if r.Numbered {
		return handOut(w, r)
	}
	list := make([]roster.Newcomer, len(r.Rows))
	for i, row := range r.Rows {
		list[i] = row.Newcomer
	}
	if len(r.Faults) > 0 {
		return nil, players.TryRealms(w.World, list) // what the rules say about the other lines
	}
	if len(list) == 0 {
		return nil, nil
	}
	// Each realm makes much garbage, and little that stays.
	defer debug.SetGCPercent(debug.SetGCPercent(listGarbage))
	return players.AddRealms(w.World, list, w.Call.Now())
}

// handOut gives the realms of a numbered list to their players.
func handOut(w *folder.Opened, r *playerlist.Roster) (added []roster.Added, err error) {
	list := make([]players.Handed, len(r.Rows))
	for i, row := range r.Rows {
		list[i] = players.Handed{Realm: row.Number, To: row.Row()}
		added = append(added, roster.Added{Number: row.Number})
	}
	if len(r.Faults) > 0 || len(list) == 0 {
		return nil, nil
	}
	return added, players.HandOut(w.World, list, w.Call.Now())
}

// refuse says what is wrong with a list, with line numbers.
func (k *realmImportCmd) refuse(w *folder.Opened, r *playerlist.Roster, err error) error {
	var refused roster.Refusals
	if err != nil && !errors.As(err, &refused) {
		return err
	}
	faults := slices.Clone(r.Faults)
	for _, one := range refused {
		what := phrase.P("list-refused", phrase.Str("why", complaint.InWords(one.Err, w.Call.Voice.Book.Lang)))
		faults = append(faults, playerlist.Fault{Line: r.Rows[one.At].Line, What: what})
	}
	slices.SortStableFunc(faults, func(a, b playerlist.Fault) int { return cmp.Compare(a.Line, b.Line) })
	v := w.Call.Voice
	for _, f := range faults {
		v.Warn("list-line", phrase.Str("file", k.File), phrase.Num("line", f.Line),
			phrase.Str("what", v.Book.Say(f.What)))
	}
	return complaint.Usage("list-wrong", phrase.Str("file", k.File))
}

// passOver removes the lines from a list whose players have a realm already, or whose realm waits for a player.
func passOver(w *folder.Opened, r *playerlist.Roster) (passed []passedJSON, err error) {
	realms, err := players.Realms(w.World)
	if err != nil {
		return nil, err
	}
	passed = []passedJSON{}
	type place struct {
		mail   string
		number int // 0 in a list that is not numbered
	}
	has := map[place]roster.RealmRow{}
	for _, realm := range slices.Backward(realms) {
		for _, m := range realm.Mail {
			has[place{address.Folded(m), 0}], has[place{address.Folded(m), realm.Number}] = realm, realm
		}
	}
	r.Rows = slices.DeleteFunc(r.Rows, func(row playerlist.Row) bool {
		realm, there := has[place{address.Folded(row.Mail), row.Number}]
		if there {
			passed = append(passed, passedJSON{row.Line, row.Mail, realm.Number, realm.Name})
		}
		return there || row.Mail == ""
	})
	return passed, nil
}

// named names the realms of a list that names none, as the machine names its own.
func named(w *folder.Opened, r *playerlist.Roster) error {
	realms, err := players.Realms(w.World)
	free := players.FreeNames(realms)
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.Name != "":
		case len(free) == 0:
			r.Wrong(row.Line, "list-cell-missing", phrase.Str("column", "name"))
		default:
			row.Name, free = free[0], free[1:]
		}
	}
	return err
}

// choose finds which of the world's choices each line means.
func choose(w *folder.Opened, r *playerlist.Roster) error {
	kinds, cultures, err := players.Offers(w.World)
	if err != nil {
		return err
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		for _, o := range []struct {
			column string
			value  *string
			of     roster.Offers
		}{{"kind", &row.Kind, kinds}, {"culture", &row.Culture, cultures}} {
			if *o.value == "" {
				continue
			}
			code, ok := o.of.Find(*o.value)
			switch {
			case o.of.None():
				r.Wrong(row.Line, "list-no-choice", phrase.Str("column", o.column),
					phrase.Str("value", playerlist.Shown(*o.value)))
			case !ok:
				r.Wrong(row.Line, "list-choice", phrase.Str("column", o.column),
					phrase.Str("value", playerlist.Shown(*o.value)),
					phrase.Str("choices", offeredIn(w.Call.Voice, o.of)))
			}
			*o.value = code
		}
		row.Lang = cmp.Or(row.Lang, w.Call.Voice.Book.Lang)
	}
	return nil
}
