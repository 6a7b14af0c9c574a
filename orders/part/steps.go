package part

import (
	"reflect"

	"weltentor/orders"
)

// Either reads lines of several kinds: which looks at what stands in front and tells of what kind the line is, nil where
// it has told what is wrong. It shows the example of first, until a kind is known.
func Either(first Declared, which func(r *orders.Reading) Declared) func(text string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		o, problems := orders.ReadLine(text, first.example(), func(r *orders.Reading) orders.Order {
			if l := which(r); l != nil {
				return l.take(r)
			}
			return nil
		})
		orders.SpeakExamples(problems, first.spoken())
		return o, problems
	}
}

// Taken is how a part is taken that needs to know nothing of its field.
func Taken[V any](take func(r *orders.Reading) V) func(*orders.Reading, *Field) V {
	return func(r *orders.Reading, _ *Field) V { return take(r) }
}

// take takes the parts one by one, up to the first mistake.
func (l *Line[T]) take(r *orders.Reading) orders.Order {
	m := l.made()
	in := l.room()
	defer l.spare.Store(in)
	in.order = *new(T)
	r.Example = l.shown
	parts := reflect.ValueOf(&in.order).Elem()
	for i := range m.fields {
		if f := &m.fields[i]; r.Problem == nil && (!f.Optional || r.More()) {
			f.part.take(r, &f.Field, f.in(parts))
		}
	}
	if m.checks && r.Problem == nil {
		any(&in.order).(stepper).Check(r)
	}
	return in.order
}

func (l *Line[T]) example() string           { return l.shown }
func (l *Line[T]) spoken() map[string]string { return l.set.Spoken }
