import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { DraftService } from './draft.service.js';
import { WrittenCampaignErasureRepository } from './written-campaign-erasure.repository.js';

const ERASED = { addresses: ['ann@x.example', '+905321234567'], country: 'TR' };
const STAND_IN = 'erased@erased.invalid';

let gateway: TestGateway;
let drafts: DraftService;
beforeAll(async () => {
  gateway = await startGateway();
  drafts = gateway.app.get(DraftService, { strict: false });
});
afterAll(() => gateway.close());

const db = () => gateway.fresh.db;
const erase = async () =>
  db().tx((tx) =>
    gateway.app.get(WrittenCampaignErasureRepository, { strict: false }).eraseAddresses(tx, gateway.appId, ERASED),
  );
const writer = () => ({ appId: gateway.appId, by: { kind: 'member', id: 'ada', name: 'Ada' } as const });
const linesOf = (...texts: string[]) => ({
  form: 1,
  fields: { lines: texts.map((text) => ({ kind: 'attribute', code: 'email', operator: 'is', text })) },
});
const create = async (...texts: string[]) =>
  (await drafts.create(writer(), { name: 'Spring', body: linesOf(...texts) })).draftId;

/** Inserts requests for approval of another application, or of this one. */
const addRequests = async (firstId: number, count: number, draft: object, appId = gateway.appId) =>
  db().affected(
    `INSERT INTO notifications.approval_request (approval_id, app_id, draft, hash, planned, expires_at)
     SELECT n, $2, $4::jsonb, 'x', 1, now() FROM generate_series($1::integer, $1::integer + $3::integer - 1) AS n`,
    [firstId, appId, count, JSON.stringify(draft)],
  );
const draftsOfRequests = async (firstId: number, count: number) =>
  db().rows<{ draft: unknown }>(
    `SELECT r.draft FROM notifications.approval_request AS r
      WHERE r.approval_id BETWEEN $1 AND $1 + $2 - 1 ORDER BY r.approval_id`,
    [firstId, count],
  );
const profileOf = (email: string) => ({ target: { profile: { email: [email] } } });

describe('WrittenCampaignErasureRepository', () => {
  it('A draft loses what was typed of an erased person, and nothing else', async () => {
    const draftId = await create('ann@x.example, bob@x.example', ' 0532 123 45 67', '0532 123 45 68', 'Ann@X.example,');
    expect(await erase()).toEqual({ 'notifications.draft': 1 });
    expect((await drafts.get(gateway.appId, draftId)).body).toEqual(
      linesOf(`${STAND_IN}, bob@x.example`, ' +12025550100', '0532 123 45 68', `${STAND_IN},`),
    );
    expect(await erase()).toEqual({});
  });

  it('A page that has a draft open does not save an erased address back', async () => {
    const [erased, other] = [await create('ann@x.example'), await create('bob@x.example')];
    await erase();
    const content = { name: 'Spring', body: linesOf('ann@x.example') };
    await expect(drafts.save(writer(), { draftId: erased, version: 1 }, content)).rejects.toMatchObject({
      refusal: 'changed_meanwhile',
      field: 'version',
    });
    expect((await drafts.get(gateway.appId, erased)).body).toEqual(linesOf(STAND_IN));
    expect(await drafts.save(writer(), { draftId: other, version: 1 }, content)).toMatchObject({ version: 2 });
    await drafts.delete(writer(), { draftId: other, version: 2 });
  });

  it('A request for approval loses an erased address, and those of other applications keep it', async () => {
    await addRequests(1001, 1, profileOf('ann@x.example'));
    await addRequests(1002, 1, profileOf('bob@x.example'));
    await addRequests(1003, 1, profileOf('ann@x.example'), gateway.appId + 1);
    expect(await erase()).toEqual({ 'notifications.approval_request': 1 });
    expect(await draftsOfRequests(1001, 3)).toEqual(
      [STAND_IN, 'bob@x.example', 'ann@x.example'].map((email) => ({ draft: profileOf(email) })),
    );
  });

  it('An erased address is found among more rows than a page has', async () => {
    await addRequests(2001, 250, profileOf('bob@x.example'));
    await addRequests(2251, 2, profileOf('ANN@x.example'));
    expect(await erase()).toEqual({ 'notifications.approval_request': 2 });
    expect((await draftsOfRequests(2251, 2)).map(({ draft }) => draft)).toEqual(Array(2).fill(profileOf(STAND_IN)));
  });

  it('A check of a campaign loses an erased address', async () => {
    const insert = async (email: string) =>
      db().affected(
        `INSERT INTO notifications.campaign_check (app_id, by_kind, by_id, hash, waits, request, state)
         VALUES ($1, 'member', 'ada', 'x', false, $2::jsonb, 'DONE')`,
        [gateway.appId, JSON.stringify(profileOf(email))],
      );
    await insert('ann@x.example');
    await insert('bob@x.example');
    expect(await erase()).toEqual({ 'notifications.campaign_check': 1 });
    const rows = await db().rows<{ request: unknown }>(
      'SELECT c.request FROM notifications.campaign_check AS c WHERE c.app_id = $1 ORDER BY c.check_id',
      [gateway.appId],
    );
    expect(rows.map(({ request }) => request)).toEqual([STAND_IN, 'bob@x.example'].map(profileOf));
  });

  it('An erasure does not wait for a draft that a member writes and that names no erased person', async () => {
    const [erased, locked] = [await create('ann@x.example'), await create('bob@x.example')];
    const outcome = await db().tx(async (tx) => {
      await tx.rows('SELECT d.name FROM notifications.draft AS d WHERE d.draft_id = $1 FOR UPDATE', [locked]);
      return Promise.race([erase(), pause(3000, 'waited')]);
    });
    expect(outcome).toEqual({ 'notifications.draft': 1 });
    expect((await drafts.get(gateway.appId, erased)).version).toBe(2);
  });
});
