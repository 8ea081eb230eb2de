import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { WrittenCampaignErasureRepository } from '#libs/notifications/drafts';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import type { DraftCommentsDto } from './draft-comments.dto.js';

let sending: Sending;
let ada: PanelMember;
let bo: PanelMember;
let owner: PanelMember;
let draft: string;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const marketer = [{ role: 'marketer', appId: gateway.appId }] as const;
  [ada, bo, owner] = [
    await signIn(gateway, marketer),
    await signIn(gateway, marketer),
    await signIn(gateway, [{ role: 'owner', appId: null }]),
  ];
  draft = await begin();
});
afterAll(() => sending.close());

async function begin(): Promise<string> {
  const answer = await ada.post('/apps/shop/drafts', { name: 'Spring', body: { form: 1 } });
  return (answer.json as { id: string }).id;
}
const place = (id = draft) => `/apps/shop/drafts/${id}/comments`;
const list = async (member = ada, id = draft) => ((await member.get(place(id))).json as DraftCommentsDto).items;
async function add(member: PanelMember, text: string, id = draft) {
  const answer = await member.post(place(id), { text });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as DraftCommentsDto).items.at(-1);
}
const count = async (id: string) =>
  (await sending.gateway.fresh.db.rows('SELECT 1 FROM notifications.draft_comment WHERE draft_id = $1', [Number(id)]))
    .length;

describe('Comments on a draft', () => {
  it('Members see the comments of each other with time and name, and the log has who wrote, not what', async () => {
    await add(ada, 'Is the picture the old one?');
    await add(bo, 'Yes.\nI change it.');
    expect(await list(bo)).toMatchObject([
      { text: 'Is the picture the old one?', isOwn: false },
      { text: 'Yes.\nI change it.', isOwn: true },
    ]);
    const [entry] = await sending.gateway.app
      .get(AuditService)
      .listEntries(sending.gateway.appId, { limit: 1, action: 'draft.comment' });
    expect(entry).toMatchObject({ subject: `draft ${draft}`, by: { id: String(bo.memberId) } });
    expect(JSON.stringify(entry)).not.toContain('change it');
  });

  it('A comment changes neither the draft nor its version', async () => {
    const before = (await ada.get(`/apps/shop/drafts/${draft}`)).json;
    await add(bo, 'Fine');
    expect((await ada.get(`/apps/shop/drafts/${draft}`)).json).toEqual(before);
  });

  it('A member removes the own comments alone', async () => {
    const comment = await add(ada, 'Mine');
    for (const member of [bo, owner]) {
      expect((await member.post(`${place()}/${comment?.id}/remove`)).status).toBe(404);
    }
    const other = await begin();
    expect((await ada.post(`${place(other)}/${comment?.id}/remove`)).status, 'by another draft').toBe(404);
    expect((await ada.post(`${place()}/${comment?.id}/remove`)).status).toBe(204);
    expect((await list()).some(({ id }) => id === comment?.id)).toBe(false);
  });

  it('Members without the right, of another application or with a wrong text read and write nothing', async () => {
    const { gateway } = sending;
    const { appId } = await secondApplication(gateway);
    const stranger = await signIn(gateway, [{ role: 'owner', appId }]);
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    const before = await count(draft);
    expect([(await stranger.get(place())).status, (await stranger.post(place(), { text: 'x' })).status]).toEqual([
      404, 404,
    ]);
    expect([(await analyst.get(place())).status, (await analyst.post(place(), { text: 'x' })).status]).toEqual([
      403, 403,
    ]);
    for (const text of ['', 'x'.repeat(2001), 7, undefined]) {
      expect((await ada.post(place(), { text })).status).toBe(400);
    }
    expect((await ada.post(place('99999'), { text: 'x' })).status).toBe(404);
    expect(await count(draft)).toBe(before);
  });

  it('Comments go with the draft, and with its launch', async () => {
    const deleted = await begin();
    await add(ada, 'Soon gone', deleted);
    expect((await ada.post(`/apps/shop/drafts/${deleted}/delete`, { version: 1 })).status).toBe(204);
    expect(await count(deleted)).toBe(0);
    const launched = await begin();
    await add(ada, 'Do not send this', launched);
    const campaign = { message: { title: 'T', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };
    const { hash, planned } = checkOf(await ada.post('/apps/shop/compose/check', campaign)) as {
      hash: string;
      planned: number;
    };
    const body = { campaign, seen: { hash, planned }, draft: { id: launched, version: 1 } };
    const answer = await ada.post('/apps/shop/compose/launch', body, { 'idempotency-key': randomUUID() });
    expect(answer.status, answer.text).toBe(200);
    expect(await count(launched)).toBe(0);
    expect((await ada.post(place(launched), { text: 'late' })).status).toBe(409);
  });

  it('At most 200 comments stand on a draft', async () => {
    const full = await begin();
    await sending.gateway.fresh.db.affected(
      `INSERT INTO notifications.draft_comment (app_id, draft_id, member_id, made_at, text)
       SELECT $1, $2, $3, now(), 'x' FROM generate_series(1, 200)`,
      [sending.gateway.appId, Number(full), ada.memberId],
    );
    expect((await ada.post(place(full), { text: 'one more' })).status).toBe(400);
    expect(await list(ada, full)).toHaveLength(200);
  });

  it('A comment of a removed member stays without a name', async () => {
    const { gateway } = sending;
    const leaving = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    await add(leaving, 'Bye');
    expect((await owner.post(`/members/${leaving.memberId}/remove`)).status).toBeLessThan(300);
    expect((await list()).at(-1)).toMatchObject({ text: 'Bye', by: null, isOwn: false });
  });

  it('Addresses of an erased person go from comments', async () => {
    await add(ada, 'Ask Eve <Eve@example.com>, or call +49 not +491700000077.');
    const erased = { addresses: ['eve@example.com', '+491700000077'], country: null };
    const { app, appId, fresh } = sending.gateway;
    const counts = await fresh.db.tx((tx) =>
      app.get(WrittenCampaignErasureRepository, { strict: false }).eraseAddresses(tx, appId, erased),
    );
    expect(counts).toMatchObject({ 'notifications.draft_comment': 1 });
    expect((await list()).at(-1)?.text).toBe('Ask Eve <erased@erased.invalid>, or call +49 not +12025550100.');
  });
});
