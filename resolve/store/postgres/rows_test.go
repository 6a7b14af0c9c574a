//go:build fleet && servers

package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.etcd.io/bbolt"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// base is a server for tests, and a pool of connections to it.
type base struct {
	*testing.T
	server *server.Server
	pool   *pgxpool.Pool
	made   int
}

// TestRows has a server for all of them.
func TestRows(t *testing.T) {
	s := server.Start(t)
	for _, c := range []struct {
		name string
		test func(*base)
	}{
		{"AreBuckets", areBuckets},
		{"TheFirstOneCounts", theFirstOneCounts},
		{"AReaderSeesOneMoment", aReaderSeesOneMoment},
		{"ALostVersionIsNoOther", aLostVersionIsNoOther},
		{"ALostAnswer", aLostAnswer},
		{"ACommandHasItsKey", aCommandHasItsKey},
		{"AnOldDatabaseIsRefused", anOldDatabaseIsRefused},
		{"AKeptWorldIsApart", aKeptWorldIsApart},
		{"ALongLook", aLongLook},
		{"ARefusalInAnyLanguage", aRefusalInAnyLanguage},
		{"AWarnedCommit", aWarnedCommit},
		{"Trips", trips},
		{"MemoryIsBounded", memoryIsBounded},
		{"DamageIsNamed", damageIsNamed},
		{"WorldsHaveNames", worldsHaveNames},
		{"AndBack", andBack},
		{"CopiesAreEqual", copiesAreEqual},
		{"CopiesAreWhole", copiesAreWhole},
		{"CopiesNeedLittleMemory", copiesNeedLittleMemory},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(&base{T: t, server: s, pool: pool(t, s.URL())}) })
	}
}

func pool(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	c, err := pgxpool.ParseConfig(url)
	must(t, err)
	c.ConnConfig.OnNotice = Notice
	p, err := pgxpool.NewWithConfig(context.Background(), c)
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open is a process of its own, as far as memory goes. It keeps so many bytes, 0 for what is usual.
func (b *base) open(kept int) *Worlds {
	b.Helper()
	w, err := Open(b.Context(), b.pool, kept)
	must(b, err)
	return w
}

// create makes a world with a bucket "b" and returns its name.
func (b *base) create(w *Worlds) string {
	b.Helper()
	b.made++
	name := fmt.Sprintf("%s %d", b.Name(), b.made)
	made(b, w, name, func(k store.Keys) error {
		_, err := k.Make([]byte("b"))
		return err
	})
	return name
}

// made makes a world.
func made(t testing.TB, w *Worlds, name string, fill func(store.Keys) error) {
	t.Helper()
	_, err := w.pool.Exec(t.Context(), "insert into weltentor.world (name, version) values ($1, 1)", name)
	must(t, err)
	must(t, w.World(t.Context(), name).Update(fill))
}

func put(e store.Engine, key, value string) error {
	return e.Update(func(k store.Keys) error { return k.In([]byte("b")).Put([]byte(key), []byte(value)) })
}

// has fails unless the key has that value.
func (b *base) has(e store.Engine, key, want string) {
	b.Helper()
	must(b, e.View(func(k store.Keys) error {
		if got := k.In([]byte("b")).Get([]byte(key)); string(got) != want {
			b.Errorf("%s is %q, want %q", key, got, want)
		}
		return nil
	}))
}

func (b *base) sql(statement string, args ...any) {
	b.Helper()
	_, err := b.pool.Exec(b.Context(), statement, args...)
	must(b, err)
}

// Of two transactions that have seen the same version, the second one to commit changes nothing.
func theFirstOneCounts(b *base) {
	one, other := b.open(0), b.open(0)
	name := b.create(one)
	slow, quick := one.World(b.Context(), name), other.World(b.Context(), name)
	must(b, put(slow, "k", "before"))
	err := slow.Update(func(k store.Keys) error {
		must(b, k.In([]byte("b")).Put([]byte("k"), []byte("slow")))
		must(b, k.In([]byte("b")).Put([]byte("l"), []byte("slow")))
		return put(quick, "k", "quick")
	})
	if !errors.Is(err, faults.ErrFenced) {
		b.Errorf("the second one got %v", err)
	}
	for _, e := range []store.Engine{slow, quick} {
		b.has(e, "k", "quick")
		b.has(e, "l", "")
	}
	must(b, put(slow, "k", "again"))
	b.has(quick, "k", "again")
}

// A reader sees what was there when it began, also of keys that it reads only after a commit.
func aReaderSeesOneMoment(b *base) {
	w, other := b.open(0), b.open(0)
	name := b.create(w)
	e := w.World(b.Context(), name)
	must(b, put(e, "k", "before"))
	must(b, other.World(b.Context(), name).View(func(k store.Keys) error {
		must(b, put(e, "k", "after"))
		must(b, put(e, "l", "after"))
		in := k.In([]byte("b"))
		if got := in.Get([]byte("k")); string(got) != "before" {
			b.Errorf("it sees %q", got)
		}
		if key, _ := in.Range().Last(); string(key) != "k" {
			b.Errorf("the last key is %q", key)
		}
		if err := in.Put([]byte("k"), nil); err == nil {
			b.Error("a reader could write")
		}
		return nil
	}))
	b.has(e, "l", "after")
}

// A database that has lost a commit, after a failover or from an old dump, goes on with other versions than the lost
// ones. So what a process knows of the lost commit does not count.
func aLostVersionIsNoOther(b *base) {
	w, other := b.open(0), b.open(0)
	name := b.create(w)
	e := w.World(b.Context(), name)
	must(b, put(e, "k", "before"))
	b.sql("create table old_world as select * from weltentor.world where name = $1", name)
	b.sql("create table old_cell as select * from weltentor.cell where world = (select id from old_world)")
	must(b, put(e, "k", "lost"))
	b.has(e, "k", "lost")
	b.sql("delete from weltentor.cell where world = (select id from old_world)")
	b.sql("insert into weltentor.cell select * from old_cell")
	b.sql("update weltentor.world w set version = o.version from old_world o where w.id = o.id")
	must(b, put(other.World(b.Context(), name), "l", "new"))
	b.has(e, "k", "before")
	b.has(e, "l", "new")
}

// If the answer to a commit is lost, the world says what became of it. While the database cannot be asked, nobody is
// told that nothing was done.
func aLostAnswer(b *base) {
	direct := b.open(0)
	name := b.create(direct)
	there := direct.World(b.Context(), name)
	proxy := newProxy(b.T, b.server.Address)
	via, err := Open(b.Context(), pool(b.T, b.server.Via(proxy.address)), 0)
	must(b, err)
	via.Patience = 2 * time.Second
	e := via.World(b.Context(), name)
	goesOn := func() { // an answer may begin before its commit has ended
		err := faults.ErrFenced
		for errors.Is(err, faults.ErrFenced) {
			err = put(there, "l", "other")
		}
		must(b, err)
	}
	oftenGoesOn := func() { // more often than the world has past versions
		for range 20 {
			goesOn()
		}
	}
	for _, c := range []struct {
		what  string
		cut   cut
		want  error
		value string
	}{
		{"the answer is lost", cut{}, nil, "new"},
		{"and somebody else has gone on", cut{meanwhile: goesOn}, nil, "new"},
		{"the commit is lost", cut{deaf: true}, faults.ErrSilent, "before"},
		{"and somebody else was first",
			cut{deaf: true, meanwhile: func() { must(b, put(there, "l", "other")) }}, faults.ErrFenced, "before"},
		{"and others have gone on for long", cut{meanwhile: oftenGoesOn}, faults.ErrUnconfirmed, "new"},
		{"the commit is lost, and others have gone on for long", cut{deaf: true, meanwhile: oftenGoesOn},
			faults.ErrUnconfirmed, "before"},
		{"nobody answers", cut{forever: true}, faults.ErrUnconfirmed, "new"}, // the proxy passes on what is sent
	} {
		must(b, put(e, "k", "before"))
		err = e.Update(func(k store.Keys) error {
			must(b, k.In([]byte("b")).Put([]byte("k"), []byte("new")))
			c.cut.of = k.(root).tx.conn.Conn().PgConn().Conn().LocalAddr().String()
			proxy.cut.Store(&c.cut)
			return nil
		})
		if !errors.Is(err, c.want) {
			b.Errorf("%s: got %v, want %v", c.what, err, c.want)
		}
		b.has(there, "k", c.value)
	}
	proxy.close()
	if err := put(e, "k", "again"); !errors.Is(err, faults.ErrSilent) {
		b.Errorf("without a database: %v", err)
	}
	if err := e.View(func(store.Keys) error { return nil }); !errors.Is(err, faults.ErrSilent) {
		b.Errorf("without a database, reading: %v", err)
	}
}

// A command's changes have its key, and only those that count. Nothing is stored before the command was told.
func aCommandHasItsKey(b *base) {
	name := b.world()
	st, err := store.OpenOn(b.open(0).World(b.Context(), name), b.TempDir(), func(*store.Tx) error { return nil })
	must(b, err)
	turn := func(n int) error {
		return st.Update(func(tx *store.Tx) error {
			if store.SetTurn(tx, n); n < 0 {
				return io.EOF
			}
			return nil
		})
	}
	begun := 0
	begins := func() error { begun++; return nil }
	must(b, turn(2))
	for n, key := range []string{"A", "B", "B"} {
		st.Signs(key, begins)
		must(b, turn(n))
	}
	st.Signs("C", begins)
	if err := turn(-1); !errors.Is(err, io.EOF) || begun != 4 {
		b.Errorf("%v, begun %d times", err, begun)
	}
	st.Signs("D", func() error { return io.ErrUnexpectedEOF })
	if err := turn(7); !errors.Is(err, io.ErrUnexpectedEOF) {
		b.Errorf("it did not begin: %v", err)
	}
	other, err := store.OpenOn(b.open(0).World(b.Context(), name), b.TempDir(), func(*store.Tx) error { return nil })
	must(b, err)
	for key, want := range map[string]bool{"A": true, "B": true, "C": false, "D": false} {
		if is, err := other.Invoked(key); err != nil || is != want {
			b.Errorf("%s: %t (%v), want %t", key, is, err, want)
		}
	}
}

// A world that is kept under another name stays as it is, and is not taken for the world.
func aKeptWorldIsApart(b *base) {
	w := b.open(0)
	name := b.create(w)
	e, kept := w.World(b.Context(), name), w.World(b.Context(), name+" kept")
	must(b, put(e, "k", "before"))
	keep := func(e store.Engine) error {
		return e.Update(func(k store.Keys) error {
			k.(store.Placed).Keep(name + " kept")
			return k.In([]byte("b")).Put([]byte("k"), []byte("after"))
		})
	}
	must(b, keep(e))
	b.has(kept, "k", "before")
	b.has(e, "k", "after")
	places := map[string]bool{}
	for _, e := range []store.Engine{e, kept, b.open(0).World(b.Context(), name)} {
		must(b, e.View(func(k store.Keys) error {
			places[store.FromKeys(k).Place()] = true
			return nil
		}))
	}
	if len(places) != 2 {
		b.Errorf("places are %v", places)
	}
	if names, err := e.Kept(name + " "); err != nil || len(names) != 1 || names[0] != name+" kept" {
		b.Errorf("kept are %q (%v)", names, err)
	}
	if err := keep(e); !errors.Is(err, faults.ErrExists) {
		b.Errorf("a second one of the name: %v", err)
	}
	must(b, e.Drop(name+" kept"))
	if err := e.Update(func(k store.Keys) error {
		must(b, keep(b.open(0).World(b.Context(), name)))
		must(b, e.Drop(name+" kept"))
		k.(store.Placed).Keep(name + " kept")
		return k.In([]byte("b")).Put([]byte("k"), []byte("late"))
	}); !errors.Is(err, faults.ErrFenced) {
		b.Errorf("somebody else was first: %v", err)
	}
	if names, err := e.Kept(name + " "); err != nil || len(names) != 0 {
		b.Errorf("kept are %q (%v) after that", names, err)
	}
}

// A look that computes for long is not cut off, as a change is.
func aLongLook(b *base) {
	c, err := pgxpool.ParseConfig(b.server.URL() + "?options=-cidle_in_transaction_session_timeout%3D300")
	must(b, err)
	impatient, err := pgxpool.NewWithConfig(b.Context(), c)
	must(b, err)
	defer impatient.Close()
	w, err := Open(b.Context(), impatient, 0)
	must(b, err)
	name := b.create(w)
	must(b, put(b.open(0).World(b.Context(), name), "k", "v"))
	look := func(k store.Keys) error {
		time.Sleep(time.Second)
		if got := k.In([]byte("b")).Get([]byte("k")); string(got) != "v" {
			b.Errorf("k is %q", got)
		}
		return nil
	}
	must(b, w.World(b.Context(), name).View(look))
	if err := w.World(b.Context(), name).Update(look); err == nil {
		b.Error("nobody was impatient")
	}
}

// What the server refuses has not happened, in whatever language it says so.
func aRefusalInAnyLanguage(b *base) {
	for severity, unknown := range map[string]bool{"ERROR": false, "FATAL": true} {
		err := commitFault(&pgconn.PgError{Severity: "FEHLER", SeverityUnlocalized: severity, Code: "22000"})
		if is := errors.Is(err, faults.ErrUnconfirmed); is != unknown {
			b.Errorf("%s: %v", severity, err)
		}
	}
}

// world makes a world without a game and returns its name.
func (b *base) world() string {
	b.Helper()
	b.made++
	name := fmt.Sprintf("%s %d", b.Name(), b.made)
	path := filepath.Join(b.TempDir(), "world.db")
	must(b, store.Create(path, func(tx *store.Tx) error {
		store.Found(tx, "none", make([]byte, 32))
		store.SetTurn(tx, 1)
		return nil
	}))
	must(b, fromFile(path, func(tx *store.Tx) error { return b.open(0).Add(b.Context(), name, tx) }))
	return name
}

// A change takes two trips, and reading one, once the process knows the world.
func trips(b *base) {
	w := b.open(0)
	e := w.World(b.Context(), b.create(b.open(0))) // made by another process
	must(b, put(e, "k", "1"))
	for _, c := range []struct {
		what string
		run  func()
		want int64
	}{
		{"a change", func() { must(b, put(e, "k", "2")) }, 2},
		{"reading", func() { b.has(e, "k", "2") }, 1},
		{"a key that does not exist", func() { b.has(e, "l", "") }, 2},
		{"and once more", func() { b.has(e, "l", "") }, 1},
		{"after a failure without a change", func() {
			_ = e.Update(func(store.Keys) error { return errors.New("no") })
			b.has(e, "k", "2")
		}, 2},
		{"after a failure with one", func() {
			_ = e.Update(func(k store.Keys) error {
				return errors.Join(k.In([]byte("b")).Put([]byte("k"), nil), errors.New("no"))
			})
			b.has(e, "k", "2")
		}, 3},
	} {
		before := w.Trips()
		c.run()
		if took := w.Trips() - before; took != c.want {
			b.Errorf("%s took %d trips, want %d", c.what, took, c.want)
		}
	}
}

// If the wait for a standby was cancelled, the commit is there, but nobody knows for how long: not before a standby has
// all that was before a question.
func aWarnedCommit(b *base) {
	w := b.open(0)
	w.Patience = time.Second
	name := b.create(w)
	waits := func(is string) {
		b.sql("alter system set synchronous_standby_names = '" + is + "'")
		b.sql("select pg_reload_conf()")
	}
	defer waits("")
	for _, c := range []struct {
		patience time.Duration
		comes    bool // a standby that has it
		want     error
	}{{300 * time.Millisecond, false, faults.ErrUnconfirmed}, {time.Minute, true, nil}} {
		w.Patience = c.patience
		waits("nobody")
		over := make(chan error, 1)
		puts := func() { over <- put(w.World(b.Context(), name), "k", fmt.Sprint(c.comes)) }
		go puts()
		for cancelled := false; !cancelled; time.Sleep(10 * time.Millisecond) {
			select {
			case <-over: // its connection did not know yet that it is to wait
				go puts()
			default:
			}
			must(b, b.pool.QueryRow(b.Context(), "select coalesce(bool_or(pg_cancel_backend(pid)), false) from "+
				"pg_stat_activity where wait_event = 'SyncRep'").Scan(&cancelled))
		}
		if c.comes {
			waits("")
		}
		if err := <-over; !errors.Is(err, c.want) {
			b.Errorf("%v: it ended with %v", c.comes, err)
		}
		waits("")
		b.has(w.World(b.Context(), name), "k", fmt.Sprint(c.comes))
	}
}

// What is kept has a bound: for one transaction that reads a large world, and for many worlds together.
func memoryIsBounded(b *base) {
	const kept, size = 200_000, 1000
	w := b.open(kept)
	var names []string
	for range 3 {
		name := b.create(w)
		names = append(names, name)
		must(b, w.World(b.Context(), name).Update(func(k store.Keys) error {
			for n := range 1000 {
				must(b, k.In([]byte("b")).Put(fmt.Appendf(nil, "%04d", n), bytes.Repeat([]byte{byte(n)}, size)))
			}
			return nil
		}))
	}
	for _, name := range names {
		must(b, w.run(b.Context(), name, false, func(k store.Keys) error {
			r, n := k.In([]byte("b")).Range(), 0
			for key, v := r.First(); key != nil; key, v = r.Next() {
				if string(key) != fmt.Sprintf("%04d", n) || !bytes.Equal(v, bytes.Repeat([]byte{byte(n)}, size)) {
					b.Fatalf("%s is not value %d", key, n)
				}
				n++
				if most := kept + 512*(size+100); k.(root).tx.mem.size() > most {
					b.Fatalf("a transaction keeps %d bytes", k.(root).tx.mem.size())
				}
			}
			if n != 1000 {
				b.Errorf("it has %d keys", n)
			}
			return nil
		}))
	}
	for _, name := range names { // a tenth of the bound each
		must(b, w.World(b.Context(), name).View(func(k store.Keys) error {
			for n := range 100 {
				k.In([]byte("b")).Get(fmt.Appendf(nil, "%04d", n))
			}
			return nil
		}))
	}
	if w.memories.size > kept || len(w.memories.all) != 1 || w.memories.all[names[2]] == nil {
		b.Errorf("%d worlds with %d bytes are kept", len(w.memories.all), w.memories.size)
	}
}

// A value with another bit is never returned: the error says where it is.
func damageIsNamed(b *base) {
	w := b.open(0)
	name := b.create(w)
	e := w.World(b.Context(), name)
	must(b, e.Update(func(k store.Keys) error {
		return store.FromKeys(k).Bucket([]byte("b")).Put([]byte("key"), []byte("value"))
	}))
	b.sql(`update weltentor.cell set value = set_byte(value, 2, get_byte(value, 2) # 1) where key = 'key'
		and world = (select id from weltentor.world where name = $1)`, name)
	defer func() {
		if d, is := recover().(*store.Damage); !is || d.Bucket != "b" || d.Key != "key" {
			b.Errorf("got %v", d)
		}
	}()
	_ = b.open(0).World(b.Context(), name).View(func(k store.Keys) error {
		b.Errorf("it was read: %q", store.FromKeys(k).Bucket([]byte("b")).Get([]byte("key")))
		return nil
	})
}

// There is one world of a name, and none of another.
func worldsHaveNames(b *base) {
	w := b.open(0)
	name := b.create(w)
	for what, err := range map[string]error{
		"looked at": w.World(b.Context(), "none").View(func(store.Keys) error { return nil }),
		"changed":   w.World(b.Context(), "none").Update(func(store.Keys) error { return nil }),
	} {
		if !errors.Is(err, faults.ErrNoWorld) {
			b.Errorf("one that does not exist is %s: %v", what, err)
		}
	}
	long := bytes.Repeat([]byte("x"), longest+1)
	if err := put(w.World(b.Context(), name), string(long), ""); err == nil {
		b.Error("a key may be as long as it likes")
	}
	longest := string(long[:longest-3]) // its bucket has three bytes
	must(b, put(w.World(b.Context(), name), longest, "v"))
	b.has(b.open(0).World(b.Context(), name), longest, "v")
}

// A world goes from a file to rows and back, and every value stays the same.
func andBack(b *base) {
	path := filepath.Join(b.TempDir(), "world.db")
	must(b, store.Create(path, func(tx *store.Tx) error {
		store.Found(tx, "none", make([]byte, 32))
		store.SetTurn(tx, 1)
		for n := range 700 {
			store.Put(tx.Bucket([]byte("letters")), store.U32(n), bytes.Repeat([]byte{byte(n)}, n))
		}
		in, err := tx.Bucket([]byte("turns")).CreateBucketIfNotExists(store.U32(1))
		store.Put(in, []byte("before"), nil)
		return err
	}))
	w := b.open(0)
	must(b, fromFile(path, func(tx *store.Tx) error {
		return w.Add(b.Context(), "back", tx)
	}))
	st, err := store.OpenOn(b.open(0).World(b.Context(), "back"), b.TempDir(), func(*store.Tx) error { return nil })
	must(b, err)
	back := filepath.Join(b.TempDir(), "back.db")
	must(b, st.BackupFile(back, func(int, int) {}))
	if err := st.BackupFile(back, func(int, int) {}); !errors.Is(err, faults.ErrExists) {
		b.Errorf("a second copy: %v", err)
	}
	if was, is := dumpFile(b, path), dumpFile(b, back); was != is || len(is) < 100_000 {
		b.Errorf("%d bytes became %d others", len(was), len(is))
	}
}

func fromFile(path string, f func(*store.Tx) error) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(db.View(func(raw *bbolt.Tx) error { return f(store.FromBolt(raw)) }), db.Close())
}

// dumpFile is all that a store has, as text.
func dumpFile(t testing.TB, path string) (text string) {
	must(t, fromFile(path, func(tx *store.Tx) error {
		text = dump(tx)
		return nil
	}))
	return text
}

func dump(tx *store.Tx) string {
	var text []byte
	var list func(way string, b *store.Bucket)
	list = func(way string, b *store.Bucket) {
		_ = b.ForEach(func(k, v []byte) error {
			text = fmt.Appendf(text, "%s %x=%x %t\n", way, k, v, v == nil)
			if v == nil {
				list(fmt.Sprintf("%s/%x", way, k), b.Bucket(k))
			}
			return nil
		})
	}
	_ = tx.ForEach(func(name []byte, b *store.Bucket) error {
		text = fmt.Appendf(text, "%x\n", name)
		list(fmt.Sprintf("%x", name), b)
		return nil
	})
	return string(text)
}

// proxy passes on what is sent to a server, and its answers, until it is cut.
type proxy struct {
	address string
	listens net.Listener
	cut     atomic.Pointer[cut]
}

// cut ends a connection when it next sends something or is answered. For one that it has lost, pgx sends a cancellation
// in the background, over another, which must not be cut instead.
type cut struct {
	of        string // the client's address
	deaf      bool   // what is sent is lost; otherwise its answer
	meanwhile func() // happens before the client notices
	forever   bool   // all connections, from then on
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &proxy{address: l.Addr().String(), listens: l}
	t.Cleanup(p.close)
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", to)
			if err != nil {
				from.Close()
				continue
			}
			of := from.RemoteAddr().String()
			go p.pass(there, from, of, true)
			go p.pass(from, there, of, false)
		}
	}()
	return p
}

// pass passes on what comes from one side of a client's connection until it is cut. Then both are closed.
func (p *proxy) pass(to, from net.Conn, of string, sent bool) {
	defer to.Close()
	defer from.Close()
	some := make([]byte, 1<<16)
	for {
		n, err := from.Read(some)
		if err != nil {
			return
		}
		if c := p.cut.Load(); c != nil &&
			(c.forever && !sent || c.of == of && c.deaf == sent && p.cut.CompareAndSwap(c, nil)) {
			if c.meanwhile != nil {
				c.meanwhile()
			}
			return
		}
		_, _ = to.Write(some[:n])
	}
}

func (p *proxy) close() { p.listens.Close() }
