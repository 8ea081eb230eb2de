import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
let other: SecondApplication;

beforeAll(async () => {
  sending = await startSending();
  other = await secondApplication(sending.gateway);
  await sending.gateway.makeKey('all but setup', { scopes: ['users', 'audience', 'segment-users', 'notifications'] });
});
afterAll(() => sending.close());

const call = (path: string, body: unknown, key = 'rest') => sending.gateway.call(`/rest/3.0/${path}`, { body, key });
const get = async (path: string, key = 'rest') =>
  (await sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET', key })).json;
const done = { status: 200, text: '' };
const refused = (code: number, error: string) => ({
  status: 400,
  json: { code, error: expect.stringContaining(error) as string },
});

async function lastChange(): Promise<unknown> {
  return ((await get('getAuditLog?action=setup.&max=1')) as { entries: unknown[] }).entries[0];
}

describe('app/profile-attributes', () => {
  const codes = async () =>
    ((await get('app/profile-attributes')) as { customProfileAttributes: { code: string }[] }).customProfileAttributes;

  it('Profile attributes are defined, changed and removed, and the audit log shows by which key', async () => {
    const plan = { code: 'plan', dataType: 'STRING', options: ['free', 'plus'], privateInfo: true };
    expect(await call('app/profile-attributes/save', { attributes: [plan] })).toMatchObject(done);
    expect(await codes()).toMatchObject([plan]);
    expect(await lastChange()).toMatchObject({
      action: 'setup.change',
      subject: 'attributes',
      by: { kind: 'key' },
      differences: [{ change: 'add', subject: 'attributes: plan' }],
    });
    expect(await call('setProfileAttributes', [{ extId: 'ann', profile: { plan: 'plus' } }])).toMatchObject(done);
    expect(await call('setProfileAttributes', [{ extId: 'ann', profile: { plan: 'gold' } }])).toMatchObject({
      status: 400,
    });
    const more = { ...plan, options: ['free', 'plus', 'gold'], label: 'Plan' };
    expect(await call('app/profile-attributes/save', { attributes: [more] })).toMatchObject(done);
    expect(await call('setProfileAttributes', [{ extId: 'ann', profile: { plan: 'gold' } }])).toMatchObject(done);
    expect(await call('app/profile-attributes/remove', { codes: ['plan', 'never'] })).toMatchObject(done);
    expect(await codes()).toEqual([]);
    expect(await lastChange()).toMatchObject({ differences: [{ change: 'remove', subject: 'attributes: plan' }] });
  });

  it.each([
    [{ attributes: [] }, 2020, 'attributes'],
    [{ attributes: [{ code: 'x' }] }, 2020, 'dataType'],
    [{ attributes: [{ code: 'x', dataType: 'WORD' }] }, 2004, 'dataType'],
    [{ attributes: [{ code: 'a b', dataType: 'INT' }] }, 2004, 'attributes[0].code'],
    [
      {
        attributes: [
          { code: 'ok', dataType: 'INT' },
          { code: 'email', dataType: 'INT' },
        ],
      },
      2004,
      'attributes[1].dataType',
    ],
  ])('The request %j is refused, and nothing changes', async (body, code, error) => {
    expect(await call('app/profile-attributes/save', body)).toMatchObject(refused(code, error));
    expect(await codes()).toEqual([]);
  });
});

describe('app/categories', () => {
  const names = async (key?: string) =>
    ((await get('getPushCategories', key)) as { categories: { name: string }[] }).categories.map(({ name }) => name);

  it('Categories are added and removed individually', async () => {
    expect(await call('app/categories/save', { categories: [{ name: 'News' }, { name: 'Offers' }] })).toMatchObject(
      done,
    );
    expect(await call('app/categories/save', { categories: [{ name: 'Sport' }] })).toMatchObject(done);
    expect(await names()).toEqual(['News', 'Offers', 'Sport']);
    expect(await call('app/categories/remove', { names: ['Offers'] }, other.keys.rest)).toMatchObject(done);
    expect(await call('app/categories/remove', { names: ['Offers', 'nothing'] })).toMatchObject(done);
    expect(await names()).toEqual(['News', 'Sport']);
    expect(await names(other.keys.rest)).toEqual([]);
  });
});

describe('app/segments', () => {
  it('Segments are defined, read, changed and removed, and messages reach their members', async () => {
    await sending.post('registerUsers', [
      { extId: 'ann', platform: 'ANDROID', deviceToken: 'ann-phone', tags: ['Sport'] },
      { extId: 'ben', platform: 'ANDROID', deviceToken: 'ben-phone', tags: ['Art'] },
    ]);
    const save = (target: object) => call('app/segments/save', { segments: [{ name: 'Fans', target }] });
    const reached = async () => {
      await sending.gateway.app.get(SegmentCalculatorService).calculateDue(sending.gateway.appId);
      await sending.simulators.clear();
      await sending.bulk({ message: { title: 'T', text: 'x', platforms: ['ANDROID'] }, target: { segment: 'Fans' } });
      await sending.drain();
      return (await sending.simulators.deliveries('provider=fcm')).map(({ token }) => token);
    };
    expect(await save({ tag: 'Sport' })).toMatchObject(done);
    expect(await reached()).toEqual(['ann-phone']);
    const fans = { id: expect.any(Number) as number, name: 'Fans', type: 'STANDARD', target: { tag: 'Sport' } };
    expect(await get('app/segments')).toEqual({ segments: [fans] });
    expect(await save({ tag: 'Art' })).toMatchObject(done);
    expect(await reached()).toEqual(['ben-phone']);
    expect(await save({ profile: { shoe: 1 } })).toMatchObject(refused(2004, 'shoe'));
    expect(await get('app/segments')).toEqual({ segments: [{ ...fans, target: { tag: 'Art' } }] });
    expect(await call('app/segments/remove', { names: ['Fans'] }, other.keys.rest)).toMatchObject(done);
    expect(await get('app/segments', other.keys.rest)).toEqual({ segments: [] });
    expect(await call('app/segments/remove', { names: ['Fans'] })).toMatchObject(done);
    const message = { title: 'T', text: 'x', platforms: ['ANDROID'] };
    const bulk = await call('sendBulkNotification', { message, target: { segment: 'Fans' } });
    expect(bulk).toMatchObject({ status: 400, json: { code: 5042 } });
  });

  it.each([
    'app/profile-attributes/save',
    'app/profile-attributes/remove',
    'app/categories/save',
    'app/categories/remove',
    'app/segments/save',
    'app/segments/remove',
  ])('%s requires the scope setup', async (path) => {
    expect(await call(path, {}, 'all but setup')).toMatchObject({ status: 403, json: { code: 2022 } });
  });
});
