import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { askPanel, PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

let sending: Sending;
let owner: PanelMember;
beforeAll(async () => {
  sending = await startSending({ PANEL_URL: 'https://panel.example.com' });
  owner = await signIn(sending.gateway, [{ role: 'owner', appId: null }]);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

interface Invited {
  member: { id: string; email: string; invitedUntil: string | null };
  link: { token: string } | null;
  mail: string | null;
}
const INVITATION = { name: 'Bo', grants: [{ role: 'marketer', app: 'shop' }], byMail: true };
const invite = (body: object) => owner.post('/members', { ...INVITATION, ...body });
const enter = (token: string) =>
  askPanel(sending.gateway.base, '/session/link', { method: 'POST', headers: PAGE_HEADERS, body: { token } });
const tokenIn = (text: unknown): string => /\/panel\/#link=([\w-]+)/.exec(String(text))?.[1] ?? '';
const rowOf = async (id: string) => {
  const { items } = (await owner.get('/members')).json as { items: { id: string; invitedUntil: string | null }[] };
  return items.find((row) => row.id === id);
};

describe('Invitations by e-mail', () => {
  it('An invitation goes to its address alone, in its language, with a link that works once', async () => {
    const answer = await invite({ email: 'bo@example.com', language: 'tr' });
    expect(answer.status, answer.text).toBe(200);
    const { member, link, mail } = answer.json as Invited;
    expect({ link, mail }).toEqual({ link: null, mail: 'sent' });
    const mails = await sending.simulators.mails();
    expect(mails.map(({ token }) => token)).toEqual(['bo@example.com']);
    const [sent] = mails;
    expect(sent?.payload['subject']).toBe('Herald davetiniz');
    expect(sent?.payload.text).toContain('https://panel.example.com/panel/#link=');
    const token = tokenIn(sent?.payload.text);
    expect(answer.text).not.toContain(token);
    expect(await rowOf(member.id)).toMatchObject({ invitedUntil: expect.any(String) });
    expect((await enter(token)).status).toBe(204);
    expect((await enter(token)).status, 'used').toBe(401);
    expect(await rowOf(member.id)).toMatchObject({ invitedUntil: null });
  });

  it('A name in an invitation is one line, and no address that a reader could open', async () => {
    await invite({ name: 'Win\nnow https://evil.example/x', email: 'line@example.com', language: 'en' });
    const [sent] = await sending.simulators.mails();
    expect(sent?.payload.text).toMatch(/^Hello Win now https evil\.example x,/);
  });

  it('An invitation that is sent again ends the earlier link, and one that is taken back ends the last', async () => {
    const { member } = (await invite({ email: 'again@example.com' })).json as Invited;
    const again = await owner.post(`/members/${member.id}/link/mail`);
    expect(again.json, again.text).toEqual({ link: null, mail: 'sent' });
    const [first, second] = (await sending.simulators.mails()).map(({ payload }) => tokenIn(payload.text));
    expect(first).not.toBe(second);
    expect((await enter(first ?? '')).status).toBe(401);
    expect((await owner.post(`/members/${member.id}/link/revoke`)).status).toBe(204);
    expect((await enter(second ?? '')).status).toBe(401);
    expect(await rowOf(member.id)).toMatchObject({ invitedUntil: null });
    expect((await owner.post(`/members/${member.id}/link/revoke`)).status).toBe(409);
    const audit = await sending.gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 1 });
    expect(audit[0]).toMatchObject({ action: 'link.revoke', subject: `member ${member.id}` });
  });

  it('A link that no e-mail has is answered, with the reason', async () => {
    await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 550, reason: '5.1.1' }]);
    const failed = (await invite({ email: 'refused@example.com' })).json as Invited;
    expect(failed.mail).toBe('failed');
    expect((await enter(failed.link?.token ?? '')).status).toBe(204);
    await sending.gateway.app.get(ApplyService).apply({ app: 'quiet' }, { dryRun: false });
    const grants = [{ role: 'marketer', app: 'quiet' }];
    expect((await invite({ email: 'quiet@example.com', grants })).json).toMatchObject({ mail: 'noAccount' });
  });

  it('An invitation by e-mail needs an address, and a refused one adds no member', async () => {
    const count = async () => ((await owner.get('/members')).json as { items: unknown[] }).items.length;
    const before = await count();
    for (const body of [{}, { email: 'nobody' }, { email: 'a@example.com', language: 'xx' }]) {
      expect((await invite(body)).status, JSON.stringify(body)).toBe(400);
    }
    expect(await count()).toBe(before);
  });

  it('A member sends no link to a person who may do more, and takes none back', async () => {
    const admin = await signIn(sending.gateway, [{ role: 'admin', appId: sending.gateway.appId }]);
    const { member } = (await invite({ email: 'lead@example.com', grants: [{ role: 'owner' }] })).json as Invited;
    for (const action of ['link/mail', 'link/revoke']) {
      expect((await admin.post(`/members/${member.id}/${action}`)).status, action).toBe(403);
    }
    expect(await rowOf(member.id)).toMatchObject({ invitedUntil: expect.any(String) });
  });
});
