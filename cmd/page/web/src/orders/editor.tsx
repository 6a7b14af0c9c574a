// The editor: the draft as text, in a shadow root of its own, so that its looks need no style of the page.
import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { forceLinting, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Lang, Problem } from '../data';
import { DRAFT } from '../inout/mine';
import { textOf, useParts, useStore } from '../state';
import type { Store } from '../state';
import { redo, undo, write } from '../desk/desk';
import { known } from './fill';
import { colours, completing, reads } from './language';
import { css } from './looks';
import { columnAt, patch } from './places';
import { german, say } from './words';

// lit is the line of the army that is chosen.
const light = StateEffect.define<number>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(was, tr) {
    for (const e of tr.effects) {
      if (!e.is(light)) continue;
      if (e.value < 1 || e.value > tr.state.doc.lines) return Decoration.none;
      return Decoration.set([Decoration.line({ class: 'o-lit' }).range(tr.state.doc.line(e.value).from)]);
    }
    return was.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

// Handle is what other parts of the view may ask of the editor.
export interface Handle { goTo(line: number): void }

export interface EditorProps {
  store: Store; handle: RefObject<Handle | null>; problems: { of: string; list: Problem[] };
  marked: number; // a line that is lit, from 1; 0: none
}

// Desk is CodeMirror with what of it changes.
class Desk {
  private view: EditorView;
  private phrased = new Compartment();
  private states = new Map<string, EditorState>(); // of drafts that were written before: so each has its own undo
  private id: string;
  private inside = false; // a change of the text comes from here

  constructor(root: ShadowRoot, private store: Store) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const parent = document.createElement('div');
    parent.className = 'desk';
    root.append(parent);
    this.id = store.state.draft;
    this.view = new EditorView({ parent, root, state: this.state() });
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }

  private state() {
    return EditorState.create({ doc: textOf(this.store), extensions: this.extensions() });
  }

  private extensions(): Extension {
    return [
      lineNumbers(), lintGutter(), drawSelection(), highlightActiveLine(), EditorView.lineWrapping, lit,
      EditorView.clipboardInputFilter.of((text) => text.replace(/[\f\u0085\u2028\u2029]/g, '\n')), // line ends to the game
      colours, EditorState.languageData.of(() => [{ commentTokens: { line: ';' } }]),
      this.phrased.of(this.phrases()),
      autocompletion({ icons: false, override: [completing(() => ({ opened: this.store.state.opened, facts: this.store.state.table?.facts ?? null, rows: this.store.state.rows }))] }),
      EditorState.changeFilter.of((tr) => {
        const fits = tr.newDoc.length <= DRAFT || tr.newDoc.length <= tr.startState.doc.length;
        if (!fits) this.store.say(say(this.store.state.lang, 'too-long', { n: DRAFT }), true);
        return fits;
      }),
      keymap.of([
        { key: 'Mod-z', run: () => { undo(this.store); return true; } }, { key: 'Mod-y', run: () => { redo(this.store); return true; } },
        { key: 'Mod-Shift-z', run: () => { redo(this.store); return true; } },
        ...completionKeymap, ...lintKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((u) => {
        if (u.docChanged && !this.inside) { this.inside = true; write(this.store, u.state.doc.toString(), true); this.inside = false; }
      }),
    ];
  }

  private phrases(): Extension {
    const lang: Lang = this.store.state.lang;
    return [
      lang === 'de' ? EditorState.phrases.of(german) : [],
      EditorView.contentAttributes.of({
        'aria-label': say(lang, 'editor'), tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off', lang,
      }),
    ];
  }

  // follow brings the editor after the store: another draft, or a text that a form has changed.
  follow() {
    if (this.inside) return;
    const { draft } = this.store.state;
    if (draft !== this.id) {
      this.states.set(this.id, this.view.state);
      this.id = draft;
      this.view.setState(this.states.get(draft) ?? this.state());
      this.refresh();
    }
    const change = patch(this.view.state.doc.toString(), textOf(this.store));
    if (!change) return;
    this.inside = true;
    closeCompletion(this.view);
    this.view.dispatch({ changes: change, userEvent: 'input.form' });
    this.inside = false;
  }

  // refresh is for what another language or turn changes.
  refresh() {
    this.view.dispatch({ effects: this.phrased.reconfigure(this.phrases()) });
  }

  // mark shows problems at their place, if they are of the text that is here.
  mark(of: string, list: Problem[]) {
    const { doc } = this.view.state;
    if (doc.toString() !== of) return;
    const found: Diagnostic[] = list.filter((p) => p.line >= 1 && p.line <= doc.lines).map((p) => {
      const line = doc.line(p.line);
      const from = Math.min(line.to, line.from + columnAt(line.text, p.col));
      const rest = /^\S+/.exec(line.text.slice(from - line.from));
      const to = rest ? from + rest[0].length : line.to;
      return { from: from === to ? line.from : from, to, severity: p.severity, message: p.text };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
    forceLinting(this.view);
  }

  // colour colours the lines, if what was read is the text that is here.
  colour() {
    const { rows, readOf, table } = this.store.state;
    if (this.view.state.doc.toString() !== readOf) return;
    this.view.dispatch({ effects: reads.of({ rows, names: known(table?.facts ?? null, null).armies.map((a) => a.name) }) });
  }

  // light lights a line.
  light(line: number) {
    const at = line >= 1 && line <= this.view.state.doc.lines ? [EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: 'center' })] : [];
    this.view.dispatch({ effects: [light.of(line), ...at] });
  }

  handle(): Handle {
    return {
      goTo: (line) => {
        const at = this.view.state.doc.line(Math.min(Math.max(1, line), this.view.state.doc.lines));
        this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
        this.view.focus();
      },
    };
  }

  close() { this.view.destroy(); }
}

export function Editor({ store, handle, problems, marked }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const desk = useRef<Desk | null>(null);
  const { lang, opened } = useParts(store, 'lang', 'opened');
  useEffect(() => {
    const el = host.current!;
    const root = el.shadowRoot ?? el.attachShadow({ mode: 'open' });
    const d = new Desk(root, store);
    desk.current = d;
    handle.current = d.handle();
    const end = store.subscribe(() => d.follow());
    return () => { end(); d.close(); root.replaceChildren(); desk.current = null; handle.current = null; };
  }, [store]);
  const rows = useStore(store, (s) => s.rows), draft = useStore(store, (s) => s.draft);
  useEffect(() => { desk.current?.refresh(); }, [lang]);
  useEffect(() => { desk.current?.colour(); }, [rows, draft, opened]);
  useEffect(() => { desk.current?.mark(problems.of, problems.list); }, [problems]);
  useEffect(() => { desk.current?.light(marked); }, [marked]);
  return <div class="editor" ref={host} />;
}
