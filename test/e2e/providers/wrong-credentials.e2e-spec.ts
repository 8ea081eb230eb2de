import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignCredentials } from '../../support/contract/own-credentials.js';
import { emptyDatabase, type EmptyDatabase } from '../../support/database/database.js';
import { startStack, type Stack } from '../../support/processes/stack.js';
import { reachableUsers, type Reach } from '../../support/rooms/reachable-users.js';

const ENTRY = resolve('dist/apps/cli/main.js');
/** The longest wait for the message: the promise is 10 s on an idle machine. */
const SOON = { timeout: 60_000, interval: 500 };

interface OpenEntry {
  errorCode?: string;
  errorMsg?: string;
  errorDetail?: string;
  nextAttempt?: number;
}

/** A message through credentials that its provider refuses: the reason is reported wherever a person looks. */
describe('Wrong credentials', () => {
  let database: EmptyDatabase;
  let stack: Stack;
  let home: string;
  const masterKey = randomBytes(32).toString('base64');

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-wrong-'));
    database = await emptyDatabase();
    stack = await startStack({ databaseUrl: database.url, masterKey });
    await stack.simulators.credentials(foreignCredentials());
  });
  afterAll(async () => {
    await stack.stop();
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  /** The output of a verb. */
  async function herald(...args: string[]): Promise<string> {
    const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
    const { port } = new URL(stack.simulators.base);
    const env = {
      ...rest,
      HERALD_HOME: home,
      DATABASE_URL: database.url,
      MASTER_KEY: masterKey,
      SIMULATOR_PORT: port,
      PORT: '0',
    };
    return new Promise((done) => {
      execFile(process.execPath, [ENTRY, ...args], { env }, (_error, stdout, stderr) => done(stdout + stderr));
    });
  }

  async function listOpen(key: number): Promise<OpenEntry[]> {
    const answer = await stack.rest.get<{ list: OpenEntry[] }>(`getPushResult?notificationKey=${key}&status=OPEN`);
    return answer.body.list;
  }

  it.each<[string, Reach, string, string, string]>([
    ['apns', 'IOS', 'InvalidProviderToken', 'AUTH', '403 InvalidProviderToken'],
    ['fcm', 'ANDROID', 'OAUTH_400', 'AUTH', 'invalid_grant: Invalid grant: account not found'],
    ['smtp', 'EMAIL', '535 5.7.8', 'AUTH', '535 5.7.8 Authentication credentials invalid'],
    ['sms', 'SMS', '20003', 'AUTH', 'Authenticate'],
  ])(
    'Wrong credentials of %s are reported in four places',
    { timeout: 240_000 },
    async (channel, platform, code, why, words) => {
      const users = await reachableUsers(stack.simulators, platform, 2, 1);
      await stack.rest.register(users);
      const message = { title: 'Hello', text: 'Hello', subject: 'Hello', platforms: [platform] };
      const key = await stack.rest.sendBulk(message);
      const extId = `${platform.toLowerCase()}-1`;
      await expect
        .poll(() => listOpen(key), SOON)
        .toEqual(
          Array.from({ length: 2 }, () =>
            expect.objectContaining({ errorCode: code, errorMsg: why, errorDetail: words }),
          ),
        );
      expect((await listOpen(key))[0]?.nextAttempt).toBeGreaterThan(Date.now() - 60_000);
      const list = await herald('account', 'list');
      expect(
        list
          .split('\n')
          .slice(list.split('\n').findIndex((line) => line.startsWith(channel)))
          .join('\n'),
      ).toContain(words);
      expect(await herald('explain', extId, '--campaign', String(key))).toContain(words);
      expect(await herald('doctor')).toContain(words);
      // A second message, which was never tried, waits for the same reason.
      const second = await stack.rest.sendBulk(message);
      await expect
        .poll(() => listOpen(second), SOON)
        .toMatchObject([{ errorCode: code, errorMsg: why, errorDetail: words }, { errorCode: code }]);
    },
  );

  it(
    'Wrong credentials of web push are reported in three places, and in the result, which is final',
    { timeout: 240_000 },
    async () => {
      await stack.rest.register(await reachableUsers(stack.simulators, 'CHROME', 1, 1));
      const key = await stack.rest.sendBulk({
        title: 'Hello',
        text: 'Hello',
        iconUrl: 'https://shop.example/icon.png',
        platforms: ['CHROME'],
      });
      const failed = async () =>
        (await stack.rest.get<{ list: OpenEntry[] }>(`getPushResult?notificationKey=${key}`)).body.list;
      await expect.poll(failed, SOON).toMatchObject([{ status: 'FAILED', errorCode: '403', errorMsg: 'AUTH' }]);
      const words = '403 the VAPID key is not the one of the subscription';
      await expect.poll(() => herald('account', 'list'), SOON).toContain(words);
      expect(await herald('explain', 'chrome-1', '--campaign', String(key))).toContain(words);
      expect(await herald('doctor')).toContain(words);
    },
  );

  it(
    'herald account test reports wrong credentials without a message, and later that they work',
    { timeout: 120_000 },
    async () => {
      expect(await herald('account', 'test', 'smtp')).toContain('FAILED  smtp');
      await stack.simulators.credentials({});
      expect(await herald('account', 'test', 'smtp')).toMatch(/^ok {6}smtp: connection to /);
      // On a slow machine the pause has run out by now.
      const paused = expect.any(Boolean) as unknown;
      expect(JSON.parse(await herald('account', 'test', 'smtp', '--json'))).toMatchObject({ works: true, paused });
      await herald('account', 'resume', 'smtp');
      await expect.poll(() => herald('account', 'list'), SOON).toMatch(/smtp {5}simulator {2}ready\n.*over since/);
    },
  );

  it('herald apply offers a test of the credentials, and sends nothing unasked', { timeout: 120_000 }, async () => {
    const file = join(home, 'shop.yaml');
    await writeFile(file, 'app: shop\nchannels:\n  smtp: { host: 127.0.0.1, port: 1, from: shop@example.com }\n');
    expect(await herald('apply', file)).toContain('"herald account test smtp" tries them without a message.');
    expect(await herald('apply', file)).not.toContain('account test');
    const tested = await herald('apply', file, '--test');
    expect(tested).toContain(
      'FAILED  smtp: connection to 127.0.0.1:1: 127.0.0.1 is not an address of the public internet',
    );
    expect(tested).toMatch(/^ok {6}sms: account AC/m);
    expect(JSON.stringify(await stack.simulators.deliveries('limit=1000'))).not.toContain('Herald test message');
  });
});
