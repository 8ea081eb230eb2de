import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type Catalog = Schemas['PanelCatalogDto'];
export type CatalogItem = Schemas['PanelItemDto'];
export type ItemChange = Schemas['PanelItemChangeDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'catalogs', ...rest].map(encodeURIComponent)].join('/');

/** By name. */
export const catalogs = (app: string) =>
  queryOptions({
    queryKey: [app, 'catalogs'],
    queryFn: ({ signal }) => read<{ items: Catalog[] }>(pathOf(app), {}, signal),
    staleTime: 0,
  });

/** A page of items by key. @param prefix  with which keys begin */
export const catalogItems = (app: string, catalog: string, prefix: string | undefined, after: string | undefined) =>
  queryOptions({
    queryKey: [app, 'catalogs', catalog, prefix, after],
    queryFn: ({ signal }) =>
      read<{ items: CatalogItem[]; next: string | null }>(pathOf(app, catalog, 'items'), { prefix, after }, signal),
    staleTime: 0,
  });

/** The newest changes of watched fields. */
export const catalogChanges = (app: string, catalog: string) =>
  queryOptions({
    queryKey: [app, 'catalogs', catalog, 'changes'],
    queryFn: ({ signal }) => read<{ items: ItemChange[] }>(pathOf(app, catalog, 'changes'), {}, signal),
    staleTime: 0,
  });
