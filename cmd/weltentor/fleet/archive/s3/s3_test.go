//go:build fleet

package s3_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/archive/s3"
	"weltentor/cmd/weltentor/fleet/archive/s3test"
)

// place opens the store as a client would.
func place(t *testing.T, d *s3test.Server, change func(*s3.Settings)) *s3.Bucket {
	t.Helper()
	of := s3.Settings{Endpoint: d.URL, Region: "eu-central-1", Bucket: s3test.Bucket, Prefix: "games",
		AccessKey: s3test.Key, Secret: s3test.Secret, PathStyle: true}
	if d.TLS != nil {
		roots := x509.NewCertPool()
		roots.AddCert(d.Certificate())
		of.TLS = &tls.Config{RootCAs: roots}
	}
	if change != nil {
		change(&of)
	}
	b, err := s3.Open(of)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// places returns every kind of place.
func places(t *testing.T) map[string]archive.Place {
	return map[string]archive.Place{"folder": archive.Folder(filepath.Join(t.TempDir(), "archive")),
		"store": place(t, s3test.Start(t, false), nil), "store over TLS": place(t, s3test.Start(t, true), nil)}
}

// written makes a file with a text, large enough for many packets.
func written(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "world.db")
	if err := os.WriteFile(file, bytes.Repeat([]byte(text), 50_000), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

var since = time.Date(2026, 11, 1, 12, 0, 0, 5, time.UTC)

// kept puts a copy into the archive.
func kept(t *testing.T, a archive.Archive, world string, at uint64, text string) archive.Copy {
	t.Helper()
	c, err := a.Keep(t.Context(), archive.Copy{World: world, Since: since, At: at, Made: since.Add(time.Hour),
		Turn: int(at), Settings: "name = \"Nord\"\n"}, written(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// read returns the content of a copy.
func read(t *testing.T, a archive.Archive, c archive.Copy) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "back")
	err := a.Fetch(t.Context(), c, file)
	raw, missing := os.ReadFile(file)
	if (err == nil) != (missing == nil) {
		t.Errorf("%v, but the file: %v", err, missing)
	}
	return strings.ReplaceAll(string(raw), string(raw[:min(len(raw), 5)]), ""), err
}

func TestCopiesAreKept(t *testing.T) {
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			a := archive.Archive{Place: place}
			if worlds, err := a.Worlds(t.Context()); err != nil || len(worlds) > 0 {
				t.Fatal(worlds, err)
			}
			kept(t, a, "north", 17, "seven")
			first := kept(t, a, "north", 9, "first")
			kept(t, a, "north-2", 3, "other")
			copies, err := a.Copies(t.Context(), "north")
			if err != nil || len(copies) != 2 || copies[0].At != 9 || copies[1].At != 17 {
				t.Fatalf("%+v, %v", copies, err)
			}
			if c := copies[0]; c != first || !c.Since.Equal(since) || c.Settings != "name = \"Nord\"\n" ||
				c.Size != 250_000 {
				t.Errorf("%+v, want %+v", c, first)
			}
			if left, err := read(t, a, copies[1]); err != nil || left != "" {
				t.Errorf("%q, %v", left, err)
			}
			if worlds, err := a.Worlds(t.Context()); err != nil || !slices.Equal(worlds, []string{"north", "north-2"}) {
				t.Error(worlds, err)
			}
			if err := a.Prune(t.Context(), "north", copies[1:]); err != nil {
				t.Fatal(err)
			}
			if names, err := a.List(t.Context(), "north/"); err != nil || len(names) != 2 {
				t.Error(names, err)
			}
			if _, err := read(t, a, copies[0]); !errors.Is(err, archive.ErrNone) {
				t.Error(err)
			}
			if err := a.Retire(t.Context(), "north"); err != nil {
				t.Fatal(err)
			}
			if worlds, err := a.Worlds(t.Context()); err != nil || !slices.Equal(worlds, []string{"north-2"}) {
				t.Error(worlds, err)
			}
			if names, err := a.List(t.Context(), "north/"); err != nil || len(names) != 1 {
				t.Error(names, err)
			}
		})
	}
}

// A copy counts only when all of it is there. After a kill between store and note, the older copy counts.
func TestHalfACopyIsNone(t *testing.T) {
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			a := archive.Archive{Place: place}
			old := kept(t, a, "north", 9, "first")
			next := archive.Archive{Place: &mortal{Place: place, puts: 1}}
			if _, err := next.Keep(t.Context(), archive.Copy{World: "north", Since: since, At: 10},
				written(t, "newer")); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			copies, err := a.Copies(t.Context(), "north")
			if err != nil || len(copies) != 1 || copies[0] != old {
				t.Fatalf("%+v, %v", copies, err)
			}
			if err := a.Prune(t.Context(), "north", copies); err != nil {
				t.Fatal(err)
			}
			if names, err := a.List(t.Context(), ""); err != nil || len(names) != 2 {
				t.Error(names, err)
			}
		})
	}
}

var errKilled = errors.New("killed")

// mortal is a place whose writer is killed after so many files.
type mortal struct {
	archive.Place
	puts int
}

func (m *mortal) Put(ctx context.Context, name, sum string, r io.ReadSeeker, size int64) error {
	if m.puts--; m.puts < 0 {
		return errKilled
	}
	return m.Place.Put(ctx, name, sum, r, size)
}

// Files whose content does not match their name are not handed out.
func TestDamageIsSeen(t *testing.T) {
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			a := archive.Archive{Place: place}
			old, c := kept(t, a, "north", 9, "first"), kept(t, a, "north", 10, "newer")
			for _, file := range []string{c.Store, named(t, place, 10, ".json")} {
				damage(t, place, file)
			}
			if _, err := read(t, a, c); !errors.Is(err, archive.ErrDamaged) {
				t.Error(err)
			}
			copies, err := a.Copies(t.Context(), "north")
			if err != nil || len(copies) != 1 || copies[0] != old {
				t.Errorf("%+v, %v", copies, err)
			}
		})
	}
}

// named finds the file of a copy by its ending.
func named(t *testing.T, place archive.Place, at int, ext string) string {
	t.Helper()
	names, err := place.List(t.Context(), "north/")
	for _, name := range names {
		if strings.HasSuffix(name, ext) && strings.Contains(name, fmt.Sprintf("Z-%d-", at)) {
			return name
		}
	}
	t.Fatal(names, err)
	return ""
}

// damage changes one byte of a file.
func damage(t *testing.T, place archive.Place, name string) {
	t.Helper()
	r, err := place.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	r.Close()
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)/2] ^= 1
	sum := sha256.Sum256(raw)
	if err := place.Put(t.Context(), name, fmt.Sprintf("%x", sum), bytes.NewReader(raw), int64(len(raw))); err != nil {
		t.Fatal(err)
	}
}

// A connection that breaks half way leaves no object, and the older copy as it was.
func TestACutConnectionLeavesNothing(t *testing.T) {
	d := s3test.Start(t, false)
	a := archive.Archive{Place: place(t, d, nil)}
	old := kept(t, a, "north", 9, "first")
	d.Cut.Store(100_000)
	_, err := a.Keep(t.Context(), archive.Copy{World: "north", Since: since, At: 10}, written(t, "newer"))
	if err == nil {
		t.Fatal("no error")
	}
	d.Cut.Store(0)
	copies, err := a.Copies(t.Context(), "north")
	if err != nil || len(copies) != 1 || copies[0] != old {
		t.Errorf("%+v, %v", copies, err)
	}
	if names, err := a.List(t.Context(), ""); err != nil || len(names) != 2 {
		t.Error(names, err)
	}
}

// The store itself refuses content that changes on its way.
func TestTheStoreChecksWhatItTakes(t *testing.T) {
	p := place(t, s3test.Start(t, false), nil)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("what was meant")))
	if err := p.Put(t.Context(), "north/x", sum, &fickle{Reader: strings.NewReader("what was meant")}, 14); err == nil {
		t.Error("it was taken")
	}
	if names, err := p.List(t.Context(), ""); err != nil || len(names) > 0 {
		t.Error(names, err)
	}
}

// fickle is content that is different when it is read again.
type fickle struct{ *strings.Reader }

func (f *fickle) Seek(offset int64, whence int) (int64, error) {
	f.Reset("what came over")
	return f.Reader.Seek(offset, whence)
}

// Errors and requests do not repeat the secret. A wrong secret is refused, and so are certificates of unknown
// authorities.
func TestTheSecretStaysSecret(t *testing.T) {
	d, secure := s3test.Start(t, false), s3test.Start(t, true)
	var said []string
	for name, p := range map[string]archive.Place{
		"another secret": place(t, d, func(s *s3.Settings) { s.Secret += "x" }),
		"another bucket": place(t, d, func(s *s3.Settings) { s.Bucket = "nowhere" }),
		"another key":    place(t, d, func(s *s3.Settings) { s.AccessKey = "AKIAOTHER" }),
		"nobody there":   place(t, d, func(s *s3.Settings) { s.Endpoint = "http://127.0.0.1:1" }),
		"certificate":    place(t, secure, func(s *s3.Settings) { s.TLS = nil }),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		_, listed := p.List(ctx, "")
		put := p.Put(ctx, "north/x", fmt.Sprintf("%x", sha256.Sum256(nil)), strings.NewReader(""), 0)
		cancel()
		if listed == nil || put == nil {
			t.Errorf("%s: %v, %v", name, listed, put)
			continue
		}
		said = append(said, listed.Error(), put.Error())
	}
	if _, err := s3.Open(s3.Settings{Endpoint: "http://" + s3test.Secret + "@:x"}); err == nil {
		t.Error("no error")
	} else {
		said = append(said, err.Error())
	}
	all := strings.Join(said, "\n") + d.Heard()
	if strings.Contains(all, s3test.Secret) {
		t.Error("the secret is in what was said")
	}
	if !strings.Contains(all, s3test.Key) {
		t.Error("nothing was looked at")
	}
	t.Log(strings.Join(said, "\n"))
}
