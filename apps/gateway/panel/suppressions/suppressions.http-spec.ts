import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { SuppressionListService } from '#libs/administration';
import { ApplyService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import type { SuppressionListDto } from './suppressions.dto.js';

const MAIL = 'marked.person@example.com';
const MANY = 23;

let gateway: TestGateway;
let support: PanelMember;
let marketer: PanelMember;
let owner: PanelMember;
let otherId: number;
beforeAll(async () => {
  gateway = await startGateway();
  const { appId, app } = gateway;
  ({ id: otherId } = (await app.get(ApplyService).apply({ app: 'other' }, { dryRun: false })).app);
  [support, marketer, owner] = await Promise.all([
    signIn(gateway, [{ role: 'support', appId }]),
    signIn(gateway, [{ role: 'marketer', appId }]),
    signIn(gateway, [{ role: 'owner', appId: null }]),
  ]);
});
afterAll(() => gateway.close());

const add = (body: object, who = support) => who.post('/apps/shop/suppressions', body);
const entry = (address: string, reason = 'HARD_BOUNCE') => ({
  channel: 'email',
  addresses: [address],
  reason,
  words: 'Told us so',
});
const list = async (query: string, who = support) => {
  const answer = await who.get(`/apps/shop/suppressions?channel=email&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as SuppressionListDto;
};
const find = (address: string) => list(`address=${encodeURIComponent(address)}`);
const release = (id: string, words: string, who = support, app = 'shop') =>
  who.post(`/apps/${app}/suppressions/email/${id}/release`, { words });
const newestEntry = async () => (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 1 }))[0];
const codeOf = ({ json }: { json: unknown }) =>
  (json as { problems?: { code: string; path: string | null }[] } | undefined)?.problems?.[0];

describe('Suppressions in the panel', () => {
  it('The list hides addresses and details until a member reveals them, with an audit entry', async () => {
    expect((await add(entry(MAIL))).json).toEqual({ added: 1 });
    const found = await find(MAIL.toUpperCase());
    expect(found).toMatchObject({ masked: true, next: null });
    expect(found.items).toMatchObject([
      { address: null, hint: 'm•••@example.com', reason: 'HARD_BOUNCE', detail: null },
    ]);
    const shown = await support.post('/apps/shop/suppressions/reveal', { channel: 'email', address: MAIL });
    expect(shown.json).toMatchObject({ masked: false, items: [{ address: MAIL, detail: 'Told us so' }] });
    const logged = await newestEntry();
    expect(logged).toMatchObject({ action: 'suppressions.reveal', by: { kind: 'member' } });
    expect(JSON.stringify(logged)).not.toContain(MAIL);
  });

  it('The list is read page by page by reason, each entry once, and finds only whole addresses', async () => {
    const addresses = Array.from({ length: MANY }, (_, n) => `page${n}@example.com`);
    expect((await add({ ...entry(''), addresses, reason: 'STOP' })).json).toEqual({ added: MANY });
    expect((await add({ ...entry(''), addresses, reason: 'STOP' })).json).toEqual({ added: 0 });
    const seen: string[] = [];
    let after = '';
    do {
      const page = await list(`reason=STOP&limit=5${after}`);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next === null ? '' : `&after=${page.next}`;
    } while (after !== '');
    expect(seen).toHaveLength(MANY);
    expect(new Set(seen).size).toBe(MANY);
    expect((await find('page1@example.co')).items).toEqual([]);
    expect((await list('reason=COMPLAINT')).items).toEqual([]);
    const all = await list('limit=100');
    expect(all.items.length).toBeGreaterThan(MANY);
    expect((await support.get('/apps/shop/suppressions?channel=email&after=x')).status).toBe(400);
    expect((await support.get('/apps/shop/suppressions?channel=push')).status).toBe(400);
    expect((await support.get('/apps/shop/suppressions?channel=email&limit=101')).status).toBe(400);
  });

  it('One invalid address rejects the whole request, and nothing is added', async () => {
    const addresses = ['good@example.com', 'no address'];
    const refused = await add({ ...entry(''), addresses });
    expect(refused.status).toBe(400);
    expect(codeOf(refused)?.path).toBe('addresses[1]');
    expect((await find('good@example.com')).items).toEqual([]);
    expect((await add({ ...entry(''), addresses: Array.from({ length: 101 }, (_, n) => `${n}@x.com`) })).status).toBe(
      400,
    );
    expect((await add({ ...entry('a@x.com'), words: '' })).status).toBe(400);
    expect((await add({ ...entry('a@x.com'), words: 'x'.repeat(501) })).status).toBe(400);
    expect((await add({ ...entry('a@x.com'), words: 'a\u0000b' })).status).toBe(400);
    expect((await support.get('/apps/shop/suppressions?channel=email&address=no')).status).toBe(400);
  });

  it('A suppression is released once, with a reason that the audit log keeps', async () => {
    await add(entry('gone@example.com'));
    await add(entry('gone@example.com', 'COMPLAINT'));
    const { items } = await find('gone@example.com');
    const id = items.find(({ reason }) => reason === 'HARD_BOUNCE')?.id ?? '';
    for (const words of ['gone@example.com asked', 'call +49 170 000 99 88', '']) {
      expect((await release(id, words)).status, words).toBe(400);
    }
    expect((await release(id, 'The mailbox works again')).status).toBe(204);
    expect((await release(id, 'Again')).status).toBe(404);
    expect((await newestEntry())?.differences).toEqual([
      { change: 'remove', subject: `email ${id.slice(0, 12)}`, from: 'HARD_BOUNCE' },
      { change: 'add', subject: 'words', to: 'The mailbox works again' },
    ]);
    expect((await find('gone@example.com')).items).toMatchObject([{ reason: 'COMPLAINT' }]);
    const reasons = await gateway.app.get(SuppressionService).findReasons(gateway.appId, 'email', ['gone@example.com']);
    expect(reasons.get('gone@example.com'), 'sends ask here').toBe('COMPLAINT');
  });

  it('Suppressions of another application can be neither seen nor released', async () => {
    await add(entry('ours@example.com'));
    const { items } = await find('ours@example.com');
    const id = items[0]?.id ?? '';
    const theirs = await owner.get('/apps/other/suppressions?channel=email&address=ours@example.com');
    expect(theirs.json).toMatchObject({ items: [] });
    expect((await release(id, 'Mine', owner, 'other')).status).toBe(404);
    expect((await release(id.replace(/.$/, 'X'), 'Mine')).status).toBe(404);
    expect((await support.post(`/apps/shop/suppressions/sms/${id}/release`, { words: 'Mine' })).status).toBe(404);
    expect((await find('ours@example.com')).items).toHaveLength(1);
    expect(otherId).not.toBe(gateway.appId);
  });

  it('A member without the right to change or reveal can still read the masked list', async () => {
    const seen = await list('', marketer);
    expect(seen.masked).toBe(true);
    expect(seen.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen)).not.toContain('example.com');
    expect(codeOf(await add(entry('x@example.com'), marketer))?.code).toBe('permission_missing');
    const reveal = await marketer.post('/apps/shop/suppressions/reveal', { channel: 'email' });
    expect(codeOf(reveal)?.code).toBe('permission_missing');
    expect(codeOf(await marketer.get('/apps/shop/suppressions.csv?channel=email'))?.code).toBe('permission_missing');
  });
});

describe('Suppression export', () => {
  it('The suppression export has one line for each entry, no formula, and an audit entry', async () => {
    const suppressions = gateway.app.get(SuppressionService);
    await suppressions.add(gateway.fresh.db, gateway.appId, [
      { channel: 'email', address: '=cmd@example.com', reason: 'INVALID_ADDRESS', detail: '=1+1, "x"' },
    ]);
    const file = await owner.get('/apps/shop/suppressions.csv?channel=email&reason=INVALID_ADDRESS');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="suppressions-email.csv"');
    const [head, line, ...rest] = file.text.split('\r\n');
    expect(head).toBe('address,reason,detail,addedAt');
    expect(line).toMatch(/^'=cmd@example\.com,INVALID_ADDRESS,"'=1\+1, ""x""",\d{4}-/);
    expect(rest).toEqual(['']);
    expect(await newestEntry()).toMatchObject({
      action: 'suppressions.export',
      differences: [{ change: 'add', subject: 'reason', to: 'INVALID_ADDRESS' }],
    });
    const whole = await owner.get('/apps/shop/suppressions.csv?channel=email');
    const stored = await gateway.fresh.db.rows(`SELECT FROM users.suppression WHERE app_id = $1`, [gateway.appId]);
    expect(whole.text.trimEnd().split('\r\n')).toHaveLength(stored.length + 1);
  });

  it('The suppression export is refused without the permission to see private values', async () => {
    // No role of today may export without it.
    const desk = gateway.app.get(SuppressionListService);
    const origin = { by: { kind: 'member', id: '1', name: 'x' } } as const;
    const before = await newestEntry();
    await expect(desk.export(origin, gateway.appId, { channel: 'email' }, false)).rejects.toMatchObject({
      refusal: 'permission_missing',
    });
    expect((await newestEntry())?.entryId).toBe(before?.entryId);
  });
});
