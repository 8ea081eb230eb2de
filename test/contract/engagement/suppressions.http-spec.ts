import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';

let gateway: TestGateway;
let elsewhere: SecondApplication;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('events-only', { scopes: ['events'] });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const post = (operation: string, body: unknown, key = 'rest') => gateway.call(`/rest/3.0/${operation}`, { body, key });
const list = async (path = '/rest/3.0/getSuppressions?channel=email', key = 'rest') =>
  (await gateway.call(path, { method: 'GET', key })).json as {
    list: { address: string; reason: string }[];
    nextPage?: string;
  };

describe('Suppression list', () => {
  it('The suppression list takes addresses, shows them page by page, and removes them again', async () => {
    const addresses = ['a@example.com', 'B@example.com', 'c@example.com'];
    expect(await post('addSuppressions', { channel: 'email', addresses, reason: 'COMPLAINT' })).toMatchObject({
      status: 200,
      text: '',
    });
    const first = await list('/rest/3.0/getSuppressions?channel=email&max=2');
    const second = await list(first.nextPage?.slice(gateway.base.length));
    expect([...first.list, ...second.list].map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
    expect(first.list[0]).toMatchObject({ reason: 'COMPLAINT', timeStamp: expect.any(Number) as number });
    expect(second.nextPage).toBeUndefined();
    expect(await list(undefined, elsewhere.keys.rest)).toEqual({ list: [] });
    await post('removeSuppressions', { channel: 'email', addresses: ['b@EXAMPLE.com'] }, elsewhere.keys.rest);
    expect((await list()).list).toHaveLength(3);
    await post('removeSuppressions', { channel: 'email', addresses: ['b@EXAMPLE.com', 'A@example.com'] });
    expect((await list()).list.map(({ address }) => address)).toEqual(['c@example.com']);
  });

  it.each([
    [{ channel: 'email', addresses: ['x'], reason: 'COMPLAINT' }, 'addresses[0]'],
    [{ channel: 'fax', addresses: ['a@example.com'], reason: 'COMPLAINT' }, 'channel'],
    [{ channel: 'sms', addresses: ['+905321234567'], reason: 'BORED' }, 'reason'],
    [{ channel: 'sms', reason: 'STOP' }, 'addresses'],
  ])('addSuppressions refuses %j', async (body, field) => {
    const { status, json } = await post('addSuppressions', body);
    expect([status, (json as { error: string }).error]).toEqual([400, expect.stringContaining(field)]);
  });

  it('removeSuppressions requires a key with the scope users', async () => {
    expect(await post('removeSuppressions', { channel: 'sms', addresses: [] }, 'events-only')).toMatchObject({
      status: 403,
    });
  });
});
