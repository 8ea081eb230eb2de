import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask, read, send, withSearch, write } from '../client.js';
import type { Page } from '../types.js';

type Schemas = components['schemas'];
export type Import = Schemas['ImportRowDto'];
export type ImportCounts = Schemas['ImportCountsDto'];
export type ImportColumns = Schemas['ImportColumnsDto'];
export type ImportFault = Schemas['ImportFaultDto'];
export type ImportLine = Schemas['ImportLineDto'];
export type ImportFormat = Import['format'];

/** The interval of reloads while an import is under way. */
const REFRESH_MS = 1000;
const SLOW_REFRESH_MS = 5000;
/** The first line of a file must end before. */
const HEAD_BYTES = 64 * 1024;
/** Rows of a page. */
const PAGE = 50;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'imports', ...rest].map(encodeURIComponent)].join('/');

/** Says if an import waits or is under way. */
export function isMoving({ state }: Import): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

export const imports = (app: string, after: string | undefined) =>
  queryOptions({
    queryKey: [app, 'imports', 'list', after],
    queryFn: ({ signal }) => read<Page<Import>>(pathOf(app), { after, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
    // A member who comes back from an import that has just begun looks for it here.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isMoving) === true ? SLOW_REFRESH_MS : false),
  });

export const importOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [app, 'imports', id],
    queryFn: ({ signal }) => read<Import>(pathOf(app, id), {}, signal),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? REFRESH_MS : false),
  });

/** @param refused  how many there are: with another number they are read again */
export const importFaults = (app: string, id: string, refused: number) =>
  queryOptions({
    queryKey: [app, 'imports', id, 'faults', refused],
    queryFn: ({ signal }) => read<{ items: ImportFault[] }>(pathOf(app, id, 'faults'), {}, signal),
    placeholderData: keepPreviousData,
  });

export const refusedLines = (app: string, id: string, after: string | undefined, refused: number) =>
  queryOptions({
    queryKey: [app, 'imports', id, 'lines', after, refused],
    queryFn: ({ signal }) => read<Page<ImportLine>>(pathOf(app, id, 'lines'), { after, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
  });

/** The address of refused lines as CSV. */
export function refusedCsv(app: string, id: string): string {
  return withSearch(pathOf(app, id, 'lines.csv'));
}

/** Asks the server for the meaning of the first line of a file. */
export async function explainColumns(app: string, file: File, format: ImportFormat): Promise<ImportColumns> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const head = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return ask<ImportColumns>(pathOf(app, 'columns'), { format, head }, new AbortController().signal);
}

/** Sends a file to be checked. Nothing is changed by it. @param more.consent  from where it comes; empty: not said */
export function checkFile(
  app: string,
  file: File,
  { format, mapping, consent }: { format: ImportFormat; mapping: object; consent: string },
): Promise<Import> {
  const form = new FormData();
  form.append('format', format);
  form.append('mapping', JSON.stringify(mapping));
  if (consent !== '') {
    form.append('consent', consent);
  }
  form.append('file', file, file.name);
  return send<Import>(pathOf(app), form);
}

/** Imports what was checked. */
export function runImport(app: string, id: string): Promise<Import> {
  return write<Import>(pathOf(app, id, 'run'), {});
}

export function stopImport(app: string, id: string): Promise<Import> {
  return write<Import>(pathOf(app, id, 'stop'), {});
}
