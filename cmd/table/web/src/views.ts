// The views of the table, in the order of the tabs: a line each.
import type { ComponentType } from 'preact';
import { Allies } from './allies/allies';
import { Files } from './inout/files';
import { MapView } from './map/view';
import { Orders } from './orders/orders';
import { Report } from './report/report';
import type { Store } from './state';
import { WeeksView } from './weeks/view';
import { WhatIf } from './whatif/whatif';
import { Years } from './years/years';

// A view that keeps is not taken away when another is shown: what was done in it stays.
export interface View { name: string; title: [de: string, en: string]; Show: ComponentType<{ store: Store }>; keeps?: boolean }

export const views: View[] = [
  { name: 'map', title: ['Karte', 'Map'], Show: MapView },
  { name: 'weeks', title: ['Wochen', 'Weeks'], Show: WeeksView },
  { name: 'orders', title: ['Befehle', 'Orders'], Show: Orders, keeps: true },
  { name: 'report', title: ['Bericht', 'Report'], Show: Report },
  { name: 'whatif', title: ['Was wäre, wenn', 'What if'], Show: WhatIf },
  { name: 'years', title: ['Jahre', 'Years'], Show: Years },
  { name: 'files', title: ['Dateien', 'Files'], Show: Files, keeps: true },
  { name: 'allies', title: ['Verbündete', 'Allies'], Show: Allies },
];
