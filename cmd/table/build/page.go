package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed page.html
var frame string

//go:embed boot.js
var boot string

// parts are the contents for the frame of a page.
type parts struct {
	Rulebook, Policy, Boot      string
	Style, App, Worker, Machine string // packed, in the format of written; the Machine by zstd
}

// page makes the page of a rulebook.
func page(rulebook string) ([]byte, error) {
	root, err := house()
	if err != nil {
		return nil, err
	}
	read := func(name string) (text string) {
		var raw []byte
		if err == nil {
			raw, err = os.ReadFile(filepath.Join(root, "cmd", "table", "web", "dist", name))
		}
		return string(raw)
	}
	app, worker, style := read("app.js"), read("worker.js"), read("app.css")
	if err != nil {
		return nil, err
	}
	exec, err := glue()
	if err != nil {
		return nil, err
	}
	engine, err := wasm(rulebook)
	if err != nil {
		return nil, err
	}
	boot := strings.Replace(boot, "{{DIGITS}}", digits, 1)
	p := parts{Rulebook: rulebook, Policy: policy(boot, app), Boot: boot}
	for _, part := range []struct {
		to   *string
		pack func([]byte) ([]byte, error)
		from string
	}{{&p.Style, pack, style}, {&p.App, pack, app}, {&p.Worker, pack, string(exec) + "\n" + worker}, {&p.Machine, packed, string(engine)}} {
		raw, err := part.pack([]byte(part.from))
		if err != nil {
			return nil, err
		}
		*part.to = written(raw)
	}
	var out bytes.Buffer
	t, err := template.New("page").Parse(frame)
	if err == nil {
		err = t.Execute(&out, p)
	}
	if err == nil {
		err = fits(rulebook, out.Len(), mostPage)
	}
	return out.Bytes(), err
}

// mostPage is the maximum size of a page in bytes, since it is mailed.
const mostPage = 3_300_000

// fits refuses a page that is too large.
func fits(rulebook string, size, most int) error {
	if size > most {
		return fmt.Errorf("the page of %s has %d bytes, more than %d: take something out of its bundle or its engine",
			rulebook, size, most)
	}
	return nil
}

// policy allows the page to run its own scripts and engine, and nothing else.
func policy(scripts ...string) string {
	var hashes []string
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + strings.Join(hashes, " ") + " 'wasm-unsafe-eval'",
		"worker-src blob:", "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// digits are the digits with which a page writes its bytes. None of them has a meaning in HTML.
const digits = "!#$%()*+,-/0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}"

// written writes bytes as text: four bytes are a number of five digits to the base of 85. That is a sixteenth shorter
// than base64. Zeros fill up the last four, and the first digit says how many there are.
func written(raw []byte) string {
	missing := (4 - len(raw)%4) % 4
	out := []byte{digits[missing]}
	raw = append(raw, make([]byte, missing)...)
	for i := 0; i < len(raw); i += 4 {
		n := binary.BigEndian.Uint32(raw[i:])
		var five [5]byte
		for k := 4; k >= 0; k-- {
			five[k], n = digits[n%85], n/85
		}
		out = append(out, five[:]...)
	}
	return string(out)
}
