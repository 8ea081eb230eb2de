import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

let sending: Sending;
let owner: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  owner = await signIn(sending.gateway);
  await sending.post('registerUsers', [{ extId: 'reader', platform: 'IOS', deviceToken: 'a'.repeat(64) }]);
});
afterAll(() => sending.close());

const EVERYBODY = { target: { sendToAll: true } };

describe('Responses with personal data', () => {
  it.each([
    ['compose/preview', { message: { title: 'Sale', text: 'Now', platforms: ['IOS'] }, extId: 'reader' }],
    [
      'compose/will-get',
      { ...EVERYBODY, message: { title: 'Sale', text: 'Now', platforms: ['IOS'] }, extId: 'reader' },
    ],
    ['audience/sample', EVERYBODY],
    ['audience/export', { ...EVERYBODY, columns: [] }],
  ])('The response of %s is not stored for repeats, where an erasure would not find it', async (operation, body) => {
    const key = { 'idempotency-key': randomUUID() };
    const ask = () => owner.post(`/apps/shop/${operation}`, body, key);
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status], first.text).toEqual([200, 200]);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(second.text.length).toBe(first.text.length);
    expect(
      await sending.gateway.fresh.db.rows(`SELECT FROM platform.idempotency WHERE scope LIKE '%${operation}'`),
    ).toEqual([]);
  });
});
