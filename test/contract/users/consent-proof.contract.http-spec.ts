import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ErasureService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

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
