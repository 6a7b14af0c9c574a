// The views of the table, in the order of the tabs: a line each.
import type { ComponentType } from 'preact';
import { Allies } from './allies/allies';
import type { Facts } from './data';
import { Files } from './inout/files';
import { weeksOf } from './map/reach';
import { MapView } from './map/view';
import { Orders } from './orders/orders';
import { Report } from './report/report';
import type { Store } from './state';
import { WeeksView } from './weeks/view';
import { WhatIf } from './whatif/whatif';
import { Years } from './years/years';

export type Title = [de: string, en: string];

// A title may hang on the report that lies on the table.
// A view that keeps is not taken away when another is shown: what was done in it stays.
export interface View { name: string; title: Title | ((facts: Facts | undefined) => Title);
  Show: ComponentType<{ store: Store }>; keeps?: boolean }

export const views: View[] = [
  { name: 'map', title: ['Karte', 'Map'], Show: MapView },
  { name: 'weeks', title: (f) => (f && weeksOf(f) > 1 ? ['Wochen', 'Weeks'] : ['Ablauf', 'Course']), Show: WeeksView },
  { name: 'orders', title: ['Befehle', 'Orders'], Show: Orders, keeps: true },
  { name: 'report', title: ['Bericht', 'Report'], Show: Report },
  { name: 'whatif', title: ['Was wäre, wenn', 'What if'], Show: WhatIf },
  { name: 'years', title: ['Jahre', 'Years'], Show: Years },
  { name: 'files', title: ['Dateien', 'Files'], Show: Files, keeps: true },
  { name: 'allies', title: ['Verbündete', 'Allies'], Show: Allies },
];
