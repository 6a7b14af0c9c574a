package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is a sentence with its code, as a text has them.
type entry struct{ code, sentence string }

// plain reads a text like ours: lines `code = "sentence"`, heads of tables, comments, and long sentences between three
// quotes. That is many times faster than reading TOML, and opening a page reads a thousand sentences. If a text has
// anything else, it is not plain, and the reader of TOML says what is wrong with it.
func plain(text string) (out []entry, ok bool) {
	if odd(text) {
		return nil, false
	}
	lines := strings.Count(text, "\n") + 1
	table, seen, out := "", make(map[string]bool, lines), make([]entry, 0, lines)
	for text = strings.TrimLeft(text, " \t\n"); text != ""; text = strings.TrimLeft(text, " \t\n") {
		line, below, _ := strings.Cut(text, "\n")
		if line[0] == '#' {
			text = below
			continue
		}
		if line[0] == '[' {
			name, closed := strings.CutSuffix(strings.TrimRight(line[1:], " \t"), "]")
			if !closed || !bare(name) || seen["["+name] {
				return nil, false
			}
			seen["["+name], table, text = true, name+".", below
			continue
		}
		key, _, found := strings.Cut(line, "=")
		begins := len(key) + len("=")
		if key = strings.TrimRight(key, " \t"); len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
			key = key[1 : len(key)-1]
			if strings.ContainsAny(key, `"\`) {
				return nil, false
			}
		} else if !bare(key) || strings.Contains(key, ".") {
			return nil, false
		}
		if !found {
			return nil, false
		}
		sentence, rest, good := quoted(strings.TrimLeft(text[begins:], " \t"))
		code := table + key
		if !good || seen[code] {
			return nil, false
		}
		seen[code], text = true, rest
		out = append(out, entry{code, sentence})
	}
	// TOML refuses a name that is both a sentence and a table of sentences.
	return out, !slices.ContainsFunc(out, func(e entry) bool { return seen["["+e.code] })
}

// odd reports whether a text has characters that no plain text has.
func odd(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
			return true
		}
	}
	return !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError)
}

// bare reports whether a key, or several joined by dots, needs no quotes.
func bare(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
	}) && !strings.Contains("."+key+".", "..")
}

// quoted reads a quoted string of TOML at the beginning of a text, to the end of its line, and returns what follows. A
// long one goes on below its line; it may have no escapes, and other strings only a few.
func quoted(text string) (s, rest string, ok bool) {
	if long, is := strings.CutPrefix(text, `"""`); is {
		s, rest, ok = strings.Cut(long, `"""`)
		end, rest, _ := strings.Cut(rest, "\n")
		return strings.TrimPrefix(s, "\n"), rest, ok && strings.Trim(end, " \t") == "" && !strings.Contains(s, `\`)
	}
	line, below, _ := strings.Cut(text, "\n")
	if line == "" || line[0] != '"' {
		return "", "", false
	}
	end := 1
	for ; end < len(line) && line[end] != '"'; end++ {
		if line[end] == '\\' {
			end++
		}
	}
	if end >= len(line) {
		return "", "", false
	}
	after := strings.Trim(line[end+1:], " \t")
	s, ok = unescaped(line[1:end])
	return s, below, ok && (after == "" || after[0] == '#')
}

// unescaped is the text of a string of TOML, and false if it has other escapes than those few. Most have none.
func unescaped(s string) (string, bool) {
	before, after, escaped := strings.Cut(s, `\`)
	if !escaped {
		return s, true
	}
	var out strings.Builder
	for ; escaped; before, after, escaped = strings.Cut(after[1:], `\`) {
		i := strings.IndexByte(`"\nt`, after[0])
		if i < 0 {
			return "", false
		}
		out.WriteString(before)
		out.WriteByte("\"\\\n\t"[i])
	}
	out.WriteString(before)
	return out.String(), true
}
