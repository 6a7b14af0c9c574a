package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A pack is a package whose source is changed.
type pack struct {
	dir   string
	name  string
	set   *token.FileSet
	files []*source
	info  types.Info
	types *types.Package
}

// A source is one file of a pack.
type source struct {
	name    string // with the folder as on the command line, and slashes
	path    string // where the file is
	text    []byte
	tree    *ast.File
	imports map[string]string // names of packages in this file, by path
}

func (s *source) lineOf(n int) string {
	return strings.TrimSpace(string(bytes.Split(s.text, []byte("\n"))[n-1]))
}

// listed is what the go command says about a package.
type listed struct {
	Dir, ImportPath, Name, Export string
	GoFiles                       []string
	DepOnly                       bool
}

// load reads a package and finds the types in it.
func load(ctx context.Context, folder string) (*pack, error) {
	all, err := list(ctx, folder)
	if err != nil {
		return nil, err
	}
	exports, names := make(map[string]string), make(map[string]string)
	var this *listed
	for i := range all {
		names[all[i].ImportPath] = all[i].Name
		if exports[all[i].ImportPath] = all[i].Export; !all[i].DepOnly {
			this = &all[i]
		}
	}
	if this == nil {
		return nil, fmt.Errorf("%s is not a package", folder)
	}
	p := &pack{dir: this.Dir, name: this.Name, set: token.NewFileSet()}
	var trees []*ast.File
	for _, name := range this.GoFiles {
		s, err := p.read(folder, name, names)
		if err != nil {
			return nil, err
		}
		p.files, trees = append(p.files, s), append(trees, s.tree)
	}
	p.info = types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: importer.ForCompiler(p.set, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if p.types, err = config.Check(this.ImportPath, p.set, trees, &p.info); err != nil {
		return nil, fmt.Errorf("read %s: %w", folder, err)
	}
	return p, nil
}

// read reads a file. names are the names of packages by their paths, which may end differently: .../go-imap/v2 is
// imap.
func (p *pack) read(folder, name string, names map[string]string) (*source, error) {
	full := filepath.Join(p.dir, name)
	text, err := os.ReadFile(full)
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(p.set, full, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &source{name: path.Join(filepath.ToSlash(folder), name), path: full, text: text, tree: tree,
		imports: make(map[string]string)}
	for _, i := range tree.Imports {
		where, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		switch {
		case i.Name == nil:
			s.imports[where] = names[where]
		case i.Name.Name != "_" && i.Name.Name != ".":
			s.imports[where] = i.Name.Name
		}
	}
	return s, nil
}

// list asks the go command for a package and everything it imports, compiled.
func list(ctx context.Context, folder string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-export",
		"-json=Dir,ImportPath,Name,Export,GoFiles,DepOnly", "./"+strings.TrimPrefix(folder, "./"))
	cmd.Stderr = os.Stderr
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", folder, err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		var one listed
		if err := d.Decode(&one); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list %s: %w", folder, err)
		}
		all = append(all, one)
	}
}
