package turn

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/picture"
	"weltentor/resolve/store/faults"
)

// drawers write a map in the format of the file name's extension.
var drawers = map[string]func(picture.Sheet, io.Writer) error{".png": picture.Sheet.PNG, ".svg": picture.Sheet.SVG}

// MapCmd draws a map into a file.
type MapCmd struct {
	folder.Reads
	Realm  call.Number  `arg:"" optional:""`
	Turn   *call.Number `arg:"" optional:""`
	Named  call.Number  `name:"realm" hidden:"" placeholder:"N"`
	Output string       `short:"o" required:"" placeholder:"FILE"`
}

// Check refuses other formats, and two realms at once.
func (k *MapCmd) Check(*call.Call) (err error) {
	if drawers[strings.ToLower(filepath.Ext(k.Output))] == nil {
		return complaint.Usage("map-kind", phrase.Str("file", k.Output))
	}
	k.Realm, err = call.OneRealm(k.Realm, k.Named)
	return err
}

// Run draws what a realm knew after a turn, or without a realm the whole world. The file is replaced as a whole, and
// other users cannot read it, like the world itself.
func (k *MapCmd) Run(c *call.Call, w *folder.Opened) error {
	sheet, err := notices.Drawn(w.World, int(k.Realm), call.OrNewest(k.Turn))
	if err != nil && !errors.Is(err, faults.ErrReport) {
		return err
	}
	var out bytes.Buffer
	if err == nil {
		err = drawers[strings.ToLower(filepath.Ext(k.Output))](sheet, &out)
	}
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("no-map", phrase.Str("dir", k.Dir)), Cause: err}
	}
	return replace(k.Output, ".map-*", 0o600, out.Bytes())
}

// replace writes a file so that at any moment it is whole or as it was before. For a moment a temporary file is beside
// it, named by the pattern. A file that is there already is replaced only by one of its kind: a slip must not cost a
// world. An error names the file itself, not the temporary one.
func replace(file, pattern string, mode os.FileMode, data []byte) error {
	if !alike(file, data) {
		return complaint.Usage("file-exists", phrase.Str("file", file))
	}
	beside, err := os.CreateTemp(filepath.Dir(file), pattern)
	if own := (*os.PathError)(nil); errors.As(err, &own) {
		own.Path = file
	}
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name())
	_, err = beside.Write(data)
	if err = cmp.Or(err, beside.Chmod(mode), beside.Close()); err != nil {
		return err
	}
	return os.Rename(beside.Name(), file)
}

// alike reports whether nothing is lost if data replaces what is at a path: nothing, an empty file, or one that begins
// as data does, as all pictures, pages and public files of a kind do.
func alike(file string, data []byte) bool {
	f, err := os.Open(file)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	head := make([]byte, min(4, len(data)))
	n, _ := io.ReadFull(f, head)
	return n == 0 || bytes.HasPrefix(data, head[:n])
}
