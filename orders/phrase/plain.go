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
// anything else, it is not plain, and the reader of TOML says what is wrong with it. Two sentences with one code are plain:
// see clash.
func plain(text string) (out []entry, tables []string, ok bool) {
	if odd(text) {
		return nil, nil, false
	}
	var codes strings.Builder // one after the other, in the same memory
	codes.Grow(len(text) / 4)
	table, out := "", make([]entry, 0, strings.Count(text, "\n")+1)
	for text = strings.TrimLeft(text, " \t\n"); text != ""; text = strings.TrimLeft(text, " \t\n") {
		line, below, _ := strings.Cut(text, "\n")
		if line[0] == '#' {
			text = below
			continue
		}
		if line[0] == '[' {
			name, closed := strings.CutSuffix(strings.TrimRight(line[1:], " \t"), "]")
			if !closed || !bare(name) || slices.Contains(tables, name) {
				return nil, nil, false
			}
			tables, table, text = append(tables, name), name+".", below
			continue
		}
		key, _, found := strings.Cut(line, "=")
		begins := len(key) + len("=")
		if key = strings.TrimRight(key, " \t"); len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
			key = key[1 : len(key)-1]
			if strings.ContainsAny(key, `"\`) {
				return nil, nil, false
			}
		} else if !bare(key) || strings.Contains(key, ".") {
			return nil, nil, false
		}
		if !found {
			return nil, nil, false
		}
		sentence, rest, good := quoted(strings.TrimLeft(text[begins:], " \t"))
		if !good {
			return nil, nil, false
		}
		if table != "" {
			at := codes.Len()
			codes.WriteString(table)
			codes.WriteString(key)
			key = codes.String()[at:]
		}
		out, text = append(out, entry{key, sentence}), rest
	}
	return out, tables, true
}

// clash reports whether two sentences of a text have one code, or one has the name of a table. TOML refuses that.
func clash(entries []entry, tables []string) bool {
	seen := map[string]bool{}
	for _, name := range tables {
		seen[name] = true
	}
	for _, e := range entries {
		if seen[e.code] {
			return true
		}
		seen[e.code] = true
	}
	return false
}

// odd reports whether a text has characters that no plain text has.
func odd(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
			return true
		}
	}
	return !utf8.ValidString(text) || strings.Contains(text, string(utf8.RuneError))
}

// bare reports whether a key, or several joined by dots, needs no quotes.
func bare(key string) bool {
	last := byte('.')
	for i := range len(key) {
		c := key[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' && last != '.':
			last = c
		default:
			return false
		}
	}
	return last != '.'
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
	end := 1 + strings.IndexByte(line[1:], '"')
	for end > 0 && backslashed(line[:end]) {
		next := strings.IndexByte(line[end+1:], '"')
		if next < 0 {
			return "", "", false
		}
		end += 1 + next
	}
	if end == 0 {
		return "", "", false
	}
	after := strings.Trim(line[end+1:], " \t")
	s, ok = unescaped(line[1:end])
	return s, below, ok && (after == "" || after[0] == '#')
}

// backslashed reports whether what follows a text is escaped in a string of TOML, by an odd number of backslashes.
func backslashed(before string) bool {
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
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
