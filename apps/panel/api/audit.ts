import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';
import type { Page } from './types.js';

export type AuditRow = components['schemas']['AuditRowDto'];
export type ChainCheck = components['schemas']['ChainCheckDto'];

const PAGE = 50;
const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/audit`;

interface AuditFilter {
  /** The beginning of the names of actions. */
  action?: string | undefined;
  /** A kind or an id, or what the names of actors begin with. */
  actor?: string | undefined;
  /** The beginning of subjects. */
  subject?: string | undefined;
  after?: string | undefined;
}

export const auditLog = (app: string, filter: AuditFilter) =>
  queryOptions({
    queryKey: [app, 'audit', filter],
    queryFn: ({ signal }) => read<Page<AuditRow>>(pathOf(app), { ...filter, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
  });

/** Reads the whole log, and says whether an entry was changed or is missing. */
export function verifyLog(app: string): Promise<ChainCheck> {
  return write<ChainCheck>(`${pathOf(app)}/verify`, {});
}
