import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;
const secret = (): string => gateway.neighbour?.secret ?? '';
const faults = async (): Promise<string> => ((await gateway.neighbour?.faults()) ?? ['no neighbour']).join('\n');

/**
 * The whole contract suite runs beside a neighbour (`startGateway`), an application that was there before and has
 * something in every module. That suite passes only if nothing of the neighbour was seen or changed; here is shown that
 * it would be noticed.
 */
describe('Neighbour application of the contract tests (all sections)', () => {
  beforeEach(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.close().catch(() => undefined));

  it('The neighbour check passes when an application reads and changes only its own data', async () => {
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'id1', profile: { name: 'Jo' } }] });
    await gateway.call('/rest/3.0/getProfileAttributes?extId=id1', { method: 'GET' });
    expect(await faults()).toBe('');
    await expect(gateway.close()).resolves.toBeUndefined();
  });

  it.each([
    ['setProfileAttributes', [{ extId: 'id1', profile: { age: 99 } }], 'users.app_user'],
    ['tagUsers', { tag: 'New', extIds: ['id1'] }, 'users.app_user'],
    ['disablePush', { extId: 'ann' }, 'users.installation'],
    ['setCategoryPreferences', [{ extId: 'id1', category: 'News', enable: true }], 'users.'],
    ['fireEvents', [{ extId: 'id1', name: 'Visit' }], 'events.event'],
    ['fireEvents', [{ extId: 'id1', name: 'Unheard' }], 'events.unmatched'],
    ['geofence/add', { title: 'New', latitude: 1, longitude: 1, radius: 1 }, 'geofences.'],
    ['deleteUsersPermanently', { extIds: ['ann'] }, 'inbox.message'],
    ['createNotificationDefinition', { title: 'a', message: 'b', platforms: ['IOS'] }, 'notifications.'],
  ])('The neighbour check detects what %s changes of the neighbour', async (operation, body, table) => {
    const answer = await gateway.call(`/rest/3.0/${operation}`, { body, key: secret() });
    expect(answer.status).toBe(200);
    expect(await faults()).toContain(`rows of the neighbour in ${table}`);
    await expect(gateway.close()).rejects.toThrow('the neighbour');
  });
});

describe('Answers about the neighbour', () => {
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close().catch(() => undefined));

  it.each([
    ['getProfileAttributes?extId=id1', 'GET', undefined],
    ['getDevices?extId=ann', 'GET', undefined],
    ['exportPerson?extId=id1', 'GET', undefined],
    ['getDeviceTokens', 'GET', undefined],
    ['getSegments', 'GET', undefined],
    ['app/profile-attributes', 'GET', undefined],
    ['app/events', 'GET', undefined],
    ['getPushCategories', 'GET', undefined],
    ['inbox/getAllInbox', 'POST', { extId: 'ann', status: 7 }],
    ['targeting/count-batch', 'POST', { groupBy: { profile: 'city' } }],
  ])('The neighbour check detects what %s returns about the neighbour', async (operation, method, body) => {
    const answer = await gateway.call(`/rest/3.0/${operation}`, { method, body, key: secret() });
    expect(answer.status).toBe(200);
    expect(await faults()).toContain(`/rest/3.0/${operation} answered`);
  });

  it('A gateway that answered with rows of the neighbour fails when it closes', async () => {
    await expect(gateway.close()).rejects.toThrow('the neighbour');
  });
});
