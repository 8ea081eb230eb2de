import { expect } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { shapeFaults, type BodyShape } from '../api-document/body-shape.js';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

const SHOP = {
  attributes: [
    { code: 'age', dataType: 'INT' },
    { code: 'source', dataType: 'STRING' },
    { code: 'first_seen_channel', dataType: 'STRING' },
    { code: 'plan', dataType: 'STRING', options: ['free', 'gold'] },
    { code: 'isSubscribed', dataType: 'BOOLEAN' },
    { code: 'rate', dataType: 'DOUBLE' },
    { code: 'points', dataType: 'LONG' },
    { code: 'seen', dataType: 'TIME_STAMP' },
    { code: 'born', dataType: 'DATE' },
    { code: 'lastVisitedProducts', dataType: 'STRING', array: true },
    { code: 'lastVisitedCategories', dataType: 'STRING', array: true },
  ],
  categories: [{ name: 'Shopping' }, { name: 'Promotion' }],
};

/** Users and a device that the examples of the specification speak of. */
const NEEDED = [
  ...['id1', 'id2', 'user_98765', 'your_extId', 'your_xid', 'id_in_my_system_1'].map((extId) => ({ extId })),
  { extId: 'owner', platform: 'IOS', deviceToken: 'my_device_token' },
];

export interface Example {
  id: string;
  method: string;
  path: string;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  body?: unknown;
  expect: { status: number; body_shape?: BodyShape | undefined };
}

/** A gateway with a shop and a second application that is defined alike, for the operations on users. */
export interface UsersContract {
  gateway: TestGateway;
  elsewhere: SecondApplication;
  post(operation: string, body: unknown, key?: string): Promise<Answer>;
  get(operation: string, query?: Record<string, string>, key?: string): Promise<Answer>;
  /** Sends a write and expects 200 with a body of zero length. */
  write(operation: string, body: unknown, key?: string): Promise<void>;
  profile(extId: string, key?: string): Promise<unknown>;
  /** Sends what must be refused: the code, a word that the text names, and nothing written anywhere. */
  refuses(operation: string, body: unknown, code: number, names: string): Promise<void>;
  /** Calls an example of the specification and holds the answer to its shape. */
  example(example: Example): Promise<void>;
  close(): Promise<void>;
}

export async function openUsersContract(): Promise<UsersContract> {
  const gateway = await startGateway();
  const elsewhere = await secondApplication(gateway);
  for (const app of ['shop', 'elsewhere']) {
    await gateway.app.get(ApplyService).apply({ app, ...SHOP }, { dryRun: false });
  }
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('events-only', { scopes: ['events'] });
  const post: UsersContract['post'] = (operation, body, key = 'rest') =>
    gateway.call(`/rest/3.0/${operation}`, { body, key });
  const get: UsersContract['get'] = (operation, query = {}, key = 'rest') =>
    gateway.call(`/rest/3.0/${operation}?${new URLSearchParams(query)}`, { method: 'GET', key });
  const write: UsersContract['write'] = async (...args) => {
    const answer = await post(...args);
    expect([answer.status, answer.text]).toEqual([200, '']);
  };
  await write('registerUsers', NEEDED);
  return {
    gateway,
    elsewhere,
    post,
    get,
    write,
    async profile(extId, key) {
      const { json } = await get('getProfileAttributes', { extId }, key);
      return typeof json === 'object' && json !== null && 'profile' in json ? json.profile : json;
    },
    async refuses(operation, body, code, names) {
      const before = await everything(gateway);
      const answer = await post(operation, body);
      expect(answer).toMatchObject({ status: 400, json: { code, error: expect.stringContaining(names) as string } });
      expect(await everything(gateway)).toEqual(before);
    },
    async example({ method, path, query, body, expect: expected }) {
      const input = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      );
      const answer = await gateway.call(`${path}?${new URLSearchParams(input)}`, {
        method,
        ...(body !== undefined && { body }),
      });
      expect(answer.status).toBe(expected.status);
      if (expected.body_shape?.type === 'object') {
        expect(shapeFaults(answer.json, expected.body_shape)).toEqual([]);
      } else {
        expect(answer.text).toBe('');
      }
    },
    close: () => gateway.close(),
  };
}

/** A digest of each table of the users module, and of the change feed; numbers taken in advance are no effect. */
async function everything({ fresh: { db } }: TestGateway): Promise<Record<string, string | undefined>> {
  const tables = await db.rows<{ name: string }>(
    "SELECT 'users.' || t.tablename AS name FROM pg_tables AS t WHERE t.schemaname = 'users' AND t.tablename <> 'uid_block'",
  );
  const digests: Record<string, string | undefined> = {};
  for (const { name } of [...tables, { name: 'platform.outbox' }]) {
    const row = await db.row<{ digest: string }>(
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${name} AS t`,
    );
    digests[name] = row?.digest;
  }
  return digests;
}
