import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../test/support/contract/gateway.js';
import {
  askPanel,
  cookieOf,
  makeLink,
  memberOf,
  PAGE_HEADERS,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  PEOPLE,
  startApprovalDesk,
  type ApprovalDesk,
  type Check,
} from '../../../../test/support/panel/approvals/approval-desk.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { SoftAuthenticator } from '../../../../test/support/panel/passkeys/soft-authenticator.js';

/** An administrator wants to let its own campaign go, in the name of another member. */
let desk: ApprovalDesk;
let admin: PanelMember;
let origin: string;
beforeAll(async () => {
  desk = await startApprovalDesk();
  const { gateway } = desk.sending;
  origin = gateway.base.replace('127.0.0.1', 'localhost');
  await desk.register(0, PEOPLE);
});
beforeEach(async () => {
  await desk.setApproval({ approvers: 1 });
  admin = await signIn(desk.sending.gateway, [{ role: 'admin', appId: desk.sending.gateway.appId }]);
});
afterEach(() => desk.countPushes());
afterAll(() => desk.sending.close());

const post = (base: string, path: string, body: unknown, cookie = '') =>
  askPanel(base, path, { method: 'POST', headers: PAGE_HEADERS, body, cookie });
/** Signs in with the token of a link. */
async function enter(memberId: number, token: string): Promise<PanelMember> {
  const { base } = desk.sending.gateway;
  const answer = await post(base, '/session/link', { token });
  expect(answer.status, answer.text).toBe(204);
  return memberOf(base, memberId, cookieOf(answer));
}
/** A session of a member by a link that another one makes. */
async function enterAs(maker: PanelMember, memberId: number): Promise<PanelMember> {
  const answer = await maker.post(`/members/${memberId}/link`);
  expect(answer.status, answer.text).toBe(200);
  return enter(memberId, (answer.json as { token: string }).token);
}
async function inviteBy(maker: PanelMember, role: string): Promise<PanelMember> {
  const answer = await maker.post('/members', { name: 'Bo', grants: [{ role, app: 'shop' }] });
  expect(answer.status, answer.text).toBe(200);
  const { member, link } = answer.json as { member: { id: string }; link: { token: string } };
  return enter(Number(member.id), link.token);
}
/** A campaign to everyone, asked for by a member. */
async function askBy(author: PanelMember): Promise<string> {
  const campaign = { message: MESSAGE, target: EVERYBODY };
  const { hash, planned } = checkOf(await author.post('/apps/shop/compose/check', campaign)) as Check;
  const answer = await author.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned } });
  expect(answer.json, answer.text).toMatchObject({ waits: true });
  return (answer.json as { key: string }).key;
}
const codeOf = ({ status, json }: Answer): unknown[] => [
  status,
  (json as { problems?: { code: string }[] } | undefined)?.problems?.[0]?.code,
];
const REFUSED = [403, 'shared_access'];

describe('Approvals by a way in that others made', () => {
  it('An author does not approve its campaign in a session of the approver that a link of the author began', async () => {
    const key = await askBy(admin);
    const puppet = await enterAs(admin, desk.approver.memberId);
    const answer = await desk.approve(key, puppet);
    expect(codeOf(answer), answer.text).toEqual(REFUSED);
    expect(answer.text).toContain('herald member link');
    expect(await desk.countPushes()).toBe(0);
    // The approver's own session, of before, may.
    expect((await desk.approve(key, desk.approver)).status).toBe(200);
    expect(await desk.countPushes()).toBe(PEOPLE);
  });

  it('An author does not approve its campaign as a member that it invited itself', async () => {
    const key = await askBy(admin);
    expect(codeOf(await desk.approve(key, await inviteBy(admin, 'approver')))).toEqual(REFUSED);
    expect(await desk.countPushes()).toBe(0);
  });

  it('A member that the author invited approves after a link of the operator or of another member', async () => {
    const { gateway } = desk.sending;
    const invited = await inviteBy(admin, 'approver');
    const byOperator = await enter(invited.memberId, await makeLink(gateway, invited.memberId));
    expect((await desk.approve(await askBy(admin), byOperator)).status).toBe(200);
    const byOther = await enterAs(desk.second, invited.memberId);
    expect((await desk.approve(await askBy(admin), byOther)).status).toBe(200);
    expect(codeOf(await desk.approve(await askBy(desk.second), byOther))).toEqual(REFUSED);
  });

  it('A link that is made in such a session is no way out', async () => {
    const key = await askBy(admin);
    const puppet = await inviteBy(admin, 'admin');
    expect(codeOf(await desk.approve(key, await enterAs(puppet, desk.approver.memberId)))).toEqual(REFUSED);
    expect(codeOf(await desk.approve(key, await enterAs(puppet, puppet.memberId)))).toEqual(REFUSED);
    expect(codeOf(await desk.approve(key, await inviteBy(puppet, 'approver')))).toEqual(REFUSED);
  });

  it('A passkey that is added in such a session is no way out', async () => {
    const key = await askBy(admin);
    const { cookie, memberId } = await enterAs(admin, desk.approver.memberId);
    const device = new SoftAuthenticator(origin);
    const challengeOf = (answer: Answer): string => (answer.json as { challenge: string }).challenge;
    const creation = challengeOf(await post(origin, '/me/passkeys/options', {}, cookie));
    const added = await post(origin, '/me/passkeys', { response: device.create(creation), name: 'Phone' }, cookie);
    expect(added.status, added.text).toBe(204);
    const question = challengeOf(await post(origin, '/session/passkey/options', {}));
    const entered = await post(origin, '/session/passkey', { response: device.get(question) });
    expect(entered.status, entered.text).toBe(204);
    const member = memberOf(origin, memberId, cookieOf(entered));
    expect((await member.get('/me')).status).toBe(200);
    expect(codeOf(await desk.approve(key, member))).toEqual(REFUSED);
  });

  it('A campaign that is asked for in the name of another member is not approved by who made the link', async () => {
    const author = await enterAs(admin, desk.author.memberId);
    const key = await askBy(author);
    expect(codeOf(await desk.approve(key, admin))).toEqual(REFUSED);
    expect((await desk.approve(key, desk.approver)).status).toBe(200);
  });

  it('One member does not give two approvals', async () => {
    await desk.setApproval({ approvers: 2 });
    const key = await desk.ask();
    expect((await desk.approve(key, admin)).status).toBe(200);
    expect(codeOf(await desk.approve(key, await enterAs(admin, desk.approver.memberId)))).toEqual(REFUSED);
    expect((await desk.read(key)).given).toBe(1);
    expect((await desk.approve(key, desk.approver)).status).toBe(200);
  });

  it('A member does not approve what was sent with a key of its own, also after another member rotated it', async () => {
    const { gateway } = desk.sending;
    const answer = await admin.post('/apps/shop/keys', { kind: 'rest', name: `own ${admin.memberId}` });
    const { key, secret } = answer.json as { key: { id: string }; secret: string };
    const send = async (by: string): Promise<string> => {
      const body = { message: MESSAGE, target: EVERYBODY };
      const answer = await gateway.call('/rest/3.0/sendBulkNotification', { key: by, body });
      expect(answer.status, answer.text).toBe(200);
      return String((answer.json as { notificationKey: number }).notificationKey);
    };
    const first = await send(secret);
    expect(codeOf(await desk.approve(first, admin))).toEqual(REFUSED);
    expect((await desk.approve(first, desk.approver)).status).toBe(200);
    const rotated = await desk.second.post(`/apps/shop/keys/${key.id}/rotate`, { overlapHours: 0 });
    const second = await send((rotated.json as { secret: string }).secret);
    expect(codeOf(await desk.approve(second, admin))).toEqual(REFUSED);
    expect(codeOf(await desk.approve(second, desk.second))).toEqual(REFUSED);
    expect((await desk.approve(second, desk.approver)).status).toBe(200);
  });

  it('A member does not let keys of its own approve what it asked for', async () => {
    await desk.setApproval({ approvers: 1, keys: true });
    const { gateway } = desk.sending;
    const answer = await admin.post('/apps/shop/keys', { kind: 'rest', name: `approving ${admin.memberId}` });
    const { secret } = answer.json as { secret: string };
    const approve = async (by: string, messageId: string) =>
      gateway.call('/rest/3.0/sendPushApproval', { key: by, body: [{ messageId: Number(messageId) }] });
    const key = await askBy(admin);
    const refused = await approve(secret, key);
    expect([refused.status, (refused.json as { code: number }).code], refused.text).toEqual([403, 2022]);
    expect((await approve('rest', key)).status).toBe(200);
  });
});
