package thoramar

import (
	"reflect"
)

// sets is the table of what the set "balanced" has other than the manual.
func (w *bookWriter) sets() string {
	t := w.t.Clone()
	other, err := t.With([]byte(`set = "balanced"`))
	if err != nil {
		w.Test.Fatal(err)
	}
	out := "\n" + w.Head("number", "#manual", "#balanced", "key")
	for i := range other.Unit {
		u := &other.Unit[i]
		out += w.differ(u.Unit+" "+w.book.T(u.Key()), u.Unit, "", t.Unit[i], *u)
	}
	for i := range other.Building {
		b := &other.Building[i]
		out += w.differ(b.Code+" "+w.book.T(b.Key()), b.Code, "building_", t.Building[i], *b)
	}
	for i := range other.Convert {
		c := &other.Convert[i]
		out += w.differ(c.From+" → "+c.To, c.From+" "+c.To, "building_", t.Convert[i], *c)
	}
	for i := range other.Repair {
		r := &other.Repair[i]
		out += w.differ(r.Code+", "+w.Say("damage", r.Damage), r.Code+" "+r.Damage, "building_", t.Repair[i], *r)
	}
	was, is := reflect.ValueOf(t.Rules), reflect.ValueOf(other.Rules)
	for i := range is.NumField() {
		if reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			continue
		}
		key := is.Type().Field(i).Tag.Get("toml")
		as := w.As("number", key)
		out += w.Row(w.Say("number", key), w.value(as, was.Field(i)), w.value(as, is.Field(i)), "`"+key+"`")
	}
	return out
}

// differ gives a line for each number of a row that is not the same: what it is, both
// figures, and the keys that find it. A number's word is that of the head of its column.
func (w *bookWriter) differ(what, row, prefix string, was, is any) string {
	out, before, now := "", reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range now.NumField() {
		key := now.Type().Field(i).Tag.Get("toml")
		if key == "" || reflect.DeepEqual(before.Field(i).Interface(), now.Field(i).Interface()) {
			continue
		}
		head := key
		if w.Has("head", prefix+key) {
			head = prefix + key
		}
		say := func(v reflect.Value) string { return w.Num(v.Int()) }
		if key == "sells" {
			say = func(v reflect.Value) string { return w.Part(v.Int(), 10) + " %" }
		}
		out += w.Row(what+": "+w.Say("head", head), say(before.Field(i)), say(now.Field(i)), "`"+row+" "+key+"`")
	}
	return out
}
