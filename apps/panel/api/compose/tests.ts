import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';
import type { Written } from './message.js';

type Schemas = components['schemas'];
export type Test = Schemas['TestDto'];
export type TestMessage = Schemas['TestMessageDto'];
export type SentTest = Schemas['SentTestDto'];
export type Tester = Schemas['FoundUserDto'];
export type NewTester = Schemas['NewTesterDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, ...rest].map(encodeURIComponent)].join('/');

/** The users that are testers of an application. */
export const testersOf = (app: string) =>
  queryOptions({
    queryKey: [app, 'testers'],
    queryFn: ({ signal }) => read<Schemas['TesterListDto']>(pathOf(app, 'testers'), {}, signal),
  });

/** Makes a user a tester. */
export function addTester(app: string, tester: NewTester): Promise<Tester> {
  return write(pathOf(app, 'testers'), tester);
}

/** Makes a tester a usual user again. */
export function removeTester(app: string, uid: string): Promise<void> {
  return write(pathOf(app, 'testers', uid, 'remove'), {});
}

/** Results of a test, by device and address. */
export const testOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [app, 'test', id],
    queryFn: ({ signal }) => read<Test>(pathOf(app, 'tests', id), {}, signal),
  });

/**
 * Sends a message to a few people.
 *
 * @param order.language  a name of `message.languages`, empty for the main texts; absent: as each person has it
 * @param order.others  further contents, which leave together with it
 * @param order.key  the same for each try of one test
 */
export function sendTest(
  app: string,
  written: Written,
  { key, ...order }: { extIds: readonly string[]; language?: string; others?: readonly Written[]; key: string },
): Promise<SentTest> {
  return write(pathOf(app, 'compose', 'test'), { ...written, ...order }, key);
}
