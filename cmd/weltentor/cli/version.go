package cli

import (
	"errors"
	"runtime"
	"runtime/debug"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
)

// versionCmd shows the version.
type versionCmd struct {
	JSON bool `name:"json"`
}

// Run prints the version of the program and of each rulebook. A bug report begins with it.
func (k versionCmd) Run(c *call.Call) error {
	v := versionJSON{Version: call.Release, Commit: builtFrom(debug.ReadBuildInfo()), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH}
	for _, b := range c.Books {
		v.Rulebooks = append(v.Rulebooks, rulebookJSON{b.Name(), b.Version()})
	}
	if k.JSON {
		return c.JSON().Encode(v)
	}
	code := "version"
	if v.Commit != "" {
		code = "version-commit"
	}
	c.Voice.Say(code, phrase.Str("version", v.Version), phrase.Str("go", v.Go), phrase.Str("system", v.System),
		phrase.Str("commit", v.Commit))
	for _, b := range v.Rulebooks {
		c.Voice.Say("version-rulebook", phrase.Str("name", b.Name), phrase.Num("rules", b.Rules))
	}
	return nil
}

// versionJSON is the answer of `version --json`. Scripts can rely on its names, as on those of all JSON answers.
type versionJSON struct {
	Version   string         `json:"version"`
	Commit    string         `json:"commit,omitempty"`
	Go        string         `json:"go"`
	System    string         `json:"system"`
	Rulebooks []rulebookJSON `json:"rulebooks"`
}

type rulebookJSON struct {
	Name  string `json:"name"`
	Rules int    `json:"rules"` // their version
}

// builtFrom returns the commit that the go command recorded at the build, with a plus if the sources had been changed
// since. It is "" if no commit was recorded.
func builtFrom(info *debug.BuildInfo, noted bool) (commit string) {
	if !noted {
		return ""
	}
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changed
}

// errVersion ends the parsing because of --version, whatever else the command line has.
var errVersion = errors.New("the version is asked for")

// versionFlag is `weltentor --version`, which people try first. It does what the command version does, so no help
// lists it.
type versionFlag bool

// BeforeReset ends the parsing. It is kong's hook for flags that end a run.
func (versionFlag) BeforeReset() error { return errVersion }
