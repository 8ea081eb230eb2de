import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shapeFaults } from '../../support/api-document/body-shape.js';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';
import examples from '../examples/devices.json' with { type: 'json' };

let contract: UsersContract;
const post: UsersContract['post'] = (...args) => contract.post(...args);
const get: UsersContract['get'] = (...args) => contract.get(...args);
const write: UsersContract['write'] = (...args) => contract.write(...args);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

interface Device {
  platform: string;
  token: string;
  pushPermitted: boolean;
}

const device = (extId: string, deviceToken: string, platform = 'IOS') => ({ extId, platform, deviceToken });

async function devices(extId: string, query: Record<string, string> = {}): Promise<Record<string, boolean>> {
  const { json } = await get('getDevices', { extId, ...query });
  return Object.fromEntries(
    (json as { devices: Device[] }).devices.map((device) => [device.token, device.pushPermitted]),
  );
}

describe('Published examples', () => {
  it.each(examples)('The example $id of section 4.1 is answered as published', (example) => contract.example(example));
});

describe('4.1 getDevices', () => {
  it('getDevices answers platform, token, model and permission of each device (specification 2.1)', async () => {
    await write('registerUsers', [device('g1', 'g1-a'), device('g1', 'g1-b', 'ANDROID')]);
    const { status, json } = await get('getDevices', { extId: 'g1' });
    expect(status).toBe(200);
    const expected = [
      { platform: 'IOS', token: 'g1-a', deviceModel: null, pushPermitted: true },
      { platform: 'ANDROID', token: 'g1-b', deviceModel: null, pushPermitted: true },
    ];
    expect(json).toEqual({ extId: 'g1', devices: expect.arrayContaining(expected) as object[] });
  });

  it('getDevices with pushPermitted=true leaves out opted-out devices, and with false answers all', async () => {
    await write('registerUsers', [device('g2', 'g2-a'), device('g2', 'g2-b')]);
    await write('disablePush', { deviceToken: 'g2-a' });
    expect(await devices('g2', { pushPermitted: 'true' })).toEqual({ 'g2-b': true });
    expect(await devices('g2', { pushPermitted: 'false' })).toEqual({ 'g2-a': false, 'g2-b': true });
    expect(await devices('g2')).toEqual({ 'g2-a': false, 'g2-b': true });
  });

  it('getDevices refuses a missing user (2020), an unknown one (5016) and a malformed flag (2004) (decisions 2)', async () => {
    expect(await get('getDevices')).toMatchObject({ status: 400, json: { code: 2020 } });
    expect(await get('getDevices', { extId: 'nobody' })).toMatchObject({ status: 400, json: { code: 5016 } });
    expect(await get('getDevices', { extId: 'g1', pushPermitted: 'maybe' })).toMatchObject({ json: { code: 2004 } });
  });
});

describe('4.1 enablePush and disablePush', () => {
  it('enablePush and disablePush change every device of an extId, or one deviceToken only (specification 3)', async () => {
    await write('registerUsers', [device('e1', 'e1-a'), device('e1', 'e1-b'), device('e2', 'e2-a')]);
    await write('disablePush', { extId: 'e1' });
    expect([await devices('e1'), await devices('e2')]).toEqual([{ 'e1-a': false, 'e1-b': false }, { 'e2-a': true }]);
    await write('enablePush', { deviceToken: 'e1-b' });
    expect(await devices('e1')).toEqual({ 'e1-a': false, 'e1-b': true });
    await write('disablePush', { deviceToken: 'e1-b' });
    await write('enablePush', { extId: 'e1' });
    expect(await devices('e1')).toEqual({ 'e1-a': true, 'e1-b': true });
  });

  it.each<[unknown, number, string]>([
    [{}, 2020, 'extId'],
    [{ extId: 'e1', deviceToken: 'e1-a' }, 2004, 'exactly one'],
    [{ extId: 'nobody' }, 5016, 'nobody'],
    [{ deviceToken: 'no-such-token' }, 5016, 'deviceToken'],
    [{ extId: ['e1'] }, 2004, 'extId'],
  ])('enablePush and disablePush refuse a wrong subject (case %#)', async (body, code, names) => {
    await contract.refuses('enablePush', body, code, names);
    await contract.refuses('disablePush', body, code, names);
  });
});

describe('4.1 getDeviceTokens', () => {
  interface Page {
    nextPage?: string;
    total: number;
    devices: Device[];
  }
  const page = async (query: Record<string, string> = {}, key?: string): Promise<Page> =>
    (await get('getDeviceTokens', query, key)).json as Page;

  /** Pages along `nextPage`, which must work as it stands. */
  async function walk(query: Record<string, string>, key = 'rest'): Promise<Page[]> {
    const pages = [await page(query, key)];
    for (let next = pages[0]?.nextPage; next !== undefined; next = pages.at(-1)?.nextPage) {
      expect(new URL(next).origin).toBe(contract.gateway.base);
      const answer = await contract.gateway.call(next.slice(contract.gateway.base.length), { method: 'GET', key });
      pages.push(answer.json as Page);
    }
    return pages;
  }

  it('getDeviceTokens answers ten devices without parameters; nextPage leads on, and is absent on the last page', async () => {
    const tokens = Array.from({ length: 25 }, (_, i) => `walk-${i}`);
    await write(
      'registerUsers',
      tokens.map((token, i) => device(`walker-${i % 7}`, token)),
    );
    const pages = await walk({});
    const actual = pages.flatMap((page) => page.devices.map(({ token }) => token));
    expect(pages[0]?.devices).toHaveLength(10);
    expect(actual).toEqual(expect.arrayContaining(tokens));
    expect(new Set(actual).size).toBe(actual.length);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([actual.length]));
    expect(pages.flatMap((page) => shapeFaults(page, { type: 'object', required: ['total', 'devices'] }))).toEqual([]);
  });

  it('getDeviceTokens takes max and offset, on every page of a walk (specification 8)', async () => {
    const all = (await walk({ max: '1000' })).flatMap((page) => page.devices);
    expect((await page({ max: '3', offset: '4' })).devices).toEqual(all.slice(4, 7));
    const pages = await walk({ max: '4' });
    expect(pages.flatMap((page) => page.devices)).toEqual(all);
    expect(pages.slice(0, -1).every(({ devices: subset }) => subset.length === 4)).toBe(true);
    expect(pages[1]?.nextPage).toContain('offset=8');
    expect(await page({ offset: '100000' })).toEqual({ total: all.length, devices: [] });
  });

  it('getDeviceTokens counts again when a walk begins again', async () => {
    const before = await page();
    await write('registerUsers', [device('late', 'late-token')]);
    expect((await page()).total).toBe(before.total + 1);
  });

  it('getDeviceTokens builds its links from the configured base (decisions 1)', async () => {
    const { gateway } = contract;
    const answer = await gateway.call('/rest/3.0/getDeviceTokens?max=1', {
      method: 'GET',
      headers: { 'content-type': 'application/json' },
    });
    expect((answer.json as Page).nextPage).toMatch(new RegExp(`^${gateway.base}/rest/3.0/getDeviceTokens\\?`));
  });

  it.each([
    [{ max: '0' }, 'max'],
    [{ max: '10001' }, 'max'],
    [{ max: 'ten' }, 'max'],
    [{ offset: '-1' }, 'offset'],
    [{ after: '1' }, 'after'],
    [{ after: "1.1.1' OR true" }, 'after'],
  ])('getDeviceTokens refuses the query %o', async (query, names) => {
    const answer = await get('getDeviceTokens', query);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 2004, error: expect.stringContaining(names) as string },
    });
  });
});

describe('Keys and tenant isolation (section 5)', () => {
  it.each([
    ['getDevices', { extId: 'owner' }],
    ['getDeviceTokens', {}],
  ])('%s refuses a missing key, the key of a device, and a key without the scope', async (operation, query) => {
    const path = `/rest/3.0/${operation}?${new URLSearchParams({ ...query })}`;
    expect(await contract.gateway.call(path, { key: null, method: 'GET' })).toMatchObject({ json: { code: 2010 } });
    expect(await get(operation, { ...query }, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await get(operation, { ...query }, 'events-only')).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('Another application sees no device of this one and cannot change one', async () => {
    const key = contract.elsewhere.keys.rest;
    expect((await get('getDeviceTokens', {}, key)).json).toEqual({ total: 0, devices: [] });
    expect((await get('getDevices', { extId: 'owner' }, key)).json).toMatchObject({ code: 5016 });
    expect((await post('disablePush', { deviceToken: 'my_device_token' }, key)).json).toMatchObject({ code: 5016 });
    await write('enablePush', { deviceToken: 'my_device_token' });
    expect(await devices('owner')).toEqual({ my_device_token: true });
    const { nextPage = '' } = (await get('getDeviceTokens', { max: '1' })).json as { nextPage?: string };
    const foreign = await contract.gateway.call(nextPage.slice(contract.gateway.base.length), { method: 'GET', key });
    expect(foreign.json).toMatchObject({ devices: [] });
  });
});
