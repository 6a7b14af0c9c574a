// A part of an order that is filled in: by what it is, within the limits that the desk gives. What is being typed stays in
// its box while the line has something else, or cannot be without it.
import { useState } from 'preact/hooks';
import type { Field, Part } from '../data';
import { amounts, number } from '../desk/numbers';
import { known } from '../orders/fill';
import type { Store } from '../state';
import { say } from '../words';

export function PartInput({ store, part, field, value, set }: { store: Store; part: Part; field?: Field; value: string; set: (v: string) => void }) {
  const lang = store.state.lang, opened = store.state.opened!, [now, type] = useState<string | null>(null);
  const box = { value: now ?? value, onBlur: () => type(null), onInput: (e: { currentTarget: HTMLInputElement }) => put(e.currentTarget.value) };
  const put = (v: string) => { const x = part.kind === 'number' ? v.replace(/[^\d-]/g, '') : v; type(x); set(x); };
  const title = part.title || field?.unit || (part.kind === 'choice' ? say(lang, 'choice') : part.kind);
  const options = field?.choices?.map((o) => ({ value: o.value, name: [o.name, amounts(lang, o.price)].filter(Boolean).join(' · '), off: !!o.why }))
    ?? (part.kind === 'choice' ? (part.choices ?? []).map((c) => ({ value: c, name: c, off: false }))
      : part.kind === 'realm' ? opened.realms.filter((r) => r.number !== opened.realm && !r.fallen).map((r) => ({ value: String(r.number), name: `${r.number} ${r.name}`, off: false })) : null);
  const limits = [field?.least ? say(lang, 'least-n', { n: number(lang, field.least) }) : '', field?.most ? say(lang, 'most-n', { n: number(lang, field.most) }) : '', field?.unit ?? ''].filter(Boolean).join(' · ');
  const there = part.kind === 'place' || part.kind === 'army' ? known(store.state.table?.facts ?? null, opened.chart) : null;
  const hints = part.kind === 'place' ? there!.places.slice(0, 400) : part.kind === 'army' ? there!.armies.map((a) => a.name) : [];
  const id = `opt-${part.name}`;
  return (
    <><label class="field-input" title={part.hint}><span>{title}{limits && <small class="dim"> {limits}</small>}</span>
      {options && options.length > 0 ? <select data-part={part.name} value={value} onChange={(e) => set(e.currentTarget.value)}>
        {!options.some((o) => o.value === value) && <option value={value}>{value || '–'}</option>}
        {options.map((o) => <option key={o.value} value={o.value} disabled={o.off}>{o.name}</option>)}</select>
        : part.kind === 'number' ? <><input type="number" data-part={part.name} {...box} placeholder={part.example} min={field?.least ?? 0} max={field?.most || undefined} />
          {field?.most && field.most > (field.least ?? 0) && <input type="range" tabIndex={-1} aria-hidden="true" min={field.least ?? 0} max={field.most} value={value || String(field.least ?? 0)} onInput={(e) => { type(null); set(e.currentTarget.value); }} />}</>
          : <><input type="text" data-part={part.name} {...box} placeholder={part.example} maxLength={60} list={hints.length > 0 ? id : undefined} />
            {hints.length > 0 && <datalist id={id}>{hints.map((h) => <option key={h} value={h} />)}</datalist>}</>}
    </label>
    {field?.says && <small class="dim">{field.says}</small>}
    {[...new Set((field?.choices ?? []).flatMap((o) => (o.why ? [o.why.text] : [])))].slice(0, 3).map((w) => <small key={w} class="dim why">{w}</small>)}</>
  );
}
