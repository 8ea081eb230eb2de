import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';

type Schemas = components['schemas'];
export type Drill = Schemas['DrillDto'];
export type DrillPlan = Schemas['DrillPlanDto'];
export type DrillWait = Schemas['DrillWaitDto'];
export type DrillVerdict = Schemas['DrillVerdictDto'];

/** While one is under way. */
const REFRESH_MS = 1500;

const pathOf = (app: string, campaign: string): string =>
  ['/apps', ...[app, 'campaigns', campaign, 'drills'].map(encodeURIComponent)].join('/');

/** Fault drills of a campaign, the newest first. */
export const drills = (app: string, campaign: string) =>
  queryOptions({
    queryKey: [app, 'drills', campaign],
    queryFn: ({ signal }) => read<Schemas['DrillListDto']>(pathOf(app, campaign), {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isOpen) === true ? REFRESH_MS : false),
  });

export function isOpen({ state }: Drill): boolean {
  return state === 'ASKED' || state === 'RUNNING';
}

/** Sends a copy of a campaign to its simulated accounts, which fail on purpose. */
export function startDrill(app: string, campaign: string, plan: DrillPlan): Promise<Drill> {
  return write<Drill>(pathOf(app, campaign), plan);
}
