import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Entry {
  kind: string;
  title: string;
  text: string | null;
  isTest: boolean;
  raw: { messageId?: string; platform: string };
}

const PUSH = {
  title: 'Spring for @{name|you}',
  text: 'See it, @{name|you}.',
  platforms: ['ANDROID'],
  languages: { tr: { title: '@{name|Sen} için bahar', text: 'Gör, @{name|sen}.' } },
};
const MAIL = {
  title: 'News for @{name|you}',
  subject: 'News for @{name|you}',
  text: `<html><body><p>Dear @{name|reader}</p>${'<p>Long</p>'.repeat(500)}</body></html>`,
  platforms: ['EMAIL'],
  from: 'shop@example.com',
};
let sending: Sending;
let support: PanelMember;
let marketer: PanelMember;
let uid: string;

const list = async (member = support): Promise<Entry[]> =>
  ((await member.get(`/apps/shop/users/${uid}/timeline?group=message`)).json as { items: Entry[] }).items;
const entryOf = async (platform: string, member = support): Promise<Entry> => {
  const found = (await list(member)).find(({ raw }) => raw.platform === platform);
  if (!found) {
    throw new Error(`No entry of ${platform}`);
  }
  return found;
};
const draw = (messageId: string | undefined, member = support) =>
  member.get(`/apps/shop/users/${uid}/message?messageId=${messageId}`);

beforeAll(async () => {
  sending = await startSending();
  const { appId } = sending.gateway;
  support = await signIn(sending.gateway, [{ role: 'support', appId }]);
  marketer = await signIn(sending.gateway, [{ role: 'marketer', appId }]);
  await sending.post('registerUsers', [
    {
      extId: 'ayse',
      language: 'tr',
      platform: 'ANDROID',
      deviceToken: 'phone-of-ayse',
      profile: { name: 'Ayşe', email: 'ayse@example.com' },
    },
  ]);
  for (const message of [PUSH, MAIL]) {
    await sending.bulk({ message, target: { sendToAll: true } });
    await sending.launchDue();
    await sending.drain();
  }
  const found = (await support.post('/apps/shop/users/search', { text: 'ayse' })).json as { items: { uid: string }[] };
  uid = found.items[0]?.uid ?? '';
});
afterAll(() => sending.close());

describe('Messages of a person', () => {
  it('A message shows its title and a line in the language of the person, with the values of the person', async () => {
    expect(await entryOf('ANDROID')).toMatchObject({ title: 'Ayşe için bahar', text: 'Gör, Ayşe.', isTest: false });
  });

  it('A mail shows its subject, and no HTML', async () => {
    expect(await entryOf('EMAIL')).toMatchObject({ title: 'News for Ayşe', text: null });
    expect(JSON.stringify(await list())).not.toMatch(/<p>|@\{/);
  });

  it('A member who may not see private values sees defaults in place of them, and no message', async () => {
    expect(await entryOf('ANDROID', marketer)).toMatchObject({ title: 'Spring for you', text: null });
    expect(await entryOf('EMAIL', marketer)).toMatchObject({ title: 'News for you', text: null });
    expect((await draw((await entryOf('EMAIL')).raw.messageId, marketer)).status).toBe(403);
  });

  it('A message is drawn for the address that got it, and for no other person', async () => {
    const mail = await draw((await entryOf('EMAIL')).raw.messageId);
    expect(mail.json).toMatchObject({ items: [{ channel: 'smtp', platform: 'EMAIL' }] });
    expect(mail.text).toContain('Dear Ayşe');
    const push = await draw((await entryOf('ANDROID')).raw.messageId);
    expect(push.json).toMatchObject({ items: [{ channel: 'fcm', language: 'tr' }] });
    await sending.post('registerUsers', [{ extId: 'bo', platform: 'ANDROID', deviceToken: 'phone-of-bo' }]);
    const found = (await support.post('/apps/shop/users/search', { text: 'bo' })).json as { items: { uid: string }[] };
    const { messageId } = (await entryOf('EMAIL')).raw;
    const path = `/apps/shop/users/${found.items[0]?.uid}/message?messageId=${messageId}`;
    expect((await support.get(path)).status).toBe(404);
    expect((await draw('nonsense')).status).toBe(404);
  });

  it('A test is marked as one', async () => {
    const owner = await signIn(sending.gateway, [{ role: 'owner', appId: sending.gateway.appId }]);
    await owner.post(`/apps/shop/users/${uid}/changes`, { addTags: ['testers'], trial: false });
    const message = { ...PUSH, title: 'Only a test', languages: {} };
    const answer = await owner.post(
      '/apps/shop/compose/test',
      { message, extIds: ['ayse'] },
      { 'idempotency-key': randomUUID() },
    );
    expect(answer.status, answer.text).toBe(200);
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send([Number((answer.json as { id: string }).id)]);
    await sender.waitUntilIdle();
    expect((await list()).find(({ title }) => title === 'Only a test')).toMatchObject({ isTest: true });
  });
});
