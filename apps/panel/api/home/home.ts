import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

type Schemas = components['schemas'];
export type HomeFigures = Schemas['HomeFiguresDto'];
export type HomeAudience = Schemas['HomeAudienceDto'];
export type HomeFailures = Schemas['HomeFailuresDto'];
export type HomeStep = Schemas['HomeStepDto'];

const STALE_MS = 60_000;

/** A part of the first screen. */
function part<T>(app: string, name: string) {
  return queryOptions({
    queryKey: [app, 'home', name],
    queryFn: ({ signal }) => read<T>(`/apps/${encodeURIComponent(app)}/home/${name}`, {}, signal),
    staleTime: STALE_MS,
  });
}

export const homeQueries = {
  figures: (app: string) => part<HomeFigures>(app, 'figures'),
  audience: (app: string) => part<HomeAudience>(app, 'audience'),
  failures: (app: string) => part<HomeFailures>(app, 'failures'),
  /** Read at each visit: a step may have been taken in the meantime. */
  steps: (app: string) => ({ ...part<{ items: HomeStep[] }>(app, 'steps'), staleTime: 0 }),
};
