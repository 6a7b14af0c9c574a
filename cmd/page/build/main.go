// Command build makes the players' pages: one HTML file per rulebook, with the rulebook's own code as WebAssembly and
// the page's bundle in it. It needs only Go, since the bundle is committed. The same sources with the same Go give the
// same bytes. Begin with page.go. What links a single rulebook into each page is in engine.go.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	name := flag.String("rulebook", "", "the rulebook of a single page")
	to := flag.String("to", "", "with -rulebook: the HTML file to write; without: the folder for pages, packed")
	only := flag.Bool("alone", false, "the folder gets the page of one rulebook, the first without -rulebook, and how a program is built that plays it alone: go build -overlay FOLDER/overlay.json")
	flag.Parse()
	err := errors.New("-to says where to write, and -rulebook of which rulebook")
	switch {
	case flag.NArg() > 0 || *to == "":
	case *only:
		err = alone(*name, *to)
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

// one writes the page of a rulebook, ready to open.
func one(rulebook, file string) error {
	html, err := page(rulebook)
	if err != nil {
		return err
	}
	return os.WriteFile(file, html, 0o644)
}

// all writes the pages of all rulebooks, packed, for the program to embed.
func all(folder string) error {
	root, err := root()
	if err != nil {
		return err
	}
	names, err := rulebooks(root)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := embedded(name, folder); err != nil {
			return err
		}
	}
	return nil
}

// alone writes the page of a rulebook, packed, and the overlay with which a program plays this one alone and has its page,
// beside none or older ones. Without a name it is the first.
func alone(name, folder string) error {
	root, err := root()
	if err != nil {
		return err
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return err
	}
	names, err := rulebooks(root)
	if err != nil {
		return err
	}
	name = cmp.Or(name, names[0])
	if err := embedded(name, folder); err != nil {
		return err
	}
	_, err = overlay(root, name, folder, map[string]string{
		filepath.Join(root, "cmd", "page", "pages", "built", packedName(name)): filepath.Join(folder, packedName(name))})
	return err
}

func packedName(rulebook string) string { return rulebook + ".html.gz" }

// embedded writes the page of a rulebook as the program embeds it.
func embedded(rulebook, folder string) error {
	html, err := page(rulebook)
	if err != nil {
		return err
	}
	packed, err := pack(html)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, packedName(rulebook)), packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, %d packed\n", rulebook, len(html), len(packed))
	return nil
}
