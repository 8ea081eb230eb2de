import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';

const MAX = 3;

let gateway: TestGateway;
let people = 0;
let tokens = 0;

beforeAll(async () => {
  gateway = await startGateway();
  const settings = { maxInstallations: MAX, identity: 'optional' };
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
  await gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(() => gateway.close());

const newPerson = (): string => `person-${(people += 1)}`;
const newToken = (): string => `token-${(tokens += 1)}`;

/** @param isProven  whether a token of the application's server comes along */
async function register(extId: string, isProven: boolean, token = newToken()): Promise<Answer> {
  return gateway.call('/sdk/1.0/installations', {
    body: { platform: 'IOS', extId, token },
    key: 'mobile',
    unsigned: !isProven,
  });
}

/** Registers devices one after the other. @returns their tokens */
async function registerAll(extId: string, isProven: boolean, count: number): Promise<string[]> {
  const all = Array.from({ length: count }, newToken);
  for (const token of all) {
    expect((await register(extId, isProven, token)).status).toBe(200);
  }
  return all;
}

async function readTokens(extId: string): Promise<string[]> {
  const { json } = await gateway.call(`/rest/3.0/getDevices?extId=${extId}`, { method: 'GET' });
  const { devices } = json as { devices: { token?: string | null }[] };
  return devices.flatMap(({ token }) => token ?? []).toSorted();
}

describe('Unproven devices of a user', () => {
  it('The devices beyond the limit of the application lose their tokens, those that were unused longest first', async () => {
    const person = newPerson();
    const all = await registerAll(person, false, MAX + 2);
    expect(await readTokens(person)).toEqual(all.slice(2).toSorted());
  });

  it('An unproven device never replaces a proven one, and is refused when all others are proven', async () => {
    const person = newPerson();
    const own = await registerAll(person, true, MAX - 1);
    const [, last] = await registerAll(person, false, 2);
    expect(await readTokens(person)).toEqual([...own, last].toSorted());
    const [third] = await registerAll(person, true, 1);
    expect(await readTokens(person)).toEqual([...own, third].toSorted());
    const refused = await register(person, false);
    expect(refused).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(refused.text).toContain('extId');
    expect(await readTokens(person)).toEqual([...own, third].toSorted());
  });

  it('Devices that a server registers do not count towards the limit', async () => {
    const person = newPerson();
    const ofServer = Array.from({ length: MAX + 2 }, newToken);
    for (const deviceToken of ofServer) {
      const body = [{ extId: person, platform: 'IOS', deviceToken }];
      expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
    }
    const own = await registerAll(person, false, MAX);
    expect(await readTokens(person)).toEqual([...ofServer, ...own].toSorted());
  });

  it('A device that lost its token returns with the next start of its app', async () => {
    const person = newPerson();
    const token = newToken();
    const first = (await register(person, false, token)).json as object;
    await registerAll(person, false, MAX);
    expect(await readTokens(person)).not.toContain(token);
    const refreshed = await gateway.call('/sdk/1.0/installations', {
      body: { ...first, token, extId: person },
      key: 'mobile',
      unsigned: true,
    });
    expect(refreshed.status).toBe(200);
    const now = await readTokens(person);
    expect(now).toContain(token);
    expect(now).toHaveLength(MAX);
  });
});
