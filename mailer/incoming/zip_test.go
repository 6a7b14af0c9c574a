package incoming

import (
	"archive/zip"
	"bytes"
	"errors"
	"slices"
	"testing"
)

// Files of a ZIP that share what is packed once are not unpacked, however many there are: it would be done for each.
func TestZipsThatShare(t *testing.T) {
	one := zipOf(t)
	at, end := bytes.Index(one, []byte("PK\x01\x02")), bytes.LastIndex(one, []byte("PK\x05\x06"))
	entry, tail := one[at:end], bytes.Clone(one[end:])
	tail[8], tail[10], tail[12] = 2, 2, byte(2*len(entry))
	two := slices.Concat(one[:at], entry, entry, tail)
	if files, err := listZip(one); len(files) != 1 || err != nil {
		t.Errorf("one: %d, %v", len(files), err)
	}
	if files, err := listZip(two); len(files) != 0 || err != errZipDamaged {
		t.Errorf("two: %d, %v", len(files), err)
	}
	// Its size and that of the other file are 0 together, as uint64 counts.
	wrapped := zipOf(t, &zip.FileHeader{Name: "b.txt", CompressedSize64: 1<<64 - 1_000})
	if files, err := listZip(wrapped); len(files) != 0 || err != errZipDamaged {
		t.Errorf("wrapped: %d, %v", len(files), err)
	}
	second := []*zip.File{{FileHeader: zip.FileHeader{Name: "a"}}, {FileHeader: zip.FileHeader{Name: "mimetype"}}}
	packed := []*zip.File{{FileHeader: zip.FileHeader{Name: "mimetype", Method: zip.Deflate}}}
	for _, files := range [][]*zip.File{second, packed} {
		if kind := document(files); kind != "" { // it would have to be read, which panics here
			t.Errorf("%q", kind)
		}
	}
}

// zipOf makes a ZIP of a file of a thousand bytes, and of others that are only listed.
func zipOf(t *testing.T, listed ...*zip.FileHeader) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "a.txt", Method: zip.Store})
	if err == nil {
		_, err = f.Write(bytes.Repeat([]byte("x"), 1_000))
	}
	for _, h := range listed {
		_, wrong := w.CreateRaw(h)
		err = errors.Join(err, wrong)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
