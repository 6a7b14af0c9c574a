package incoming

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
)

const (
	maxZipFiles = 100
	maxZipText  = 1 << 20 // octets out of one ZIP, as they come, not as it says
)

// errZip says why a ZIP is not opened; see Note ZipRefused.
var (
	errZipDamaged   = errors.New("damaged")
	errZipEncrypted = errors.New("encrypted")
	errZipTooBig    = errors.New("too-big")
	errZipTooMany   = errors.New("too-many")
)

type zipped struct {
	name string
	data []byte
}

// listZip lists the files of a ZIP, still packed.
func listZip(data []byte) ([]*zip.File, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errZipDamaged
	}
	if len(r.File) > maxZipFiles {
		return r.File, errZipTooMany
	}
	room := uint64(len(data))
	for _, f := range r.File {
		if f.CompressedSize64 > room { // several share what is packed once
			return nil, errZipDamaged
		}
		room -= f.CompressedSize64
	}
	return r.File, nil
}

// unzip reads the files of a ZIP into memory. If a ZIP claims one size and has another, unzip stops at the limit.
func unzip(files []*zip.File) ([]zipped, error) {
	var out []zipped
	left := int64(maxZipText)
	for _, f := range files {
		if strings.HasSuffix(f.Name, "/") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue // QUIRK: the Finder packs notes of its own
		}
		if f.Flags&1 != 0 {
			return nil, errZipEncrypted
		}
		b, err := readZipped(f, left)
		if err != nil {
			return out, err
		}
		left -= int64(len(b))
		out = append(out, zipped{name: f.Name, data: b})
	}
	return out, nil
}

func readZipped(f *zip.File, limit int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, errZipDamaged
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(b)) > limit {
		return nil, errZipTooBig
	}
	if err != nil {
		return nil, errZipDamaged
	}
	return b, nil
}

// document names the office format of a ZIP by its content. It is "" if it has none.
func document(files []*zip.File) string {
	for i, f := range files {
		switch {
		case f.Name == "[Content_Types].xml":
			return "office"
		case f.Name == "mimetype" && i == 0: // some fifty octets, not packed
			if f.Method != zip.Store {
				return ""
			}
			if kind, _ := readZipped(f, 1<<10); bytes.Contains(kind, []byte("opendocument")) {
				return "opendocument"
			}
		}
	}
	return ""
}
