package secrets

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

func packed(t *testing.T, files int, text string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for n := range files {
		w, err := z.Create(fmt.Sprintf("f%d.txt", n))
		must(t, err)
		_, err = w.Write([]byte(text))
		must(t, err)
	}
	must(t, z.Close())
	return b.Bytes()
}

// All packed files of a letter share one limit on how much is searched. Files beyond it are emptied without a search,
// and named.
func TestPackedFilesShareOneMeasure(t *testing.T) {
	large, small, many := packed(t, 1, strings.Repeat("a", 3<<20)), packed(t, 1, "a"), packed(t, 1<<14, "")
	var letter []game.File
	for n := range 10 {
		letter = append(letter, game.File{Name: fmt.Sprintf("f%d.zip", n), Data: large})
	}
	letter = append(letter, game.File{Name: "small.zip", Data: small},
		game.File{Name: "map.png", Data: []byte("\x89PNG")})
	out, emptied := SecretsOf(nil).Files(letter)
	if len(emptied) != 10 || slices.Contains(emptied, "f0.zip") || !slices.Contains(emptied, "small.zip") {
		t.Errorf("emptied %v", emptied)
	}
	for _, f := range out {
		if empty := slices.Contains(emptied, f.Name); empty != (len(f.Data) == 0) || f.Sum != store.SumOf(f.Data) {
			t.Errorf("%s has %d bytes", f.Name, len(f.Data))
		}
	}
	left := int64(limits.Unpacked.Most())
	if SecretsOf(nil).unpack(many, &left) || left < -entryCosts {
		t.Errorf("a ZIP of many empty files: %d left", left)
	}
	if left = 0; SecretsOf(nil).unpack(small, &left) || left < -entryCosts {
		t.Error("opened though nothing was left")
	}
	if out, emptied := SecretsOf(nil).Files([]game.File{{Name: "small.zip", Data: small}}); len(emptied) > 0 ||
		len(out[0].Data) != len(small) {
		t.Error("a small ZIP is not kept")
	}
	broken := append([]byte("PK\x03\x04"), "not a ZIP: nobody can look into it"...)
	if out, emptied := SecretsOf(nil).Files([]game.File{{Name: "broken.zip", Data: broken}}); len(emptied) != 1 ||
		len(out[0].Data) != 0 {
		t.Errorf("what only begins like a ZIP is kept: %q, emptied %v", out[0].Data, emptied)
	}
}

// A ZIP with the password in a file, in a file's name or in a comment is emptied.
func TestPackedFileWithThePassword(t *testing.T) {
	const password = "k7mw-x3pq-hhd42"
	for _, c := range []struct {
		name, comment, text, whole string
		kept                       bool
	}{
		{"zug.txt", "Mein Zug", "$B 1", "", true},
		{"zug.txt", "", "$I 1 " + password, "", false},
		{"zug " + password + ".txt", "", "$B 1", "", false},
		{"zug.txt", password, "$B 1", "", false},
		{"zug.txt", "", "$B 1", "Kennwort: " + password, false},
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: c.name, Comment: c.comment, Method: zip.Deflate})
		must(t, err)
		_, err = w.Write([]byte(c.text))
		must(t, errors.Join(err, z.SetComment(c.whole), z.Close()))
		_, emptied := SecretsOf(&orders.Identity{Password: password}).Files([]game.File{{Name: "zug.zip", Data: b.Bytes()}})
		if kept := len(emptied) == 0; kept != c.kept {
			t.Errorf("%+v: kept %v", c, kept)
		}
	}
}

// A ZIP whose files share what is packed once is not searched: it would be done for each. Sizes that wrap around do not
// hide that.
func TestPackedFilesThatShare(t *testing.T) {
	kept := func(files ...zip.FileHeader) bool {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for n, f := range files {
			f.Name = fmt.Sprintf("f%d.txt", n)
			w, err := z.CreateRaw(&f)
			must(t, err)
			if f.Method == zip.Deflate {
				_, err = w.Write([]byte{1, 0, 0, 0xff, 0xff}) // an empty block, and the last
				must(t, err)
			}
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: "a.txt", Method: zip.Store})
		must(t, err)
		_, err = w.Write(bytes.Repeat([]byte("x"), 1_000))
		must(t, err)
		must(t, z.Close())
		left := int64(limits.Unpacked.Most())
		return SecretsOf(nil).unpack(b.Bytes(), &left)
	}
	behind := zip.FileHeader{CompressedSize64: 900, UncompressedSize64: 900} // its bytes are those behind it
	if !kept() || !kept(zip.FileHeader{}) {
		t.Error("a small one is not kept")
	}
	if kept(behind) {
		t.Error("one that shares is kept")
	}
	if kept(behind, zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1<<64 - 900}) {
		t.Error("one whose sizes are 0 together, as uint64 counts, is kept")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
