import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type CampaignRunRow = Schemas['CampaignRunRowDto'];

/** A run may begin while the page is open. */
const REFRESH_MS = 30_000;

/** The runs of a recurring campaign, and those to come. */
export const campaignRuns = (app: string, key: string) =>
  queryOptions({
    queryKey: [app, 'campaigns', key, 'runs'],
    queryFn: ({ signal }) =>
      read<Schemas['CampaignRunsDto']>(
        `/apps/${encodeURIComponent(app)}/campaigns/${encodeURIComponent(key)}/runs`,
        {},
        signal,
      ),
    refetchInterval: REFRESH_MS,
  });
