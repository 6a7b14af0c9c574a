//go:build fleet && servers

package migrate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/rows"
)

// testdata/journal.sql.zst is what pg_dump says of a database of the journal: version 1 of its tables, as 5aca2510 made
// them, and all later commits that had a journal; this one is by 5e120cb6. Two hosts have played three worlds for two
// turns. Then a realm of west was forgotten, west was paused and stopped, the host two was drained, and a mail each for
// south and west was listed. Whatever the time is now, the hosts are gone; an account that has sent was added.
//
// testdata/worlds.txt is what the programs of that time made of it by following the journal: of each world its name, its
// last entry, its turn, and how many records it has, with their SHA-256, but for the keys of commands that were run.

// base is a server with a database that has the journal.
type base struct {
	*testing.T
	server *server.Server
	worlds []followed
	made   int
}

// followed is a line of worlds.txt.
type followed struct {
	name              string
	at, turn, records int
	sum               string
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestMigration has a server for all of them.
func TestMigration(t *testing.T) {
	b := &base{T: t, server: server.Start(t)}
	b.exec("postgres", "create database journal")
	packed, err := os.ReadFile("testdata/journal.sql.zst")
	must(t, err)
	z, err := zstd.NewReader(nil)
	must(t, err)
	defer z.Close()
	sql, err := z.DecodeAll(packed, nil)
	must(t, err)
	b.exec("journal", string(sql)+`
		update weltentor.register set value = '{"at":"2020-01-01T00:00:00Z"}' where key like 'host/%';
		insert into weltentor.register values ('account/post', 99, '{"hour":"2026-11-26T01:00:00Z","count":7}')`)
	lines, err := os.ReadFile("testdata/worlds.txt")
	must(t, err)
	for line := range strings.Lines(string(lines)) {
		var w followed
		_, err := fmt.Sscan(line, &w.name, &w.at, &w.turn, &w.records, &w.sum)
		must(t, err)
		b.worlds = append(b.worlds, w)
	}
	for _, c := range []struct {
		name string
		test func(*base)
	}{
		{"Moves", moves},
		{"Parts", movesParts},
		{"Damage", damageIsLeft},
		{"Refuses", refuses},
		{"Killed", goesOn},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(&base{T: t, server: b.server, worlds: b.worlds}) })
	}
}

// url is the address of a database.
func (b *base) url(database string) string {
	return strings.TrimSuffix(b.server.URL(), "postgres") + database
}

// exec runs statements in a database.
func (b *base) exec(database, sql string) {
	b.Helper()
	conn, err := pgx.Connect(b.Context(), b.url(database))
	must(b, err)
	defer conn.Close(b.Context())
	_, err = conn.PgConn().Exec(b.Context(), sql).ReadAll()
	must(b, err)
}

// old makes a database with the journal, and returns its name.
func (b *base) old() string {
	b.Helper()
	b.made++
	name := fmt.Sprintf("%s_%d", strings.ToLower(filepath.Base(b.Name())), b.made)
	b.exec("postgres", "create database "+name+" template journal")
	return name
}

// run runs a migration, and returns what it has told.
func (b *base) run(database string) (told map[string]Became, errs map[string]error, err error) {
	b.Helper()
	pool, err := pgxpool.New(b.Context(), b.url(database))
	must(b, err)
	defer pool.Close()
	told, errs = map[string]Became{}, map[string]error{}
	m := &Migration{Pool: pool, Dir: filepath.Join(b.TempDir(), "x"), Tell: func(world string, became Became, err error) {
		told[world], errs[world] = became, err
	}}
	err = m.Run(b.Context())
	if left, _ := filepath.Glob(m.Dir); len(left) > 0 {
		b.Errorf("there is left: %v", left)
	}
	return told, errs, err
}

// ask returns the rows of a query, as text.
func (b *base) ask(database, sql string) string {
	b.Helper()
	conn, err := pgx.Connect(b.Context(), b.url(database))
	must(b, err)
	defer conn.Close(b.Context())
	all, err := conn.PgConn().Exec(b.Context(), sql).ReadAll()
	must(b, err)
	var text []string
	for _, row := range all[len(all)-1].Rows {
		text = append(text, string(bytes.Join(row, []byte(" "))))
	}
	return strings.Join(text, "\n")
}

// sumOf is the sum of all records of a world in rows, with how many there are.
func sumOf(t testing.TB, pool *pgxpool.Pool, world string) (records, turn int, sum string) {
	t.Helper()
	worlds, err := rows.Open(context.Background(), pool, 0)
	must(t, err)
	all := sha256.New()
	must(t, worlds.World(context.Background(), world).View(func(k store.Keys) error {
		tx := store.Over(k)
		turn = store.Turn(tx)
		for r, err := range tx.Records() {
			must(t, err)
			if string(slices.Concat(r.Way, [][]byte{r.Key})[0]) == "invoked" {
				continue
			}
			records++
			switch value := r.Value; string(r.Key) {
			case "place":
				if !bytes.Contains(value, []byte(`"inode":0`)) {
					t.Errorf("%s is still in a folder: %q", world, value)
				}
			case "generation": // which says that the place has changed
			default:
				fmt.Fprintf(all, "%x %x %x %t\n", r.Way, r.Key, value, value == nil)
			}
		}
		return nil
	}))
	return records, turn, fmt.Sprintf("%x", all.Sum(nil))
}

// is fails unless a database has all that the journal had.
func (b *base) is(database string) {
	b.Helper()
	pool, err := pgxpool.New(b.Context(), b.url(database))
	must(b, err)
	defer pool.Close()
	for _, w := range b.worlds {
		if n, turn, sum := sumOf(b, pool, w.name); n != w.records || turn != w.turn || sum != w.sum {
			b.Errorf("%s has %d records in turn %d, %s, want %v", w.name, n, turn, sum, w)
		}
	}
	for what, want := range map[string]string{
		"select version from weltentor.layout": "2",
		`select name, mailbox, account, about ->> 'rulebook' <> '', about -> 'addresses', stopped ->> 'host', next_due
			from weltentor.world order by name`: `north main post t ["game+north@demo.test"]  -infinity
south main post t ["game+south@demo.test"]  -infinity
west main post t ["game+west@demo.test"] one -infinity`,
		`select w.name, m.mailbox, m.validity, m.uid, length(m.sum), m.taken, m.before = b.at - interval '1 hour'
			from weltentor.mailrow m join weltentor.world w on w.id = m.world
			left join weltentor.barrier b on b.mailbox = m.mailbox order by w.name`: "south main 77 4711 64  t\nwest main 77 4712 64  t",
		"select mailbox, besides from weltentor.barrier": "main {west}",
		`select count(*) > 0 from weltentor.world w join weltentor.cell c on c.world = w.id
			where w.name = 'west' and c.path like '%invoked'`: "t",
		"select host, aside from weltentor.member":                       "two t",
		"select account, n, hour at time zone 'UTC' from weltentor.sent": "post 7 2026-11-26 01:00:00",
	} {
		if got := b.ask(database, what); got != want {
			b.Errorf("%s:\n%s\nwant\n%s", what, got, want)
		}
	}
	old := b.ask("journal", "select key, value from weltentor.register where key like 'settings/%' order by key")
	now := b.ask(database, `select 'settings/' || name, convert_to(settings, 'UTF8') from weltentor.world order by name`)
	if old != now || len(old) < 100 {
		b.Errorf("the settings are\n%s\nand were\n%s", now, old)
	}
}

func moves(b *base) {
	db := b.old()
	told, _, err := b.run(db)
	must(b, err)
	if want := map[string]Became{"north": Moved, "south": Moved, "west": Moved}; !maps.Equal(told, want) {
		b.Errorf("told %v", told)
	}
	b.is(db)
	if _, _, err := b.run(db); !errors.Is(err, ErrDone) {
		b.Errorf("once more: %v", err)
	}
	must(b, b.drop(db))
	if n := b.ask(db, "select count(*) from pg_class where relname like 'journal%' or relname = 'revisions'"); n != "0" {
		b.Errorf("%s tables of the journal are left", n)
	}
	b.is(db)
	if err := b.drop(db); !errors.Is(err, ErrNone) {
		b.Errorf("dropped once more: %v", err)
	}
}

// drop removes what is left of the journal.
func (b *base) drop(database string) error {
	b.Helper()
	pool, err := pgxpool.New(b.Context(), b.url(database))
	must(b, err)
	defer pool.Close()
	return (&Migration{Pool: pool}).Drop(b.Context())
}

// split puts the pages of a world's last whole entry into parts, as those of large worlds are.
func (b *base) split(database, world string) {
	b.Helper()
	conn, err := pgx.Connect(b.Context(), b.url(database))
	must(b, err)
	defer conn.Close(b.Context())
	var number int64
	var raw, data []byte
	must(b, conn.QueryRow(b.Context(), `select number, head, data from weltentor.entries where log = $1
		and convert_from(head, 'UTF8')::jsonb -> 'whole' = 'true' order by number desc limit 1`, "world/"+world).
		Scan(&number, &raw, &data))
	var sums []string
	for part := range slices.Chunk(data, 4000) {
		sums = append(sums, fmt.Sprintf("%x", sha256.Sum256(part)))
		_, err := conn.Exec(b.Context(), "insert into weltentor.parts values ($1, $2, now(), $3) on conflict do nothing",
			"world/"+world, sums[len(sums)-1], part)
		must(b, err)
	}
	if len(sums) < 2 {
		b.Fatalf("%d parts", len(sums))
	}
	var head map[string]json.RawMessage
	must(b, json.Unmarshal(raw, &head))
	head["parts"] = fmt.Append(nil, len(sums))
	raw, err = json.Marshal(head)
	must(b, err)
	list, err := json.Marshal(sums)
	must(b, err)
	_, err = conn.Exec(b.Context(), "update weltentor.entries set head = $3, data = $4 where log = $1 and number = $2",
		"world/"+world, number, raw, list)
	must(b, err)
}

// movesParts: entries that are in parts are whole again.
func movesParts(b *base) {
	db := b.old()
	b.split(db, "south")
	_, _, err := b.run(db)
	must(b, err)
	b.is(db)
}

// damageIsLeft: a world whose journal is damaged stays where it is, and the others are moved. When it is repaired, the
// next run moves it.
func damageIsLeft(b *base) {
	const last = `log = 'world/north' and number = (select max(number) from weltentor.entries where log = 'world/north')`
	for _, c := range []struct{ what, do, undo string }{
		{"pages", "update weltentor.entries set data = set_byte(data, 40, get_byte(data, 40) # 1) where " + last,
			"update weltentor.journal_entries set data = set_byte(data, 40, get_byte(data, 40) # 1) where " +
				strings.ReplaceAll(last, ".entries", ".journal_entries")},
		{"head", `update weltentor.entries set head = convert_to(replace(convert_from(head, 'UTF8'), '"turn":3', '"turn":4'),
			'UTF8') where ` + last, ""},
		{"one is missing", `delete from weltentor.entries where log = 'world/north' and number = (select max(number) - 1
			from weltentor.entries where log = 'world/north')`, ""},
		{"all are missing", "delete from weltentor.entries where log = 'world/north'", ""},
		{"a part is missing", "delete from weltentor.parts where ctid = (select min(ctid) from weltentor.parts)", ""},
		{"the register", `update weltentor.register set value = '{' where key = 'world/north'`, ""},
		{"no settings", `update weltentor.register set key = 'x' where key = 'settings/north'`,
			`update weltentor.journal_register set key = 'settings/north' where key = 'x'`},
	} {
		db := b.old()
		if strings.HasPrefix(c.what, "a part") {
			b.split(db, "north")
		}
		b.exec(db, c.do)
		told, errs, err := b.run(db)
		if want := map[string]Became{"north": Failed, "south": Moved, "west": Moved}; !errors.Is(err, ErrLeft) ||
			!maps.Equal(told, want) || errs["north"] == nil {
			b.Errorf("%s: told %v, %v, %v", c.what, told, errs, err)
		}
		if n := b.ask(db, "select count(*) from weltentor.world where name = 'north'"); n != "0" {
			b.Errorf("%s: there are %s worlds", c.what, n)
		}
		if v := b.ask(db, "select version from weltentor.layout"); v != "1" {
			b.Errorf("%s: the tables have version %s", c.what, v)
		}
		if err := b.drop(db); !errors.Is(err, ErrLeft) {
			b.Errorf("%s: dropped: %v", c.what, err)
		}
		if c.undo == "" {
			continue
		}
		b.exec(db, c.undo)
		told, _, err = b.run(db)
		if want := map[string]Became{"north": Moved, "south": There, "west": There}; err != nil || !maps.Equal(told, want) {
			b.Errorf("%s, repaired: told %v, %v", c.what, told, err)
		}
		b.is(db)
	}
}

// refuses: nothing is moved while hosts work or a world is exported, and the journal stays as it is.
func refuses(b *base) {
	for _, c := range []struct {
		what string
		want error
	}{
		{"insert into weltentor.leases values ('x', 'shore-1-X', clock_timestamp() + interval '10 s')", ErrBusy},
		{`update weltentor.register set value = convert_to(format('{"at":"%s"}',
			to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), 'UTF8') where key = 'host/one'`, ErrBusy},
		{`update weltentor.register set value = '{"rulebook":"x","leaves":true}' where key = 'world/south'`, ErrLeaves},
		{"update weltentor.layout set version = 3", ErrNone},
		{"drop schema weltentor cascade", ErrNone},
	} {
		db := b.old()
		b.exec(db, c.what)
		if told, _, err := b.run(db); !errors.Is(err, c.want) || len(told) > 0 {
			b.Errorf("%s: %v, told %v", c.what, err, told)
		}
		if n := b.ask(db, "select count(*) from pg_tables where tablename = 'journal_entries'"); n != "0" {
			b.Errorf("%s: the tables have another name", c.what)
		}
	}
}

// goesOn: wherever a migration is killed, what was moved is whole, and the next run moves the rest.
func goesOn(b *base) {
	db := b.old()
	all := b.killed(db, 0)
	b.is(db)
	between, within := 0, 0
	for at := 1; at <= all; at += stride() {
		db := b.old()
		b.killed(db, at)
		there := 0
		if b.ask(db, "select to_regclass('weltentor.world') is not null") == "t" {
			for _, w := range b.worlds {
				switch n := b.ask(db, `select count(*) from weltentor.world w join weltentor.cell c on c.world = w.id
					where name = '`+w.name+"' and c.key <> 'invoked' and c.path not like '%invoked'"); n {
				case fmt.Sprint(w.records):
					there++
				case "0":
				default:
					b.Errorf("killed at statement %d of %d: %s has %s records", at, all, w.name, n)
				}
			}
		}
		if there > 0 && there < len(b.worlds) {
			between++
		} else {
			within++
		}
		told, _, err := b.run(db)
		if at == all && errors.Is(err, ErrDone) { // the last one only lets go of the lock
			b.is(db)
			continue
		}
		for _, n := range slices.Collect(maps.Values(told)) {
			if n == There {
				there--
			}
		}
		if err != nil || there != 0 {
			b.Errorf("killed at statement %d of %d: the next run told %v, %v", at, all, told, err)
		}
		b.is(db)
		b.exec("postgres", "drop database "+db)
	}
	b.Logf("%d statements; %d kills left some of the worlds, %d none or all", all, between, within)
	if between == 0 {
		b.Error("no kill was between worlds")
	}
}

// stride is how many statements lie between two kills.
func stride() int {
	if os.Getenv("KILLS") == "full" {
		return 1
	}
	return 7
}
