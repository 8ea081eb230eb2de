import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { PersonInboxDto } from './inbox.dto.js';

let sending: Sending;
let support: PanelMember;
let marketer: PanelMember;
let [uid, otherUid] = ['', ''];
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  [support, marketer] = await Promise.all([
    signIn(gateway, [{ role: 'support', appId }]),
    signIn(gateway, [{ role: 'marketer', appId }]),
  ]);
  await sending.post('registerUsers', [
    { extId: 'reader', platform: 'IOS', deviceToken: 'a'.repeat(64) },
    { extId: 'other', platform: 'IOS', deviceToken: 'b'.repeat(64) },
  ]);
  for (const text of ['first', 'second']) {
    const message = {
      title: `Title ${text}`,
      text,
      platforms: ['IOS'],
      inbox: true,
      click: { deeplink: 'shop://sale' },
    };
    await sending.bulk({ message, target: { sendToAll: true } });
    await sending.drain();
  }
  [uid, otherUid] = (await Promise.all(['reader', 'other'].map(uidOf))) as [string, string];
});
afterAll(() => sending.close());

const uidOf = async (extId: string): Promise<string> => {
  const { json } = await support.get(`/apps/shop/users/find?by=extId&value=${extId}`);
  return (json as { items: { uid: string }[] }).items[0]?.uid ?? '';
};
const inboxOf = async (query = '', member = support, userId = uid): Promise<PersonInboxDto> => {
  const answer = await member.get(`/apps/shop/users/${userId}/inbox?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as PersonInboxDto;
};
const remove = (piid: string, userId = uid, member = support) =>
  member.post(`/apps/shop/users/${userId}/inbox/${piid}/delete`);

describe('Inbox of a person', () => {
  it('The inbox shows the stored messages of a person, page by page', async () => {
    const first = await inboxOf('limit=1');
    expect(first).toMatchObject({
      items: [{ status: 'UNREAD', title: 'Title second', text: 'second', link: 'shop://sale' }],
      counts: { unread: 2, read: 0, deleted: 0 },
      masked: false,
    });
    const second = await inboxOf(`limit=1&after=${first.next}`);
    expect(second).toMatchObject({ items: [{ text: 'first' }], next: null });
  });

  it('The inbox hides texts from members who may not see private values', async () => {
    const page = await inboxOf('', marketer);
    expect(page.masked).toBe(true);
    expect(page.items.map(({ title, text, link }) => [title, text, link])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(JSON.stringify(page)).not.toContain('second');
  });

  it('A member deletes an inbox message once, for the devices too, with an audit entry without its text', async () => {
    const [message] = (await inboxOf()).items;
    const piid = message?.piid ?? '';
    expect((await remove(piid, otherUid)).status).toBe(404);
    expect((await remove('987654321')).status).toBe(404);
    expect((await remove(piid)).json).toMatchObject({ piid, status: 'DELETED' });
    expect((await remove(piid)).json).toMatchObject({ status: 'DELETED' });
    expect((await inboxOf()).counts).toEqual({ unread: 1, read: 0, deleted: 1 });
    expect((await inboxOf('', support, otherUid)).counts).toEqual({ unread: 2, read: 0, deleted: 0 });
    const device = await sending.post<{ msgs: { message: string }[] }>('inbox/getAllInbox', {
      extId: 'reader',
      status: 3,
    });
    expect(device.msgs.map(({ message: text }) => text)).toEqual(['first']);
    const { appId, app } = sending.gateway;
    const entries = await app.get(AuditService).listEntries(appId, { limit: 50, action: 'user.inboxDelete' });
    expect(entries.map(({ differences }) => differences)).toEqual([
      [{ change: 'change', subject: `inbox message ${piid}`, from: 'UNREAD', to: 'DELETED' }],
    ]);
    expect(JSON.stringify(entries)).not.toContain('second');
  });
});
