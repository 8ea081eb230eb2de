import { describe, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import type { Answer } from '../../support/contract/gateway.js';
import { eventsContract } from '../../support/contract/events-contract.js';

const shop = eventsContract();
const { storedOf, unmatched, everything } = shop;

describe('POST /sdk/1.0/events', () => {
  const report = (body: unknown, key = 'mobile'): Promise<Answer> =>
    shop.gateway.call('/sdk/1.0/events', { body, key });
  const install = async (more: object = {}, key = 'mobile'): Promise<RegisteredInstallation> =>
    (await shop.gateway.call('/sdk/1.0/installations', { key, body: { platform: 'IOS', ...more } }))
      .json as RegisteredInstallation;

  it('POST /sdk/1.0/events takes events of the user of the device, with both kinds of keys', async () => {
    const [phone, page] = [
      await install({ extId: 'owner' }),
      await install({ extId: 'owner', platform: 'CHROME' }, 'js'),
    ];
    const share = { name: 'ShareEvent', itemId: 'i1', colour: 'red' };
    const first = await report({ ...phone, events: [share, { name: 'ScreenViewEvent', pageName: 'home' }] });
    expect([first.status, first.text]).toEqual([200, '']);
    expect((await report({ ...page, events: [{ ...share, itemId: 'i2' }] }, 'js')).status).toBe(200);
    expect((await storedOf('owner')).map(({ name, attrs }) => [name, attrs])).toEqual([
      ['ShareEvent', { itemId: 'i1', $undefined: { colour: 'red' } }],
      ['1', { ep: 'home' }],
      ['ShareEvent', { itemId: 'i2', $undefined: { colour: 'red' } }],
    ]);
  });

  it('POST /sdk/1.0/events takes events of a user without extId, and none in the name of another user', async () => {
    const device = await install();
    await report({ ...device, events: [{ name: 'LoginEvent', extId: 'owner' }] });
    expect(await storedOf(null)).toMatchObject([{ name: '3', attrs: {} }]);
  });

  it('POST /sdk/1.0/events keeps names apart that are not defined', async () => {
    const device = await install();
    expect((await report({ ...device, events: [{ name: 'FromTheDevice' }] })).status).toBe(200);
    expect(await unmatched()).toMatchObject({ FromTheDevice: 1 });
  });

  it('POST /sdk/1.0/events refuses every wrong proof of an installation with the same answer', async () => {
    const [first, another] = [await install(), await install()];
    const events = [{ name: 'LoginEvent' }];
    const before = await everything();
    for (const proof of [
      { installationId: another.installationId, secret: first.secret },
      { installationId: 'zzzzzzz', secret: first.secret },
      { installationId: first.installationId, secret: 'wrong' },
    ]) {
      expect(await report({ ...proof, events })).toMatchObject({ status: 403, json: { code: 2022 } });
    }
    const answer = await report({ ...first, events }, shop.elsewhere.keys.mobile);
    expect(answer).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await report({ ...first, events }, 'rest')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await everything()).toEqual(before);
  });

  it.each([
    [{}, 2020, 'events is required'],
    [{ events: [] }, 2020, 'events is required'],
    [{ events: {} }, 2004, "Field 'events' should be an array of objects"],
    [{ events: [5] }, 2004, "Field 'events' should be an array of objects (at index 0)"],
    [{ events: [{}] }, 2020, 'name is required (at index 0)'],
    [{ events: [{ name: 5 }] }, 2004, "Field 'name' should be a text (at index 0)"],
    [
      { events: [{ name: 'LoginEvent' }, { name: 'ShareEvent' }] },
      2004,
      "Field 'itemId' is mandatory for ShareEvent (at index 1)",
    ],
    [{ events: [{ name: 'ShareEvent', itemId: 1 }] }, 2004, "Field 'itemId' should be of type STRING (at index 0)"],
    [{ events: Array.from({ length: 501 }, () => ({ name: 'LoginEvent' })) }, 2004, 'at most 500 entries, but has 501'],
    [{ installationId: 5, events: [] }, 2004, "Field 'installationId' should be a text"],
    [{ secret: '', events: [] }, 2020, 'secret is required'],
  ])('POST /sdk/1.0/events refuses a malformed body and changes nothing (case %#)', async (body, code, error) => {
    const device = await install();
    const before = await everything();
    expect(await report({ ...device, ...body })).toMatchObject({
      status: 400,
      json: { code, error: expect.stringContaining(error) as string },
    });
    expect(await everything()).toEqual(before);
  });
});
