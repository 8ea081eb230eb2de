import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, type FileSource } from '../client.js';

type Schemas = components['schemas'];
export type Report = Schemas['ReportDto'];
export type ReportLine = Schemas['ReportLineDto'];
export type ReportFigures = Omit<ReportLine, 'name' | 'title' | 'campaigns'>;

export const REPORT_GROUPS = ['day', 'platform', 'label', 'campaign'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** @property from, to  days of the zone, both in it */
export interface ReportQuestion {
  from: string;
  to: string;
  zone: string;
  by: ReportGroup;
}

/** Days of a report at most, as the server has it. */
export const MAX_REPORT_DAYS = 92;

const pathOf = (app: string, name: string): string => `/apps/${encodeURIComponent(app)}/${name}`;

/** Results of the campaigns of some days. The earlier figures stay until the next ones are there. */
export const report = (app: string, question: ReportQuestion) =>
  queryOptions({
    queryKey: [app, 'reports', question],
    queryFn: ({ signal }) => read<Report>(pathOf(app, 'reports'), { ...question }, signal),
    placeholderData: keepPreviousData,
  });

/** The source of the same lines as CSV. */
export function reportCsv(app: string, question: ReportQuestion): FileSource {
  return { path: pathOf(app, 'reports.csv'), search: { ...question } };
}
