import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type ComparedCampaign = Schemas['ComparedCampaignFiguresDto'];
export type ComparedFigures = Schemas['ComparedFiguresDto'];

/** Two campaigns beside each other. */
export const comparison = (app: string, first: string, second: string) =>
  queryOptions({
    queryKey: [app, 'comparison', first, second],
    queryFn: ({ signal }) =>
      read<Schemas['ComparisonDto']>(`/apps/${encodeURIComponent(app)}/campaign-comparison`, { first, second }, signal),
    enabled: first !== '' && second !== '',
  });
