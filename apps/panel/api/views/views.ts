import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
/** Filters that the member has saved under a name. */
export interface View {
  id: string;
  name: string;
  filters: Readonly<Record<string, string>>;
}
export type CampaignChoices = Schemas['CampaignChoicesDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'views', ...rest].map(encodeURIComponent)].join('/');

/** The member's own views of the list of campaigns, by their names. */
export const campaignViews = (app: string) =>
  queryOptions({
    queryKey: [app, 'views', 'campaigns'],
    queryFn: ({ signal }) => read<{ items: View[] }>(pathOf(app), { screen: 'campaigns' }, signal),
  });

/** Labels and authors that campaigns can be filtered by. */
export const campaignChoices = (app: string) =>
  queryOptions({
    queryKey: [app, 'views', 'choices'],
    queryFn: ({ signal }) => read<CampaignChoices>(pathOf(app, 'campaigns', 'choices'), {}, signal),
  });

/** Saves filters under a name that is free. @throws {Refusal} */
export function saveView(app: string, view: Omit<View, 'id'>): Promise<View> {
  return write(pathOf(app), { screen: 'campaigns', ...view });
}

/** @throws {Refusal} for a name that is used */
export function renameView(app: string, id: string, name: string): Promise<View> {
  return write(pathOf(app, id), { name });
}

export function removeView(app: string, id: string): Promise<void> {
  return write(pathOf(app, id, 'remove'), {});
}
