// Command build makes the players' pages: one HTML file per rulebook, with the rulebook's own code as WebAssembly and
// the page's bundle in it. It needs only Go, since the bundle is committed. The same sources with the same Go give the
// same bytes. Begin with page.go. What links a single rulebook into each page is in engine.go.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"weltentor/worlds"
)

func main() {
	name := flag.String("rulebook", "", "the rulebook of a single page")
	to := flag.String("to", "", "with -rulebook: the file to write, NAME.html or, packed, NAME.html.gz; without: the folder for all pages, packed")
	flag.Parse()
	err := errors.New("-to says where to write, and -rulebook of which rulebook")
	switch {
	case flag.NArg() > 0 || *to == "":
	case *name != "":
		err = one(*name, *to)
	default:
		err = all(*to)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(2)
	}
}

// one writes the page of a rulebook: ready to open or, if the file is to be one, packed for the program to embed.
func one(rulebook, file string) error {
	html, err := page(rulebook)
	if err == nil && filepath.Ext(file) == ".gz" {
		html, err = pack(html)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, html, 0o644)
}

// all writes the pages of all rulebooks, packed, for the program to embed.
func all(folder string) error {
	for _, rb := range worlds.Rulebooks() {
		html, err := page(rb.Name())
		if err != nil {
			return err
		}
		packed, err := pack(html)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, rb.Name()+".html.gz"), packed, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, %d packed\n", rb.Name(), len(html), len(packed))
	}
	return nil
}
