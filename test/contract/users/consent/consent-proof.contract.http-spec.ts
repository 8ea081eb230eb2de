import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ErasureService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { PushPermissionService } from '#libs/users/devices';
import { PreferenceService } from '#libs/users/preferences';
import { UserLookupService } from '#libs/users/registry';
import { signIn } from '../../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true }, categories: [{ name: 'News' }] }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

interface Statement {
  timeStamp: number;
  permitted: boolean;
  source: string;
  by: string;
}
interface Proof {
  messageId: string;
  extId: string;
  status: string;
  timeStamp: number;
  checkedAt?: number;
  left: boolean;
  overrides: boolean;
  consents: {
    subject: string;
    category?: string;
    permitted: boolean;
    isDefault: boolean;
    statement?: Statement;
    words?: { messageId: string; title?: string; text?: string };
  }[];
}

const MAIL = { platforms: ['EMAIL'], title: 'Bill', text: '<p>Hello</p>' };
const GET = { method: 'GET' } as const;
let people = 0;
const register = async (more: object = {}): Promise<string> => {
  const extId = `person-${(people += 1)}`;
  await sending.post('registerUsers', [{ extId, email: `${extId}@example.com`, tags: [extId], ...more }]);
  return extId;
};
const sendMail = async (extId: string, more: object = {}): Promise<void> => {
  await sending.bulk({ message: { ...MAIL, ...more }, target: { tag: extId } });
  await sending.drain();
};

const PUSH = { title: 'Hi', text: 'Hi', platforms: ['IOS'], ios: { title: 'Hi' } };
const setPush = async (extId: string, pushPermitted: boolean): Promise<void> => {
  await sending.gateway.app
    .get(PushPermissionService)
    .set(sending.gateway.appId, { extId }, pushPermitted, { source: 'API', by: 'backend' });
};
const until = (isReached: () => Promise<boolean>) => expect.poll(isReached, { timeout: 20_000 }).toBe(true);
const untilInFlight = (key: number) =>
  until(async () => {
    const row = await sending.gateway.fresh.db.row(
      `SELECT FROM delivery.chunk c JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1 AND c.intent IS NOT NULL`,
      [key],
    );
    return row !== undefined;
  });

async function lastMessage(extId: string, status?: string): Promise<string> {
  const query = status === undefined ? '' : `&status=${status}`;
  const { json } = await sending.gateway.call(`/rest/3.0/getPushResult?extId=${extId}${query}`, GET);
  return (json as { list: { messageId: string }[] }).list[0]?.messageId ?? '';
}

async function prove(messageId: string): Promise<Proof> {
  const answer = await sending.gateway.call(`/rest/3.0/getConsentProof?messageId=${messageId}`, GET);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Proof;
}

describe('getConsentProof', () => {
  it('A proof names the last statement before a mail left, and none that came later', async () => {
    const extId = await register();
    await sending.post('disableMail', { extIds: [extId] });
    await sending.post('enableMail', { extIds: [extId] });
    await sendMail(extId);
    const id = await lastMessage(extId);
    const before = await prove(id);
    await sending.post('disableMail', { extIds: [extId] });
    const proof = await prove(id);
    expect(proof).toEqual(before);
    expect(proof).toMatchObject({ messageId: id, extId, status: 'SUCCESS', left: true, overrides: false });
    const [mail, address] = proof.consents;
    expect(mail).toMatchObject({ subject: 'EMAIL', permitted: true, isDefault: false });
    expect(mail?.statement).toMatchObject({ permitted: true, source: 'API' });
    expect(mail?.statement?.timeStamp).toBeLessThanOrEqual(proof.checkedAt ?? 0);
    expect(proof.checkedAt).toBeLessThanOrEqual(proof.timeStamp);
    expect(address).toEqual({ subject: 'EMAIL_ADDRESS', permitted: true, isDefault: true });
  });

  it('A proof names how often e-mail may come, as the person had chosen before the mail', async () => {
    const offer = { app: 'shop', settings: { emailFrequency: ['day', 'week'] } };
    await sending.gateway.app.get(ApplyService).apply(offer, { dryRun: false });
    const extId = await register({ consent: { emailFrequency: 'week' } });
    await sendMail(extId);
    await sending.post('registerUsers', [{ extId, consent: { emailFrequency: 'day' } }]);
    const { consents } = await prove(await lastMessage(extId));
    expect(consents.find(({ subject }) => subject === 'EMAIL_FREQUENCY')).toMatchObject({
      permitted: true,
      isDefault: false,
      statement: { frequency: 'week', source: 'API' },
    });
    const { json } = await sending.gateway.call(`/rest/3.0/getUser?extId=${extId}`, GET);
    expect(json).toMatchObject({ consent: { emailFrequency: 'day' } });
  });

  it('A proof says that nothing was said, so the default of the channel held', async () => {
    const extId = await register();
    await sendMail(extId);
    expect((await prove(await lastMessage(extId))).consents).toEqual([
      { subject: 'EMAIL', permitted: true, isDefault: true },
      { subject: 'EMAIL_ADDRESS', permitted: true, isDefault: true },
    ]);
  });

  it('The simulators name a mail by the id that a proof is asked for', async () => {
    const extId = await register();
    await sendMail(extId);
    const [delivery] = await sending.simulators.deliveries('provider=smtp');
    const id = (delivery?.messageId ?? '').split('@')[0] ?? '';
    expect((await prove(id)).extId).toBe(extId);
  });

  it('A proof of a skipped mail names the refusal that stopped it', async () => {
    const extId = await register();
    await sending.bulk({ message: MAIL, target: { tag: extId } });
    await sending.launchDue();
    await sending.post('disableMail', { extIds: [extId] });
    await sending.drain();
    const proof = await prove(await lastMessage(extId, 'SKIPPED'));
    expect(proof).toMatchObject({ status: 'SKIPPED', left: false });
    expect(proof.consents[0]).toMatchObject({ subject: 'EMAIL', permitted: false, isDefault: false });
  });

  it('A proof passes over a refusal that was committed while the provider had the message', async () => {
    const extId = await register({ platform: 'IOS', deviceToken: `phone-${people + 1}`, pushPermitted: false });
    await setPush(extId, true);
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 1000, times: 1 }]);
    const key = await sending.bulk({ message: PUSH, target: { tag: extId } });
    await sending.launchDue();
    const sent = sending.drain();
    await untilInFlight(key);
    await setPush(extId, false);
    await sent;
    const proof = await prove(await lastMessage(extId));
    expect(proof).toMatchObject({ status: 'SUCCESS', left: true });
    const [push] = proof.consents;
    expect(push).toMatchObject({ subject: 'PUSH', permitted: true, statement: { permitted: true, source: 'API' } });
    const { json } = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${extId}`, GET);
    const [refusal] = (json as { list: Statement[] }).list;
    expect(refusal?.permitted).toBe(false);
    expect(proof.checkedAt).toBeLessThanOrEqual(refusal?.timeStamp ?? 0);
    expect(refusal?.timeStamp).toBeLessThanOrEqual(proof.timeStamp);
  });

  it('A proof of a message that is tried again is of the time of the last attempt', async () => {
    const extId = await register({ platform: 'IOS', deviceToken: `phone-${people + 1}` });
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, times: 1 }]);
    await sending.bulk({ message: PUSH, target: { tag: extId } });
    await sending.drain();
    await setPush(extId, false);
    await setPush(extId, true);
    await until(async () => {
      await sending.drain();
      return (await lastMessage(extId)) !== '';
    });
    const { checkedAt = 0, consents } = await prove(await lastMessage(extId));
    expect(consents[0]).toMatchObject({ subject: 'PUSH', permitted: true, isDefault: false });
    expect(consents[0]?.statement?.timeStamp).toBeLessThanOrEqual(checkedAt);
  });

  it('A proof names each category of the message, and the words of a message by which a person spoke', async () => {
    const extId = await register();
    await sending.post('setCategoryPreferences', [{ extId, category: 'News', enable: false }]);
    await sending.post('setCategoryPreferences', [{ extId, category: 'News', enable: true }]);
    await sendMail(extId);
    const asked = await lastMessage(extId);
    const { appId, app } = sending.gateway;
    const link = { source: 'LINK', by: asked } as const;
    await app.get(PreferenceService).setOptIn(appId, 'email', false, [extId], link);
    await app.get(PreferenceService).setOptIn(appId, 'email', true, [extId], link);
    await sendMail(extId, { categories: 'News', transactional: true });
    const { consents, overrides } = await prove(await lastMessage(extId));
    expect(overrides).toBe(true);
    expect(consents).toMatchObject([
      { subject: 'EMAIL', permitted: true, words: { messageId: asked, title: 'Bill', text: '<p>Hello</p>' } },
      { subject: 'EMAIL_ADDRESS', isDefault: true },
      { subject: 'CATEGORY', category: 'News', permitted: true, isDefault: false, statement: { source: 'API' } },
    ]);
  });

  it('A proof names a choice of the channel of the message, and shows no words that another person was sent', async () => {
    const extId = await register({ msisdn: `+4915111000${people + 100}` });
    const other = await register();
    await sendMail(other);
    const { appId, app } = sending.gateway;
    const link = { source: 'LINK', by: await lastMessage(other) } as const;
    const say = (channel: 'EMAIL' | 'SMS', enable: boolean) =>
      app.get(PreferenceService).setCategoryPreferences(appId, [{ extId, category: 'News', channel, enable }], link);
    await say('EMAIL', false);
    await say('EMAIL', true);
    await say('SMS', false);
    await say('SMS', true);
    await sendMail(extId, { categories: 'News' });
    const { consents } = await prove(await lastMessage(extId));
    const news = consents.find(({ subject }) => subject === 'CATEGORY');
    expect(news).toMatchObject({ permitted: true, statement: { channel: 'EMAIL', permitted: true, source: 'LINK' } });
    expect(news).not.toHaveProperty('words');
  });

  it('The panel shows the proof of a message of that person alone, by the id in its timeline', async () => {
    const [extId, other] = [await register(), await register()];
    await sending.post('disableMail', { extIds: [extId] });
    await sending.post('enableMail', { extIds: [extId] });
    await sendMail(extId);
    const member = await signIn(sending.gateway);
    const uids = await sending.gateway.app
      .get(UserLookupService)
      .findUidsByExtIds(sending.gateway.appId, [extId, other]);
    const at = (name: string, path: string) => member.get(`/apps/shop/users/${uids.get(name)}/${path}`);
    const { json: timeline } = await at(extId, 'timeline?group=message');
    const [message] = (timeline as { items: { raw: { messageId: string } }[] }).items;
    const id = message?.raw.messageId ?? '';
    const { json: proof } = await at(extId, `consent?messageId=${id}`);
    expect(proof).toMatchObject({
      left: true,
      overrides: false,
      consents: [
        { subject: 'EMAIL', permitted: true, statement: { source: 'API', title: null } },
        { subject: 'EMAIL_ADDRESS', permitted: true, statement: null },
      ],
    });
    expect((await at(other, `consent?messageId=${id}`)).status).toBe(404);
  });

  it('A key without the scope of results, or of users, reads no proof', async () => {
    const extId = await register();
    await sendMail(extId);
    const id = await lastMessage(extId);
    for (const scopes of [['users'], ['reports'], ['users', 'private']] as const) {
      const key = await sending.gateway.makeKey(`only ${scopes.join(' ')}`, { scopes: [...scopes] });
      const answer = await sending.gateway.call(`/rest/3.0/getConsentProof?messageId=${id}`, { ...GET, key });
      expect([answer.status, (answer.json as { code: number }).code]).toEqual([403, 2022]);
    }
  });

  it.each(['', 'nothing', '00000000-0001-8004-8000-040012345678'])(
    'The message id %j is refused, with its field',
    async (messageId) => {
      const answer = await sending.gateway.call(`/rest/3.0/getConsentProof?messageId=${messageId}`, GET);
      expect([answer.status, (answer.json as { code: number }).code]).toEqual([400, messageId === '' ? 2020 : 5003]);
    },
  );

  it('A person who was erased has no proof any more', async () => {
    const extId = await register();
    await sendMail(extId);
    const id = await lastMessage(extId);
    await sending.gateway.app.get(ErasureService).eraseUsers(sending.gateway.appId, [extId]);
    const answer = await sending.gateway.call(`/rest/3.0/getConsentProof?messageId=${id}`, GET);
    expect([answer.status, (answer.json as { code: number }).code]).toEqual([400, 5003]);
  });
});
