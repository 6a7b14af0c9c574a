// The editor: the draft as text, in a shadow root of its own, so that its looks need no style of the page.
import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { forceLinting, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Lang, Problem, Table } from '../data';
import { DRAFT } from '../inout/mine';
import { textOf, useStore } from '../state';
import type { Draft, Store } from '../state';
import { known } from './fill';
import { typed } from './identity';
import { colours, completing, language } from './language';
import { css } from './looks';
import { columnAt, patch } from './sheet';
import { german, say } from './words';

// Handle is what other parts of the view may ask of the editor.
export interface Handle { undo(): void; redo(): void; goTo(line: number): void }

// turnOf is the turn that a draft is for with another text: the one that is typed, or else none that is to come.
const turnOf = (d: Draft, text: string, table: Table | null) =>
  typed(text)?.turn || Math.min(d.turn, table?.turn ?? d.turn);

// put writes another text into the draft that is being written.
export function put(store: Store, text: string) {
  const { drafts, draft, table } = store.state;
  if (text.length > DRAFT && text.length > textOf(store).length) {
    store.say(say(store.state.lang, 'too-long', { n: DRAFT }), true);
    return;
  }
  store.set({ drafts: drafts.map((d) => (d.id === draft ? { ...d, text, turn: turnOf(d, text, table) } : d)) });
}

export interface EditorProps {
  store: Store; handle: RefObject<Handle | null>; problems: { of: string; list: Problem[] };
  depth: (undo: number, redo: number) => void;
}

// Desk is CodeMirror with what of it changes.
class Desk {
  private view: EditorView;
  private spoken = new Compartment();
  private phrased = new Compartment();
  private states = new Map<string, EditorState>(); // of drafts that were written before: so each has its own undo
  private id: string;
  private inside = false; // a change of the text comes from here

  constructor(root: ShadowRoot, private store: Store, private depth: (u: number, r: number) => void) {
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
      lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), EditorView.lineWrapping,
      EditorView.clipboardInputFilter.of((text) => text.replace(/[\f\u0085\u2028\u2029]/g, '\n')), // line ends to the game
      highlightSelectionMatches(), search({ top: true }), colours,
      this.spoken.of(this.language()), this.phrased.of(this.phrases()),
      autocompletion({ icons: false, override: [completing(() => ({ opened: this.store.state.opened, facts: this.store.state.table?.facts ?? null }))] }),
      EditorState.changeFilter.of((tr) => {
        const fits = tr.newDoc.length <= DRAFT || tr.newDoc.length <= tr.startState.doc.length;
        if (!fits) this.store.say(say(this.store.state.lang, 'too-long', { n: DRAFT }), true);
        return fits;
      }),
      keymap.of([...completionKeymap, ...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((u) => {
        if (u.docChanged && !this.inside) { this.inside = true; put(this.store, u.state.doc.toString()); this.inside = false; }
        if (u.docChanged) this.depth(undoDepth(u.state), redoDepth(u.state));
      }),
    ];
  }

  private language(): Extension {
    const { opened, table } = this.store.state;
    return language(opened?.sections ?? [], known(table?.facts ?? null, null).armies.map((a) => a.name));
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
      this.depth(undoDepth(this.view.state), redoDepth(this.view.state));
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
    this.view.dispatch({ effects: [this.spoken.reconfigure(this.language()), this.phrased.reconfigure(this.phrases())] });
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

  handle(): Handle {
    return {
      undo: () => { undo(this.view); },
      redo: () => { redo(this.view); },
      goTo: (line) => {
        const at = this.view.state.doc.line(Math.min(Math.max(1, line), this.view.state.doc.lines));
        this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
        this.view.focus();
      },
    };
  }

  close() { this.view.destroy(); }
}

export function Editor({ store, handle, problems, depth }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const desk = useRef<Desk | null>(null);
  const lang = useStore(store, (s) => s.lang);
  const opened = useStore(store, (s) => s.opened);
  useEffect(() => {
    const el = host.current!;
    const root = el.shadowRoot ?? el.attachShadow({ mode: 'open' });
    const d = new Desk(root, store, depth);
    desk.current = d;
    handle.current = d.handle();
    const end = store.subscribe(() => d.follow());
    return () => { end(); d.close(); root.replaceChildren(); desk.current = null; handle.current = null; };
  }, [store]);
  useEffect(() => { desk.current?.refresh(); }, [lang, opened]);
  useEffect(() => { desk.current?.mark(problems.of, problems.list); }, [problems]);
  return <div class="editor" ref={host} />;
}
