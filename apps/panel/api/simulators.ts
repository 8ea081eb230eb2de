import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, withSearch, write } from './client.js';

type Schemas = components['schemas'];
export type SimulatedDelivery = Schemas['SimulatedDeliveryDto'];
export type PushCard = Schemas['PushCardDto'];
export type MailCard = Schemas['MailCardDto'];
export type SmsCard = Schemas['SmsCardDto'];
export type CardFact = Schemas['CardFactDto'];

export interface DeliveryFilter {
  channel?: string | undefined;
  address?: string | undefined;
  text?: string | undefined;
  before?: string | undefined;
}

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'simulators', ...rest].map(encodeURIComponent)].join('/');

/** Deliveries that the simulators took, the newest first. */
export const simulatedDeliveries = (app: string, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: [app, 'simulators', filter],
    queryFn: ({ signal }) =>
      read<Schemas['SimulatedDeliveryListDto']>(pathOf(app, 'deliveries'), { ...filter }, signal),
    placeholderData: keepPreviousData,
  });

/** Has the simulator report something about a delivery. @returns what Herald answered to it */
export function reportDelivery(
  app: string,
  seq: number,
  report: { kind: string; text?: string },
): Promise<Schemas['SentReportDto']> {
  return write(pathOf(app, 'deliveries', String(seq), 'report'), report);
}

/** Address of the HTML of a mail, for a frame: a document with a policy of its own, which runs and loads nothing. */
export function mailAddress(app: string, seq: number): string {
  return withSearch(pathOf(app, 'deliveries', String(seq), 'html'));
}
