// A part of a form: what is asked for decides how it is filled in.
import { useId, useState } from 'preact/hooks';
import type { Part } from '../data';
import { MapCanvas } from '../map/canvas';
import { useStore } from '../state';
import type { Store } from '../state';
import { constant, marched, titleOf, walked } from './fill';
import type { Known } from './fill';
import { fold } from './sheet';
import { say } from './words';

export interface PartProps {
  part: Part; value: string; set: (value: string) => void; store: Store; known: Known; start: string;
  waits?: boolean; // for an army: nothing is known of its way before it is chosen
}

export function PartField(props: PartProps) {
  const always = constant(props.part);
  if (always !== null) return <code class="part always">{always}</code>;
  switch (props.part.kind) {
    case 'path': return <Path {...props} />;
    case 'place': return <Place {...props} />;
    case 'choice': return <Choice {...props} options={(props.part.choices ?? []).map((c) => [c, c])} />;
    case 'realm': return <Realm {...props} />;
    case 'sign': return <Choice {...props} options={(props.part.choices ?? ['+', '-']).map((c) => [c, c])} />;
    case 'army': return <Army {...props} />;
    default: return <Listed {...props} options={(props.part.choices ?? []).map((c) => [c, ''])} />;
  }
}

function Label({ part, store }: PartProps) {
  const lang = useStore(store, (s) => s.lang);
  return <>{titleOf(part)}{!part.needed && <span class="hint"> {say(lang, 'optional')}</span>}</>;
}

// Choice is one of few; a value that is none of them stays to be seen.
function Choice(props: PartProps & { options: [value: string, shown: string][] }) {
  const { part, value, set, store, options } = props;
  const lang = useStore(store, (s) => s.lang);
  const has = options.find(([v]) => fold(v) === fold(value));
  return (
    <label class="part"><Label {...props} />
      <select data-part={part.name} value={has ? has[0] : value} onChange={(e) => set(e.currentTarget.value)}>
        <option value="">{say(lang, part.needed ? 'choose' : 'nothing')}</option>
        {!has && value !== '' && <option value={value}>{value}</option>}
        {options.map(([v, shown]) => <option key={v} value={v}>{shown}</option>)}
      </select></label>
  );
}

function Realm(props: PartProps) {
  const { store } = props;
  const lang = useStore(store, (s) => s.lang);
  const opened = useStore(store, (s) => s.opened);
  const others = (opened?.realms ?? []).filter((r) => r.number !== opened!.realm && !r.fallen);
  return <Choice {...props} options={others.map((r) => [String(r.number), say(lang, 'realm', { n: r.number, name: r.name })])} />;
}

// Listed is free to write, with what is known to choose from.
function Listed(props: PartProps & { options: [value: string, detail: string][] }) {
  const { part, value, set, options, store } = props;
  const lang = useStore(store, (s) => s.lang);
  const id = useId();
  return (
    <label class="part"><Label {...props} />
      <input type="text" data-part={part.name} value={value} list={options.length > 0 ? id : undefined} maxLength={300} spellcheck={false} autocomplete="off"
        autocapitalize="off" inputMode={part.kind === 'number' ? 'numeric' : undefined} placeholder={part.again ? say(lang, 'several') : undefined}
        onInput={(e) => set(e.currentTarget.value)} />
      {options.length > 0 && <datalist id={id}>{options.slice(0, 400).map(([v, d]) => <option key={v} value={v}>{d}</option>)}</datalist>}
    </label>
  );
}

const chips = 24;

// Army is free to write, since orders may make one; own ones are there to be clicked.
function Army(props: PartProps) {
  const { known, value, set } = props;
  const own = known.armies.map((a): [string, string] => [a.name, a.at]);
  return (
    <div class="part army">
      <Listed {...props} options={own} />
      {own.length <= chips && <div class="row" role="group" aria-label={titleOf(props.part)}>{own.map(([name, at]) => (
        <button type="button" key={name} aria-pressed={fold(value) === fold(name)} onClick={() => set(name)}>
          {name}{at !== '' && <small> {at}</small>}</button>
      ))}</div>}
    </div>
  );
}

// Place is a field, by its label or on the map.
function Place(props: PartProps) {
  const { part, value, set, store, known } = props;
  const lang = useStore(store, (s) => s.lang);
  const chart = useStore(store, (s) => s.opened?.chart ?? null);
  const [map, open] = useState(false);
  const last = value.trim().split(/\s+/).at(-1) ?? '';
  return (
    <div class="part wide">
      <Listed {...props} options={known.places.map((p) => [p, ''])} />
      {chart && <button type="button" aria-expanded={map} onClick={() => open(!map)}>{say(lang, map ? 'map-done' : 'on-map')}</button>}
      {chart && map && <MapCanvas chart={chart} lang={lang} name={say(lang, 'map-place')} selected={last || props.start || null}
        rings={value.trim().split(/\s+/)} onSelect={(label) => set(part.again && value.trim() !== '' ? `${value.trim()} ${label}` : label)} />}
    </div>
  );
}

const rose: [digit: string, sign: string][] = [['6', '↖'], ['1', '↗'], ['5', '←'], ['0', '•'], ['2', '→'], ['4', '↙'], ['3', '↘']];

// Path is a march or a road, a digit a step, by buttons for the directions or on the map.
function Path(props: PartProps) {
  const { part, value, set, store, start, waits } = props;
  const lang = useStore(store, (s) => s.lang);
  const chart = useStore(store, (s) => s.opened?.chart ?? null);
  const [map, open] = useState(false);
  const way = walked(chart, start, value);
  const full = part.digits !== undefined && part.digits > 0 && value.length >= part.digits;
  const add = (d: string) => { if (!full) set(value + d); };
  const clip = (s: string) => (part.digits ? s.slice(0, part.digits) : s);
  return (
    <fieldset class="part wide path">
      <legend><Label {...props} /></legend>
      <input type="text" data-part={part.name} value={value} inputMode="numeric" aria-label={titleOf(part)} maxLength={part.digits || 100} spellcheck={false}
        onInput={(e) => set(clip(e.currentTarget.value.replace(part.digits ? /[^0-6]/g : /[^1-6]/g, '')))} />
      <div class="rose">
        {rose.filter(([d]) => d !== '0' || part.digits).map(([d, sign]) => (
          <button type="button" key={d} class={`d${d}`} disabled={full} onClick={() => add(d)}
            aria-label={`${say(lang, `step-${d}` as 'step-0')} (${d})`} title={say(lang, `step-${d}` as 'step-0')}>{sign}</button>
        ))}
      </div>
      <div class="row">
        <button type="button" disabled={value === ''} onClick={() => set(value.slice(0, -1))}>{say(lang, 'step-back')}</button>
        {chart && way.length > 0 && <button type="button" aria-expanded={map} onClick={() => open(!map)}>
          {say(lang, map ? 'map-done' : 'on-map')}</button>}
      </div>
      <p class="hint">{way.length > 0 ? say(lang, 'path-from', { at: way[0]!, way: way.slice(1).join(' → ') || '–' }) : say(lang, waits ? 'path-army' : 'path-unknown')}</p>
      {chart && map && way.length > 0 && <MapCanvas chart={chart} lang={lang} name={say(lang, 'map-path')} path={way} home={start}
        onPath={(next) => set(clip(next.length === 0 ? '' : marched(chart, value, way, next)))} />}
    </fieldset>
  );
}
