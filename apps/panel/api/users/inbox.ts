import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type StoredMessage = Schemas['PersonMessageDto'];
export type InboxPage = Schemas['PersonInboxDto'];

const pathOf = (app: string, uid: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'users', uid, 'inbox', ...rest].map(encodeURIComponent)].join('/');

export const inboxKey = (app: string, uid: string) => [app, 'user', uid, 'inbox'] as const;

/** The messages that devices of a person read. */
export const inboxOf = (app: string, uid: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...inboxKey(app, uid), after],
    queryFn: ({ signal }) => read<InboxPage>(pathOf(app, uid), { after }, signal),
    placeholderData: keepPreviousData,
  });

/** Marks a message deleted, as a device would. */
export function deleteMessage(app: string, uid: string, piid: string): Promise<StoredMessage> {
  return write(pathOf(app, uid, piid, 'delete'), {});
}
