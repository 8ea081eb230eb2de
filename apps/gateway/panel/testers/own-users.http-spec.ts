import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { TransactionalSenderService } from '#libs/delivery';
import { ErasureService } from '#libs/identity';
import { MemberService, type Grant } from '#libs/members';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { AskedCodeDto, OwnUserDto, OwnUserListDto } from './own-users.dto.js';

const OWNER = { by: { kind: 'system', id: 'test', name: 'test' }, grants: [{ role: 'owner', appId: null }] } as const;
const WRONG = 'wrong';

let sending: Sending;
let ada: PanelMember;
let bo: PanelMember;
let support: PanelMember;
let elsewhere: { appId: number };
let names = 0;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  elsewhere = await secondApplication(gateway);
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
  ada = await signIn(gateway, [
    { role: 'marketer', appId },
    { role: 'marketer', appId: elsewhere.appId },
  ]);
  bo = await signIn(gateway, [{ role: 'owner', appId }]);
  support = await signIn(gateway, [{ role: 'support', appId }]);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  const { db } = sending.gateway.fresh;
  await db.affected('DELETE FROM members.user_code');
  await db.affected('DELETE FROM members.own_user');
});

const problemOf = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];
const listOf = async (member: PanelMember, app = 'shop') =>
  ((await member.get(`/apps/${app}/own-users`)).json as OwnUserListDto).items;
const ask = (value: string, member = ada, by = 'extId') => member.post('/apps/shop/own-users/codes', { by, value });
const prove = (id: string, code: string, member = ada, app = 'shop') =>
  member.post(`/apps/${app}/own-users/codes/${id}/prove`, { code });

/** A user with a device, and what else it has. @returns its extId */
async function addUser(more: object = {}): Promise<string> {
  names += 1;
  const extId = `user-${names}`;
  const device = { platform: 'IOS', deviceToken: String(names).padStart(64, 'a') };
  await sending.post('registerUsers', [{ extId, ...device, ...more }]);
  return extId;
}

/** Sends everything that waits. @returns the arrived messages, as text */
async function arrived(provider = 'apns'): Promise<string[]> {
  const { db } = sending.gateway.fresh;
  const waiting = await db.rows<{ id: number }>('SELECT dispatch_id AS id FROM delivery.dispatch WHERE state < 3');
  const sender = sending.gateway.app.get(TransactionalSenderService);
  await sender.send(waiting.map(({ id }) => id));
  await sender.waitUntilIdle();
  const texts: string[] = [];
  for await (const { payload } of sending.simulators.everyDelivery(provider)) {
    texts.push(JSON.stringify(payload));
  }
  return texts;
}

/** Asks, and reads the code at the simulated provider. */
async function askAndRead(
  value: string,
  { member = ada, by = 'extId', provider = 'apns' } = {},
): Promise<AskedCodeDto & { code: string }> {
  const before = new Set(await arrived(provider));
  const answer = await ask(value, member, by);
  expect(answer.status, answer.text).toBe(200);
  // The simulator lists what came in the same millisecond in any order.
  const text = (await arrived(provider)).find((delivery) => !before.has(delivery)) ?? '';
  const code = /(?:code|kodu): (\d{6})/.exec(text)?.[1] ?? '';
  expect(code, text).toMatch(/^\d{6}$/);
  return Object.assign(answer.json as AskedCodeDto, { code });
}

/** Another code of six digits. */
const not = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('Own users of a member', () => {
  it('An own user is proved by the code sent to its device and listed until it is removed', async () => {
    const extId = await addUser();
    const { id, code, to, user } = await askAndRead(extId);
    expect([to, user.extId]).toEqual(['PUSH', extId]);
    expect(await listOf(ada)).toEqual([]);
    const proved = await prove(id, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([proved.status, (proved.json as OwnUserDto).user.extId], proved.text).toEqual([200, extId]);
    expect(await listOf(ada)).toEqual([proved.json]);
    const again = await ask(extId);
    expect([again.status, problemOf(again)]).toMatchObject([400, { code: 'malformed', path: 'value' }]);
    expect((await ada.post(`/apps/shop/own-users/${user.uid}/remove`)).status).toBe(204);
    expect((await ada.post(`/apps/shop/own-users/${user.uid}/remove`)).status).toBe(404);
    expect(await listOf(ada)).toEqual([]);
  });

  it('An own user is proved at its e-mail address or number, in the language of the member', async () => {
    const profile = { email: 'ada@example.com', msisdn: '+491700000077' };
    await addUser({ profile });
    expect(await askAndRead(profile.email, { by: 'email', provider: 'smtp' })).toMatchObject({ to: 'EMAIL' });
    await ada.post('/me', { locale: 'tr' });
    const { to, id, code } = await askAndRead(profile.msisdn, { by: 'msisdn', provider: 'sms' });
    await ada.post('/me', { locale: 'en' });
    expect([to, (await arrived('sms')).at(-1)]).toEqual(['SMS', expect.stringContaining('shop deneme cihazı')]);
    expect((await prove(id, code)).status).toBe(200);
  });

  it('A code is sent by e-mail, then by text message, to a user without a device', async () => {
    const bare = { platform: undefined, deviceToken: undefined };
    const mailed = await addUser({ ...bare, profile: { email: 'mailed@example.com', msisdn: '+491700000078' } });
    const texted = await addUser({ ...bare, profile: { msisdn: '+491700000079' } });
    expect(((await ask(mailed)).json as AskedCodeDto).to).toBe('EMAIL');
    expect(((await ask(texted)).json as AskedCodeDto).to).toBe('SMS');
    const nobody = await addUser(bare);
    for (const [value, by] of [
      [nobody, 'extId'],
      ['mailed@example.com', 'token'],
    ] as const) {
      const refused = await ask(value, ada, by);
      expect(refused.status, refused.text).toBe(by === 'extId' ? 400 : 404);
      expect(problemOf(refused)?.path).toBe('value');
    }
  });

  it('A code is refused for unknown users, for addresses of several users and without permission', async () => {
    const shared = { profile: { email: 'shared@example.com' } };
    await addUser(shared);
    await addUser(shared);
    expect((await ask('nobody')).status).toBe(404);
    expect((await ask('shared@example.com', ada, 'email')).status).toBe(400);
    expect((await ask('nobody', ada, 'messageId')).status).toBe(400);
    expect((await ask('', ada)).status).toBe(400);
    expect((await ask(await addUser(), support)).status).toBe(403);
    expect((await ada.post('/apps/elsewhere/own-users/codes', { by: 'extId', value: 'user-1' })).status).toBe(404);
  });
});

describe('Codes of own users', () => {
  it('A code ends after five wrong tries, even when they are parallel and repeated with one key', async () => {
    const { id, code } = await askAndRead(await addUser());
    const first = await prove(id, not(code));
    expect([first.status, problemOf(first)]).toMatchObject([400, { code: 'malformed', path: 'code' }]);
    const key = { 'idempotency-key': 'the-same' };
    const tries = await Promise.all(
      [1, 2, 3].map(() => ada.post(`/apps/shop/own-users/codes/${id}/prove`, { code: not(code) }, key)),
    );
    await Promise.all(tries.filter(({ status }) => status === 409).map(() => prove(id, WRONG)));
    expect((await prove(id, not(code))).status).toBe(400);
    const late = await prove(id, code);
    expect([late.status, problemOf(late)?.code], late.text).toEqual([409, 'wrong_state']);
    expect(await listOf(ada)).toEqual([]);
  });

  it('A code is valid once within ten minutes, and a newer code replaces it', async () => {
    const { db } = sending.gateway.fresh;
    const extId = await addUser();
    const old = await askAndRead(extId);
    const { id, code } = await askAndRead(extId);
    expect((await prove(old.id, old.code)).status).toBe(409);
    await db.affected("UPDATE members.user_code SET ends_at = now() - interval '1 second' WHERE code_id = $1", [
      Number(id),
    ]);
    expect((await prove(id, code)).status).toBe(409);
    await db.affected("UPDATE members.user_code SET ends_at = now() + interval '9 minutes' WHERE code_id = $1", [
      Number(id),
    ]);
    expect((await prove(id, code)).status).toBe(200);
    await ada.post(`/apps/shop/own-users/${old.user.uid}/remove`);
    expect((await prove(id, code)).status).toBe(409);
    const spread = Date.parse(old.endsAt) - Date.now();
    expect(spread).toBeGreaterThan(8 * 60_000);
    expect(spread).toBeLessThanOrEqual(10 * 60_000);
  });

  it('A code is valid only for its own member and application', async () => {
    const { id, code } = await askAndRead(await addUser());
    expect((await prove(id, code, bo)).status).toBe(404);
    expect((await prove(id, code, ada, 'elsewhere')).status).toBe(404);
    expect((await prove(id, code, support)).status).toBe(403);
    expect((await prove(id, code)).status).toBe(200);
    expect([await listOf(bo), await listOf(ada, 'elsewhere')]).toEqual([[], []]);
  });

  it('Codes are limited to three an hour for a user and five for a member', async () => {
    const extId = await addUser();
    const statuses: number[] = [];
    for (const member of [ada, bo, ada, bo]) {
      statuses.push((await ask(extId, member)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask(extId, bo);
    expect(problemOf(refused)).toMatchObject({ code: 'rate_limited', path: 'value' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    const more = await Promise.all([1, 2, 3, 4, 5].map(async () => (await ask(await addUser())).status));
    expect(more.toSorted()).toEqual([200, 200, 200, 429, 429]);
    await sending.gateway.fresh.db.affected("UPDATE members.user_code SET sent_at = sent_at - interval '61 minutes'");
    expect((await ask(extId)).status).toBe(200);
    expect(await arrived()).toHaveLength(7);
  });

  it('A code appears in no response of the panel, in no audit entry and in no stored row', async () => {
    const { gateway } = sending;
    const { db } = gateway.fresh;
    const { id, code, user } = await askAndRead(await addUser());
    const answers = [await prove(id, not(code), bo), await prove(id, not(code)), await prove(id, code)];
    const sent = await db.row<{ id: number; key: number }>(
      'SELECT dispatch_id AS id, notification_key AS key FROM delivery.dispatch ORDER BY dispatch_id DESC LIMIT 1',
    );
    for (const path of [
      `sends?list=open`,
      `sends/${sent?.id}`,
      `sends/${sent?.id}/recipients`,
      `tests/${sent?.id}`,
      `users/${user.uid}`,
      `users/${user.uid}/timeline`,
      `users/${user.uid}/inbox`,
      `users/${user.uid}/explain?campaign=${sent?.key}`,
      `campaigns/${sent?.key}`,
      `campaigns/${sent?.key}/payloads`,
      `own-users`,
    ]) {
      answers.push(await bo.get(`/apps/shop/${path}`));
    }
    answers.push(await gateway.call(`/rest/3.0/getPushResults?notificationKey=${sent?.key}`, { method: 'GET' }));
    for (const { text } of answers) {
      expect(text).not.toContain(code);
    }
    const tables = await db.rows<{ name: string; rows: string }>(
      `SELECT t.table_schema || '.' || t.table_name AS name,
              query_to_xml(format('SELECT r::text FROM %I.%I AS r', t.table_schema, t.table_name), true, false, '')::text AS rows
         FROM information_schema.tables AS t
        WHERE t.table_type = 'BASE TABLE' AND t.table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const code6 = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`);
    expect(tables.flatMap(({ name, rows }) => (code6.test(rows) ? [name] : []))).toEqual([]);
    const entries = await gateway.app
      .get(AuditService)
      .listEntries(gateway.appId, { subject: `user ${user.uid}`, limit: 10 });
    expect(entries.map(({ action, by }) => [action, by.id])).toEqual([
      ['ownUser.prove', String(ada.memberId)],
      ['ownUser.ask', String(ada.memberId)],
    ]);
  });
});

describe('End of a proof', () => {
  const addOwn = async (member: PanelMember, extId: string) => {
    const { id, code } = await askAndRead(extId, { member });
    expect((await prove(id, code, member)).status).toBe(200);
  };
  const rows = async () =>
    (await sending.gateway.fresh.db.rows<{ member: number }>('SELECT member_id AS member FROM members.own_user')).map(
      ({ member }) => member,
    );

  it('A proved own user is removed when the user is deleted or erased', async () => {
    const { gateway } = sending;
    const [erased, deleted, present] = [await addUser(), await addUser(), await addUser()];
    for (const extId of [erased, deleted, present]) {
      await addOwn(ada, extId);
    }
    const open = await askAndRead(erased, { member: bo });
    await gateway.app.get(ErasureService).eraseUsers(gateway.appId, [erased]);
    expect((await prove(open.id, open.code, bo)).status).toBe(404);
    expect(await rows()).toHaveLength(2);
    await sending.post('deleteUsers', { extIds: [deleted] });
    expect((await listOf(ada)).map(({ user }) => user.extId)).toEqual([present]);
    await ask(await addUser());
    expect(await rows()).toHaveLength(1);
  });

  it('A proved own user is removed when the member loses the application or is removed', async () => {
    const { gateway } = sending;
    const { appId } = gateway;
    const members = gateway.app.get(MemberService);
    await signIn(gateway, [{ role: 'owner', appId: null }]);
    const marketer: Grant = { role: 'marketer', appId };
    const cy = await signIn(gateway, [marketer]);
    const extId = await addUser();
    await addOwn(cy, extId);
    await addOwn(bo, extId);
    await members.changeGrants(OWNER, cy.memberId, [marketer, { role: 'analyst', appId: null }]);
    expect(await rows()).toContain(cy.memberId);
    await members.changeGrants(OWNER, cy.memberId, [{ role: 'analyst', appId }]);
    await members.changeGrants(OWNER, cy.memberId, [marketer]);
    expect([await listOf(cy), await rows()]).toEqual([[], [bo.memberId]]);
    const open = await askAndRead(extId, { member: cy });
    await members.changeGrants(OWNER, cy.memberId, [{ role: 'analyst', appId }]);
    await members.changeGrants(OWNER, cy.memberId, [marketer]);
    expect((await prove(open.id, open.code, cy)).status).toBe(409);
    await members.end(OWNER, bo.memberId);
    expect(await rows()).toEqual([]);
  });
});
