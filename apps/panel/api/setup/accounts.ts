import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

export type Account = components['schemas']['AccountDto'];
export type AccountTest = components['schemas']['AccountTestResultDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'accounts', ...rest].map(encodeURIComponent)].join('/');

export const accounts = (app: string) =>
  queryOptions({
    queryKey: [app, 'accounts'],
    queryFn: ({ signal }) => read<{ accounts: Account[] }>(pathOf(app), {}, signal),
    // They pause and rest by themselves.
    refetchInterval: 5000,
  });

/** Tries the credentials without sending a message. */
export function testAccount(app: string, account: string): Promise<AccountTest> {
  return write<AccountTest>(pathOf(app, account, 'test'), {});
}

/** Ends the pause or the rest of an account. */
export function resumeAccount(app: string, account: string): Promise<{ accounts: Account[] }> {
  return write(pathOf(app, account, 'resume'), {});
}
