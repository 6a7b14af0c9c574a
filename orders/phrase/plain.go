package phrase

import (
	"slices"
	"strings"
)

// entry is a sentence with its code, as a text has them.
type entry struct{ code, sentence string }

// plain reads a text like ours: lines `code = "sentence"`, heads of tables, comments, and long sentences between three
// quotes. That is many times faster than reading TOML, and opening a page reads a thousand sentences. If a text has
// anything else, it is not plain, and the reader of TOML says what is wrong with it.
func plain(text string) (out []entry, ok bool) {
	odd := func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' || r == 0x7f || r == '\uFFFD' }
	if strings.ContainsFunc(text, odd) {
		return nil, false
	}
	table, seen := "", map[string]bool{}
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = strings.Trim(line, " \t")
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			name := strings.TrimSuffix(line[1:], "]")
			if len(name) != len(line)-2 || !bare(name) || seen["["+name] {
				return nil, false
			}
			seen["["+name], table = true, name+"."
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if key = strings.Trim(key, " \t"); len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
			key = key[1 : len(key)-1]
			if strings.ContainsAny(key, `"\`) {
				return nil, false
			}
		} else if !bare(key) || strings.Contains(key, ".") {
			return nil, false
		}
		sentence, rest, good := quoted(strings.TrimLeft(value, " \t"), text)
		code := table + key
		if !found || !good || seen[code] {
			return nil, false
		}
		seen[code], text = true, rest
		out = append(out, entry{code, sentence})
	}
	// TOML refuses a name that is both a sentence and a table of sentences.
	return out, !slices.ContainsFunc(out, func(e entry) bool { return seen["["+e.code] })
}

// bare reports whether a key, or several joined by dots, needs no quotes.
func bare(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
	}) && !strings.Contains("."+key+".", "..")
}

// quoted reads a quoted string of TOML at the end of its line, and returns what follows. A long one goes on below its
// line; it may have no escapes, and other strings only a few.
func quoted(line, below string) (s, rest string, ok bool) {
	if strings.HasPrefix(line, `"""`) {
		s, rest, ok = strings.Cut(line[3:]+"\n"+below, `"""`)
		end, rest, _ := strings.Cut(rest, "\n")
		return strings.TrimPrefix(s, "\n"), rest, ok && strings.Trim(end, " \t") == "" && !strings.Contains(s, `\`)
	}
	if line == "" || line[0] != '"' {
		return "", "", false
	}
	var out strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			end := strings.Trim(line[i+1:], " \t")
			return out.String(), below, end == "" || end[0] == '#'
		case c != '\\':
			out.WriteByte(c)
			continue
		}
		if i++; i == len(line) {
			break
		}
		switch line[i] {
		case '"', '\\':
			out.WriteByte(line[i])
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		default:
			return "", "", false
		}
	}
	return "", "", false
}
