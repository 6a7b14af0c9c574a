// The views of the table, in the order of the tabs: a line each.
import type { ComponentType } from 'preact';
import type { Store } from './state';

export interface View { name: string; title: [de: string, en: string]; Show: ComponentType<{ store: Store }> }

export const views: View[] = [];
