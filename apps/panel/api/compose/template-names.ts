import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

export type TemplateNames = components['schemas']['TemplateNamesDto'];

/** Catalogs, blocks and live data that the texts of a message may name. */
export const templateNames = (app: string) =>
  queryOptions({
    queryKey: [app, 'compose', 'names'],
    queryFn: ({ signal }) => read<TemplateNames>(`/apps/${encodeURIComponent(app)}/compose/names`, {}, signal),
    staleTime: 60_000,
  });
