import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import {
  askPanel,
  cookieOf,
  memberOf,
  PAGE_HEADERS,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';

interface Row {
  id: string;
  name: string;
  email: string | null;
  grants: { role: string; app: string | null }[];
  lastSeenAt: string | null;
}
let gateway: TestGateway;
let otherId: number;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway(undefined, {}, undefined, false);
  ({
    app: { id: otherId },
  } = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false }));
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
});
afterAll(() => gateway.close());

const list = async (member: PanelMember): Promise<Row[]> =>
  ((await member.get('/members')).json as { items: Row[] }).items;
const rowOf = async (id: number | string): Promise<Row | undefined> =>
  (await list(owner)).find((row) => row.id === String(id));
const enter = async (token: string) =>
  askPanel(gateway.base, '/session/link', { method: 'POST', headers: PAGE_HEADERS, body: { token } });
const newest = async () => (await gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 1 }))[0];
interface Invited {
  member: Row;
  link: { token: string; endsAt: string };
}

describe('Invitations', () => {
  it('An invitation adds a member with a link that works once, within 72 hours', async () => {
    const grants = [{ role: 'marketer', app: 'shop' }, { role: 'analyst' }];
    const answer = await owner.post('/members', { name: 'Bo', email: 'bo@example.com', grants });
    expect(answer.status, answer.text).toBe(200);
    const { member, link } = answer.json as Invited;
    const both = expect.arrayContaining([
      { role: 'marketer', app: 'shop' },
      { role: 'analyst', app: null },
    ]);
    expect(member).toMatchObject({ name: 'Bo', email: 'bo@example.com', grants: both, lastSeenAt: null });
    expect((Date.parse(link.endsAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
    expect(await newest()).toMatchObject({ action: 'member.invite', subject: `member ${member.id}` });
    expect(JSON.stringify(await newest())).not.toMatch(/bo@|"Bo"/);
    const entered = await enter(link.token);
    expect(entered.status).toBe(204);
    const bo = memberOf(gateway.base, Number(member.id), cookieOf(entered));
    expect((await bo.get('/apps/shop/campaigns')).status).toBe(200);
    expect((await bo.get('/members')).status).toBe(403);
    expect((await enter(link.token)).status, 'used').toBe(401);
    expect(await rowOf(member.id)).toMatchObject({ lastSeenAt: expect.any(String) });
  });

  it('The token of an invitation is stored in no table, even with an idempotency key', async () => {
    const headers = { 'idempotency-key': 'invite-1' };
    const body = { name: 'Cy', grants: [{ role: 'support', app: 'shop' }] };
    const { link } = (await owner.post('/members', body, headers)).json as Invited;
    const tables = await gateway.fresh.db.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const found = await gateway.fresh.db.rows(`SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0`, [link.token]);
      expect(found, name).toHaveLength(0);
    }
  });

  it('An invitation with an unknown role or application is refused and adds no member', async () => {
    const before = (await list(owner)).length;
    for (const grant of [{ role: 'king' }, { role: 'analyst', app: 'nowhere' }]) {
      const answer = await owner.post('/members', { name: 'Di', grants: [grant] });
      expect([400, 404], answer.text).toContain(answer.status);
    }
    expect(await list(owner)).toHaveLength(before);
  });
});

describe('Grants', () => {
  it('New grants apply at once and are in the audit log', async () => {
    const member = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    expect((await member.get('/apps/shop/audit')).status).toBe(403);
    const grants = [{ role: 'operator', app: 'shop' }];
    expect((await owner.post(`/members/${member.memberId}/grants`, { grants })).status).toBe(204);
    expect((await member.get('/apps/shop/audit')).status).toBe(200);
    expect(await newest()).toMatchObject({
      action: 'member.grants',
      differences: expect.arrayContaining([expect.objectContaining({ change: 'remove' })]),
    });
  });

  it('A member cannot grant more than it has, nor change a member with more grants', async () => {
    const admin = await signIn(gateway, [{ role: 'admin', appId: gateway.appId }]);
    const refused = [{ role: 'owner', app: 'shop' }, { role: 'analyst', app: 'other' }, { role: 'analyst' }];
    for (const grant of refused) {
      const answer = await admin.post('/members', { name: 'Eve', grants: [grant] });
      expect(answer.status, JSON.stringify(grant)).toBe(403);
      expect((await admin.post(`/members/${admin.memberId}/grants`, { grants: [grant] })).status).toBe(403);
    }
    expect((await admin.post(`/members/${owner.memberId}/grants`, { grants: [] })).status).toBe(403);
    expect((await admin.post(`/members/${owner.memberId}/remove`)).status).toBe(403);
    expect((await admin.post(`/members/${owner.memberId}/link`)).status, 'a link would make it the owner').toBe(403);
    expect((await admin.post('/members', { name: 'Fay', grants: [{ role: 'admin', app: 'shop' }] })).status).toBe(200);
  });

  it('Grants of other applications are neither shown nor changed', async () => {
    const admin = await signIn(gateway, [{ role: 'admin', appId: gateway.appId }]);
    const stranger = await signIn(gateway, [{ role: 'analyst', appId: otherId }]);
    const both = await signIn(gateway, [
      { role: 'analyst', appId: otherId },
      { role: 'support', appId: gateway.appId },
    ]);
    const seen = await list(admin);
    expect(seen.map(({ id }) => id)).not.toContain(String(stranger.memberId));
    expect(seen.find(({ id }) => id === String(both.memberId))?.grants).toEqual([{ role: 'support', app: 'shop' }]);
    const grants = [{ role: 'marketer', app: 'shop' }];
    expect((await admin.post(`/members/${both.memberId}/grants`, { grants })).status).toBe(204);
    expect((await rowOf(both.memberId))?.grants).toHaveLength(2);
    expect((await admin.post(`/members/${both.memberId}/remove`)).status).toBe(403);
  });

  it('The last owner of everything stays, even when two owners remove each other at the same time', async () => {
    const second = await signIn(gateway, [{ role: 'owner', appId: null }]);
    const left = await Promise.all([
      owner.post(`/members/${second.memberId}/grants`, { grants: [] }),
      second.post(`/members/${owner.memberId}/grants`, { grants: [] }),
    ]);
    expect(left.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const last = (await owner.get('/members')).status === 200 ? owner : second;
    for (const path of ['grants', 'remove']) {
      const answer = await last.post(`/members/${last.memberId}/${path}`, { grants: [] });
      expect(answer.status, path).toBe(409);
      expect(answer.json).toMatchObject({ problems: [{ code: 'wrong_state' }] });
    }
    owner = last;
  });
});

describe('Members', () => {
  it('A removed member loses its sessions and its link at once', async () => {
    const member = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    const { token } = (await owner.post(`/members/${member.memberId}/link`)).json as { token: string };
    expect((await owner.post(`/members/${member.memberId}/remove`)).status).toBe(204);
    expect((await member.get('/me')).status).toBe(401);
    expect((await enter(token)).status).toBe(401);
    expect(await rowOf(member.memberId)).toBeUndefined();
    expect(await newest()).toMatchObject({ action: 'member.end' });
  });

  it('A new link replaces the earlier one and is short for a member who has signed in before', async () => {
    const member = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    const make = async () => (await owner.post(`/members/${member.memberId}/link`)).json as Invited['link'];
    const [early, late] = [await make(), await make()];
    expect((Date.parse(late.endsAt) - Date.now()) / 60_000).toBeCloseTo(15, 0);
    expect((await enter(early.token)).status).toBe(401);
    expect((await enter(late.token)).status).toBe(204);
  });

  it('Changes of members need a recent proof', async () => {
    const asked = await signIn(gateway, [{ role: 'owner', appId: null }]);
    await gateway.fresh.db.affected(
      `UPDATE members.session SET proved_at = now() - interval '11 minutes' WHERE member_id = $1`,
      [asked.memberId],
    );
    const grants = [{ role: 'analyst' }];
    for (const path of ['', `/${asked.memberId}/grants`, `/${asked.memberId}/link`, `/${asked.memberId}/remove`]) {
      const answer = await asked.post(`/members${path}`, { name: 'Gus', grants });
      expect(answer.json, path).toMatchObject({ problems: [{ code: 'proof_needed' }] });
    }
    expect((await asked.get('/members')).status).toBe(200);
  });

  it('Every member can read the permissions of each role', async () => {
    const member = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    const { items } = (await member.get('/roles')).json as { items: { name: string; permissions: string[] }[] };
    expect(items.find(({ name }) => name === 'analyst')).toEqual({
      name: 'analyst',
      permissions: ['campaigns.read', 'reports.read', 'audience.count'],
    });
  });
});
