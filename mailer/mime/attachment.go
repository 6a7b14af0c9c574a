package mime

import (
	"archive/zip"
	"bytes"
	"fmt"
	"time"
)

// ZipUp packs files as they would be attached: texts in their charset, names in ASCII. All have the time of the
// letter, so that its bytes are the same each time it is rendered.
func ZipUp(files []Attachment, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: AsciiName(f.Name), Method: zip.Deflate, Modified: at.UTC()})
		if err == nil {
			_, err = w.Write(f.Encoded())
		}
		if err != nil {
			return nil, fmt.Errorf("packing %s: %w", f.Name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("packing: %w", err)
	}
	return b.Bytes(), nil
}

// Encoded returns the file's octets, for a text in its charset.
func (f *Attachment) Encoded() []byte {
	if f.Charset == "" {
		return f.Data
	}
	return EncodeText(string(f.Data), f.Charset)
}

// Attachment is a file that goes out with a letter.
type Attachment struct {
	Name    string  // it is made ASCII: letters, digits, ".-_"
	Type    string  // media type without parameters; "": text/plain if Charset is set, otherwise application/octet-stream
	Charset Charset // set for a text: Data is UTF-8 with LF and is converted
	Data    []byte
}
