import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, type FileSource } from '../client.js';

type Columns = components['schemas']['ExportColumnListDto'];

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/audience/export`;

/** Columns that the member may export of users. */
export const exportColumns = (app: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'columns'],
    queryFn: ({ signal }) => read<Columns>(`${pathOf(app)}/columns`, {}, signal),
  });

/** The users of a target as CSV. */
export function usersCsv(app: string, order: { target: object; columns: readonly string[] }): FileSource {
  return { path: pathOf(app), order };
}

/** Everything about a person as JSON. The audit log has it. */
export function personFile(app: string, uid: string): FileSource {
  return { path: `/apps/${encodeURIComponent(app)}/users/${encodeURIComponent(uid)}/export`, order: {} };
}
