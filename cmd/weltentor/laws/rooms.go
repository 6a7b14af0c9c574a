package laws

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Room is a package in the folder of another, with the packages beside it that it may import.
type Room struct {
	Name string
	To   []string
}

// Arrows checks the packages in the folder of the one whose test calls it, listed from the bottom up. Their imports
// must be those in the list and go only down. None may import the folder it is in, and no package may be missing.
// Packages that only tests use are named separately. It returns what is wrong, one sentence each. A caller's own type
// with the same fields makes lists short.
func Arrows[R ~struct {
	Name string
	To   []string
}](rooms []R, testOnly ...string) []string {
	list := make([]Room, len(rooms))
	for i := range rooms {
		list[i] = Room(rooms[i])
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return []string{err.Error()}
	}
	below, err := filepath.Rel(house(), here)
	if err != nil {
		return []string{err.Error()}
	}
	return arrows(here, path.Join("weltentor", filepath.ToSlash(below)), list, testOnly)
}

// arrows is Arrows for the packages in a folder with that import path.
func arrows(folder, imported string, rooms []Room, testOnly []string) (wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	known := func(among []Room, name string) bool {
		return slices.ContainsFunc(among, func(r Room) bool { return r.Name == name })
	}
	for n, from := range rooms {
		used, err := neighbours(filepath.Join(folder, from.Name), imported)
		if err != nil {
			bad("the room %s: %v", from.Name, err)
		}
		for _, to := range from.To {
			if !known(rooms[:n], to) {
				bad("%s is not below %s", to, from.Name)
			}
			if !slices.Contains(used, to) {
				bad("%s may import %s and does not: take the arrow away", from.Name, to)
			}
		}
		for _, to := range used {
			if !slices.Contains(from.To, to) {
				bad("%s imports %s; rooms_test.go allows it %q: if none of these can do it, is the arrow right?", from.Name,
					path.Join(imported, to), from.To)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.go"))
	if err != nil {
		bad("%v", err)
	}
	missing := map[string]bool{}
	for _, name := range files {
		room := filepath.Base(filepath.Dir(name))
		if !missing[room] && !slices.Contains(testOnly, room) && !known(rooms, room) {
			missing[room] = true
			bad("the room %s is not in the list of arrows", room)
		}
	}
	return wrong
}

// neighbours returns the packages beside it that a package's files import, without tests. "" is the folder they are in.
func neighbours(room, folder string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no files (%v)", err)
	}
	var out []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, i := range file.Imports {
			what, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return nil, err
			}
			to, beside := strings.CutPrefix(what, folder+"/")
			if what == folder {
				to, beside = "", true
			}
			if beside && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out, nil
}
