package laws

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"weltentor/worlds"
)

// pack is what `go list -json` says about a package.
type pack struct {
	ImportPath   string
	Dir          string
	Standard     bool
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Export       string
}

// lists are the answers of go list, by the question. Laws that ask the same share one.
var lists sync.Map

// list returns what go list says. Code that does not compile fails every law.
func list(t *testing.T, goarch string, args ...string) []pack {
	t.Helper()
	once, _ := lists.LoadOrStore(goarch+" "+strings.Join(args, " "), sync.OnceValues(func() ([]pack, error) {
		return listed(goarch, args)
	}))
	packs, err := once.(func() ([]pack, error))()
	if err != nil {
		t.Fatal(err)
	}
	return packs
}

// listed runs go list.
func listed(goarch string, args []string) (packs []pack, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = root()
	cmd.Env = append(os.Environ(), "GOARCH="+goarch, "CGO_ENABLED=0")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %v: %w\n%s", args, err, said.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pack
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		packs = append(packs, p)
	}
	if len(packs) == 0 {
		return nil, fmt.Errorf("go list %v: no packages", args)
	}
	return packs, nil
}

// pureImports are the packages of the standard library that orders and worlds may use: nothing that knows a clock, a
// file, a network, a terminal or chance (law 1). The dice need crypto/sha256, and sync/atomic lets a rulebook serve
// several worlds at a time.
var pureImports = []string{
	"bytes", "cmp", "container/heap", "crypto/sha256", "embed", "encoding/base64", "encoding/binary", "encoding/hex",
	"encoding/json",
	"errors", "fmt", "io",
	"maps", "math", "math/bits", "path", "reflect", "regexp", "slices", "sort", "strconv", "strings", "sync/atomic", "unicode",
	"unicode/utf8",
}

// folders are the folders of the project, with what each may import besides the standard library. A folder includes all
// below it, and the first row that fits counts. A path ending in / means all below it, but not itself. GAME is each of
// the games.
var folders = []struct {
	folder  string
	imports []string
}{
	{"orders/name", []string{"weltentor/orders/phrase", "golang.org/x/text/unicode/norm"}},
	{"orders/lazy", nil},
	{"orders/phrase", []string{"weltentor/orders/lazy", "github.com/BurntSushi/toml"}},
	{"orders", []string{"weltentor/orders", "weltentor/orders/", "github.com/alecthomas/participle/v2",
		"github.com/alecthomas/participle/v2/lexer", "github.com/BurntSushi/toml"}},
	{"worlds/game/varint", nil},
	{"worlds/game", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game/varint"}},
	{"worlds/rulekit", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game"}},
	{"worlds/tables", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game",
		"github.com/BurntSushi/toml"}},
	{"worlds/battlelines", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game"}},
	{"worlds/external", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game", "weltentor/worlds/rulekit"}},
	{"worlds/GAME/gametest", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game",
		"weltentor/worlds/rulekit", "weltentor/worlds/conformance/cases", "weltentor/worlds/GAME/"}},
	{"worlds/GAME", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game", "weltentor/worlds/rulekit",
		"weltentor/worlds/tables", "weltentor/worlds/battlelines", "weltentor/worlds/GAME/"}},
	{"worlds/conformance/harvest", []string{"weltentor/orders", "weltentor/worlds/external"}},
	{"worlds/conformance", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game",
		"weltentor/worlds/rulekit", "weltentor/worlds/tables", "weltentor/worlds/conformance/",
		"github.com/BurntSushi/toml"}},
	{"worlds", []string{"weltentor/orders/lazy", "weltentor/worlds/"}},
	{"resolve/store/postgres", []string{"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/", "weltentor/resolve/store",
		"weltentor/resolve/store/", "weltentor/orders/phrase", "weltentor/resolve/wording"}},
	{"resolve/store", []string{"go.etcd.io/bbolt", "go.etcd.io/bbolt/", "github.com/klauspost/compress/zstd",
		"golang.org/x/sys/", "weltentor/orders/phrase", "weltentor/resolve/wording", "weltentor/resolve/store/",
		"weltentor/worlds/game"}},
	{"resolve/seal", []string{"golang.org/x/mod/sumdb/tlog", "weltentor/worlds/game"}},
	{"resolve/picture", []string{"weltentor/orders/phrase", "weltentor/resolve/wording", "weltentor/worlds/game",
		"golang.org/x/image/"}},
	{"resolve/storetest", []string{"go.etcd.io/bbolt", "github.com/jackc/pgx/v5/pgxpool",
		"github.com/klauspost/compress/zstd", "weltentor/resolve/store", "weltentor/resolve/store/"}},
	{"resolve/worldtest", []string{"weltentor/orders", "weltentor/orders/phrase", "weltentor/resolve/",
		"weltentor/worlds/game"}},
	{"resolve", []string{"weltentor/orders", "weltentor/orders/", "weltentor/worlds/game",
		"weltentor/worlds/game/varint", "weltentor/resolve/",
		"golang.org/x/crypto/argon2", "golang.org/x/net/idna", "golang.org/x/sys/"}},
	{"mailer/plain", []string{"golang.org/x/text/unicode/norm"}},
	{"mailer/pattern", nil},
	{"mailer/mime", []string{"weltentor/mailer/pattern", "weltentor/mailer/plain", "github.com/emersion/go-message",
		"github.com/emersion/go-message/", "golang.org/x/net/idna", "golang.org/x/text/"}},
	{"mailer/wire", []string{"weltentor/mailer/mime", "weltentor/mailer/pattern", "github.com/emersion/go-imap/v2"}},
	{"mailer/incoming", []string{"weltentor/mailer/mime", "weltentor/mailer/pattern", "weltentor/mailer/plain",
		"github.com/emersion/go-message",
		"golang.org/x/net/html", "golang.org/x/net/html/"}},
	{"mailer/proof", []string{"weltentor/mailer/mime", "weltentor/mailer/pattern", "weltentor/mailer/plain",
		"github.com/emersion/go-msgauth/",
		"golang.org/x/net/idna", "golang.org/x/net/publicsuffix"}},
	{"mailer/smtp", []string{"weltentor/mailer/mime", "weltentor/mailer/pattern", "weltentor/mailer/wire",
		"github.com/arran4/golang-ical",
		"github.com/wneessen/go-mail", "github.com/wneessen/go-mail/"}},
	{"mailer/imap", []string{"weltentor/mailer/mime", "weltentor/mailer/wire", "github.com/emersion/"}},
	{"mailer", []string{"weltentor/mailer", "weltentor/mailer/", "github.com/emersion/", "golang.org/x/text/"}},
	{"cmd/weltentor/e2e", []string{"weltentor/", "golang.org/x/net/dns/dnsmessage", "golang.org/x/sys/unix"}},
	{"cmd/weltentor/terminal", []string{"github.com/schollz/progressbar/v3", "golang.org/x/term"}},
	{"cmd/weltentor/memory", []string{"github.com/KimMachineGun/automemlimit/memlimit"}},
	{"cmd/weltentor/oauth", []string{"weltentor/resolve/store/disk", "weltentor/resolve/store/faults",
		"golang.org/x/oauth2", "golang.org/x/oauth2/endpoints"}},
	{"cmd/weltentor/fleet/tables", []string{"weltentor/cmd/weltentor/fleet", "weltentor/resolve/store/postgres",
		"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/"}},
	{"cmd/weltentor/fleet/server", []string{"weltentor/cmd/weltentor/e2e/ports"}},
	{"cmd/weltentor/web", []string{"weltentor/", "golang.org/x/crypto/acme", "golang.org/x/crypto/acme/autocert"}},
	{"cmd/weltentor/clitest", []string{"weltentor/", "github.com/santhosh-tekuri/jsonschema/v6"}},
	{"cmd/weltentor", []string{"weltentor/", "github.com/alecthomas/kong", "github.com/BurntSushi/toml",
		"golang.org/x/sys/unix"}},
	{"cmd/page/engine", []string{"weltentor/mailer/plain", "weltentor/orders", "weltentor/orders/",
		"weltentor/worlds/game", "weltentor/resolve/verdict", "weltentor/resolve/mask", "weltentor/resolve/replay",
		"weltentor/resolve/seal", "weltentor/resolve/wording"}},
	{"cmd/page/build", []string{"github.com/klauspost/compress/zstd"}},
	{"cmd/page", []string{"weltentor/worlds", "weltentor/worlds/game", "weltentor/cmd/page/"}},
	{"cmd/figures", nil},
	{"examples", []string{"github.com/BurntSushi/toml"}},
	{"docs", []string{"weltentor/orders/lazy", "github.com/yuin/goldmark", "github.com/yuin/goldmark/"}},
}

// suites test rulebooks and worlds with tools that only tests may use. Only tests import them and what is below them,
// including tiny games and servers. GAME is each of the games.
var suites = []string{"weltentor/worlds/conformance", "weltentor/worlds/GAME/gametest",
	"weltentor/worlds/GAME/plain", "weltentor/resolve/storetest", "weltentor/resolve/worldtest",
	"weltentor/cmd/weltentor/clitest", "weltentor/cmd/weltentor/e2e/stage", "weltentor/cmd/weltentor/e2e/ports",
	"weltentor/cmd/weltentor/fleet/server", "weltentor/cmd/weltentor/laws"}

// ofSuite reports whether a package belongs to a suite.
func ofSuite(importPath string) bool {
	return slices.ContainsFunc(suites, func(suite string) bool {
		suite = strings.Replace(suite, "GAME", rulebook(importPath), 1)
		return importPath == suite || strings.HasPrefix(importPath, suite+"/")
	})
}

// TestLawPureImports is law 1, for 64 and 32 bits, since files may be left out of one build.
func TestLawPureImports(t *testing.T) {
	t.Parallel()
	for _, arch := range []string{"amd64", "386"} {
		for _, p := range list(t, arch, "./orders/...", "./worlds/...") {
			if ofSuite(p.ImportPath) && slices.Contains(p.Imports, "testing") {
				continue // a test's tools are tests; the suite's games are checked
			}
			for _, i := range p.Imports {
				if standard(i) && !slices.Contains(pureImports, i) {
					t.Errorf("%s imports %s, which a pure folder may not", p.ImportPath, i)
				}
			}
		}
	}
}

// TestLawTestsCompileOnce: a package with a test inside is compiled once more for its tests, and so is all between it and
// what its tests from outside import. That was most of a first run of the tests. Tests of whole worlds belong to resolve,
// and tests that need nothing from inside a package are from outside.
func TestLawTestsCompileOnce(t *testing.T) {
	t.Parallel()
	const most = 26
	packs := map[string]pack{}
	for _, p := range list(t, "amd64", "./...") {
		packs[p.ImportPath] = p
	}
	again, says := 0, ""
	for name, p := range packs {
		if len(p.TestImports) == 0 {
			continue
		}
		reaches := map[string]bool{name: true}
		var reach func(at string) bool
		reach = func(at string) (yes bool) {
			if is, known := reaches[at]; known {
				return is
			}
			for _, i := range packs[at].Imports {
				yes = reach(i) || yes
			}
			reaches[at] = yes
			return yes
		}
		n := 0
		for _, i := range p.XTestImports {
			reach(i)
		}
		for at, is := range reaches {
			if is && at != name {
				n++
			}
		}
		if again += n; n > 0 {
			says += fmt.Sprintf("\n%3d for %s", n, name)
		}
	}
	if again > most {
		t.Errorf("%d packages are compiled again for tests, at most %d should be:%s", again, most, says)
	}
}

// TestLawImports: each folder imports only what its row allows. No rulebook imports another, no package imports the
// folder it is in, and only tests import what is for tests.
func TestLawImports(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, "amd64", "-tags", "fleet", "./...") {
		for _, fault := range importFaults(p) {
			t.Error(fault)
		}
	}
}

// importFaults returns the imports that a package may not have where it is.
func importFaults(p pack) []string {
	folder := strings.TrimPrefix(p.ImportPath, "weltentor/")
	of := func(path string) string { return strings.Replace(path, "GAME", rulebook(p.ImportPath), 1) }
	row := slices.IndexFunc(folders, func(r struct {
		folder  string
		imports []string
	}) bool {
		return folder == of(r.folder) || strings.HasPrefix(folder, of(r.folder)+"/")
	})
	if row < 0 {
		return []string{"the list knows no folder " + folder}
	}
	var faults []string
	for _, i := range p.Imports {
		allowed := standard(i) || slices.ContainsFunc(folders[row].imports, func(a string) bool {
			a = of(a)
			return i == a || strings.HasSuffix(a, "/") && strings.HasPrefix(i, a)
		})
		switch {
		case ofSuite(i) && !ofSuite(p.ImportPath):
			faults = append(faults, fmt.Sprintf("%s imports %s, which is for tests", p.ImportPath, i))
		case !allowed:
			faults = append(faults, fmt.Sprintf("%s imports %s, which is not for %s", p.ImportPath, i,
				of(folders[row].folder)))
		}
	}
	return faults
}

// TestLawImportsCatches: the law finds what it looks for.
func TestLawImportsCatches(t *testing.T) {
	t.Parallel()
	books := worlds.Rulebooks()
	one, another := "worlds/"+books[0].Name(), "worlds/"+books[1].Name()
	for _, c := range []struct {
		from, imports string
		want          bool
	}{
		{one, "weltentor/worlds/conformance", true},
		{one, "weltentor/worlds/conformance/duel", true},
		{one + "/realm", "weltentor/worlds/conformance/cases", true},
		{one + "/realm", "weltentor/" + one + "/gametest", true},
		{one + "/gametest", "weltentor/worlds/conformance/cases", false},
		{"worlds/game", "weltentor/worlds/conformance", true},
		{"cmd/weltentor", "weltentor/worlds/conformance/duel", true},
		{"cmd/weltentor/fleet", "weltentor/cmd/weltentor/fleet/server", true},
		{one + "/march", "weltentor/" + one + "/plain", true},
		{"cmd/weltentor/mailing", "weltentor/cmd/weltentor/e2e/stage", true},
		{"cmd/weltentor/fleet", "weltentor/cmd/weltentor/e2e/ports", true},
		{"cmd/weltentor/commands", "weltentor/cmd/weltentor/laws", true},
		{"cmd/weltentor/fleet", "weltentor/cmd/weltentor/fleet/config", false},
		{"cmd/weltentor/fleet/tables", "weltentor/resolve", true},
		{"worlds/conformance", "weltentor/worlds/conformance/duel", false},
		{one, "weltentor/worlds/rulekit", false},
		{one + "/realm", "weltentor/worlds/rulekit", false},
		{"worlds/conformance/duel", "weltentor/worlds/rulekit", false},
		{"worlds/game", "weltentor/worlds/rulekit", true},
		{"worlds/rulekit", "weltentor/worlds/tables", true},
		{"worlds/rulekit", "weltentor/" + one, true},
		{another, "weltentor/" + one, true},
		{another, "weltentor/resolve", true},
		{"worlds", "weltentor/" + one, false},
		{"orders", "weltentor/orders/phrase", false},
		{"orders", "weltentor/worlds/game", true},
		{"orders/phrase", "weltentor/orders", true},
		{one, "weltentor/" + one + "/realm", false},
		{one + "/march", "weltentor/" + one + "/realm", false},
		{one + "/march", "weltentor/" + one, true},
		{one, "weltentor/" + another + "/realm", true},
		{one, "weltentor/worlds", true},
		{one, "weltentor/resolve", true},
		{one, "github.com/BurntSushi/toml", true},
		{"worlds", "weltentor/resolve", true},
		{"resolve", "weltentor/worlds", true},
		{"resolve", "weltentor/" + one, true},
		{"resolve/store", "weltentor/orders", true},
		{"resolve/outbox", "weltentor/resolve/letter", false},
		{"resolve/outbox", "weltentor/resolve", true},
		{"mailer", "weltentor/mailer/mailertest", false},
		{"mailer", "weltentor/orders", true},
		{"nowhere", "fmt", true},
	} {
		got := importFaults(pack{ImportPath: "weltentor/" + c.from, Imports: []string{c.imports}})
		if (len(got) > 0) != c.want {
			t.Errorf("%s imports %s: %q", c.from, c.imports, got)
		}
	}
}

// TestLawTestsKeepToTheirPackages: tests may use any package of the standard library, but only resolve uses bbolt, and
// the mailer uses nothing of ours.
func TestLawTestsKeepToTheirPackages(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, "amd64", "-tags", "fleet", "./...") {
		all := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
		for _, i := range all {
			if strings.HasPrefix(i, "go.etcd.io/bbolt") && !strings.HasPrefix(p.ImportPath, "weltentor/resolve") {
				t.Errorf("%s imports %s: bbolt belongs to resolve", p.ImportPath, i)
			}
			if strings.HasPrefix(p.ImportPath, "weltentor/mailer") && strings.HasPrefix(i, "weltentor/") &&
				!strings.HasPrefix(i, "weltentor/mailer") {
				t.Errorf("%s imports %s: the mailer knows nothing of ours", p.ImportPath, i)
			}
		}
	}
}

// standard reports whether a path belongs to the standard library: its first part has no dot.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return first != "weltentor" && !strings.Contains(first, ".")
}

// rulebook returns the name of the rulebook that a package belongs to, and "" if there is none. A folder of worlds
// with a rules.go is a rulebook; what several of them share has none.
func rulebook(importPath string) string {
	name, _ := strings.CutPrefix(importPath, "weltentor/worlds/")
	name, _, _ = strings.Cut(name, "/")
	if _, err := os.Stat(filepath.Join(root(), "worlds", name, "rules.go")); name == "" || err != nil {
		return ""
	}
	return name
}

// TestLawNoFloats is law 2: no expression in the pure folders has a floating-point type, written out or inferred.
func TestLawNoFloats(t *testing.T) {
	t.Parallel()
	exports := map[string]string{}
	var pure []pack
	for _, p := range list(t, "amd64", "-export", "-deps", "./orders/...", "./worlds/...") {
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, "weltentor/") {
			pure = append(pure, p)
		}
	}
	for _, p := range pure {
		fset := token.NewFileSet()
		lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
		for _, where := range floats(t, fset, p, importer.ForCompiler(fset, "gc", lookup)) {
			t.Errorf("%s: a float", where)
		}
	}
}

func floats(t *testing.T, fset *token.FileSet, p pack, imports types.Importer) []string {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return floatsIn(t, fset, p.ImportPath, files, imports)
}

func floatsIn(t *testing.T, fset *token.FileSet, name string, files []*ast.File, imports types.Importer) []string {
	t.Helper()
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: imports}).Check(name, fset, files, info); err != nil {
		t.Fatal(err)
	}
	var found []string
	at := func(n ast.Node) { found = append(found, fset.Position(n.Pos()).String()) }
	for e, tv := range info.Types {
		literal, _ := e.(*ast.BasicLit)
		if isFloat(tv.Type) || literal != nil && (literal.Kind == token.FLOAT || literal.Kind == token.IMAG) {
			at(e)
		}
	}
	for id, o := range info.Defs {
		if o != nil && isFloat(o.Type()) {
			at(id)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// TestLawNoFloatsCatches: the law finds what it looks for, even if the type is not written.
func TestLawNoFloatsCatches(t *testing.T) {
	t.Parallel()
	exports := map[string]string{}
	for _, p := range list(t, "amd64", "-export", "-deps", "math") {
		exports[p.ImportPath] = p.Export
	}
	for source, want := range map[string]bool{
		"func f(n int) int { return int(math.Sqrt(4)) + n }": true,
		"var x = 0.5":                          true,
		"const k int = 1e3":                    true,
		"type s struct{ f float32 }":           true,
		"var m map[string][]complex64":         true,
		"func f(n int) int { return n*15/10 }": false,
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\nimport \"math\"\nconst _ = math.MaxInt8\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
		got := floatsIn(t, fset, "x", []*ast.File{f}, importer.ForCompiler(fset, "gc", lookup))
		if (len(got) > 0) != want {
			t.Errorf("%s: floats found %v", source, got)
		}
	}
}
