import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

/** A question that went on would begin its next statement sooner. */
const WATCHED_MS = 200;
const SOON = { timeout: 60_000, interval: 10 };
const PLATFORMS = { by: 'device', code: 'platform' };
const PLACE = { latitude: 41, longitude: 29, radius: 5 };

describe('Aborted audience counts', () => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  beforeAll(async () => {
    gateway = await startGateway();
    const events = [{ code: 'Paid', eventName: 'Paid', attributes: [] }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', events }, { dryRun: false });
    analyst = await signIn(gateway);
  });
  afterAll(() => gateway.close());

  const ask = (target: object, signal?: AbortSignal, question = 'preview') =>
    fetch(`${gateway.base}/panel/1.0/apps/shop/audience/${question}`, {
      method: 'POST',
      headers: { ...PAGE_HEADERS, cookie: analyst.cookie },
      body: JSON.stringify(
        question === 'overlap' ? { targets: [target, target] } : { target, ...(question === 'breakdown' && PLATFORMS) },
      ),
      ...(signal && { signal }),
    });
  /** Statements that wait for the table which the test holds. */
  const listWaiting = (table: string) =>
    gateway.fresh.db.rows(
      `SELECT a.query FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
        WHERE l.relation = $1::regclass AND NOT l.granted AND a.datname = current_database()`,
      [table],
    );

  it.each([
    ['preview', 'of what people did', 'events.event', { event: { name: 'Paid', within: '30d' } }],
    ['preview', 'of places', 'users.installation_location', { location: PLACE }],
    ['preview', 'of places in a group', 'users.installation_location', { none: [{ location: PLACE }] }],
    ['sample', 'of people there', 'users.installation_location', { location: PLACE }],
    ['breakdown', 'of what people did', 'events.event', { event: { name: 'Paid', within: '30d' } }],
    ['overlap', 'of what two audiences did', 'events.event', { event: { name: 'Paid', within: '30d' } }],
  ])(
    'The aborted %s %s ends its statement in the database, and no further statement starts',
    async (question, _, table, slow) => {
      await gateway.fresh.db.tx(async (tx) => {
        await tx.affected(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        const page = new AbortController();
        const answer = ask({ ...slow, tag: 'vip' }, page.signal, question);
        const ended = expect(answer).rejects.toThrow('aborted');
        await vi.waitFor(async () => expect(await listWaiting(table)).not.toEqual([]), SOON);
        page.abort();
        await ended;
        await vi.waitFor(async () => expect(await listWaiting(table)).toEqual([]), SOON);
        await sleep(WATCHED_MS);
        expect(await listWaiting(table)).toEqual([]);
        await vi.waitFor(async () => expect(await listWaiting(table)).toEqual([]), SOON);
        await sleep(WATCHED_MS);
        expect(await listWaiting(table)).toEqual([]);
      });
      const answer = await ask(slow, undefined, question);
      expect(answer.status, await answer.text()).toBe(200);
    },
  );
});
