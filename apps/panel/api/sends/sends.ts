import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';
import type { Recipient } from '../types.js';

type Schemas = components['schemas'];
export type SendRow = Schemas['SendRowDto'];
export type Send = Schemas['SendDto'];
export type SendAction = 'pause' | 'resume' | 'stop';

const PAGE = 50;
const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'sends', ...rest].map(encodeURIComponent)].join('/');

/** Covers everything about transactional sends: a change reloads it. */
export const sendsKey = (app: string) => [app, 'sends'] as const;

/** @param list  `open` or `failed` */
export const sends = (app: string, search: { list: string; after?: string | undefined }) =>
  queryOptions({
    queryKey: [...sendsKey(app), search],
    queryFn: ({ signal }) => read<Schemas['SendPageDto']>(pathOf(app), { ...search, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
  });

export const sendOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [...sendsKey(app), id],
    queryFn: ({ signal }) => read<Send>(pathOf(app, id), {}, signal),
  });

export const sendRecipients = (app: string, id: string, filter: { status: string; after?: string | undefined }) =>
  queryOptions({
    queryKey: [...sendsKey(app), id, 'recipients', filter],
    queryFn: ({ signal }) =>
      read<{ items: Recipient[]; next: string | null }>(
        pathOf(app, id, 'recipients'),
        { ...filter, limit: PAGE },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** Pauses, resumes or stops one send. */
export function steerSend(app: string, id: string, action: SendAction): Promise<Send> {
  return write(pathOf(app, id, action), {});
}

/** Decides on the request that a send belongs to. @param hash  of what was read */
export function decideSend(app: string, id: string, decision: 'approve' | 'reject', hash: string): Promise<Send> {
  return write(pathOf(app, id, decision), { hash });
}
