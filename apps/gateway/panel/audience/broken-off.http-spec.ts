import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

/** After the page broke a question off, no statement of it runs (design of the panel, line 11). */
const GONE_AFTER_MS = 200;
const SOON = { timeout: 10_000, interval: 10 };
const PLACE = { latitude: 41, longitude: 29, radius: 5 };

describe('a count that nobody asks for any more', () => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  beforeAll(async () => {
    gateway = await startGateway();
    const events = [{ code: 'Paid', eventName: 'Paid', attributes: [] }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', events }, { dryRun: false });
    analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());

  const ask = (target: object, signal?: AbortSignal) =>
    fetch(`${gateway.base}/panel/1.0/apps/shop/audience/preview`, {
      method: 'POST',
      headers: { ...PAGE_HEADERS, cookie: analyst.cookie },
      body: JSON.stringify({ target }),
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
    ['of what people did', 'events.event', { event: { name: 'Paid', within: '30d' } }],
    ['of places', 'users.installation_location', { location: PLACE }],
  ])('ends in the database, and the clauses after it are not counted: %s', async (_, table, slow) => {
    await gateway.fresh.db.tx(async (tx) => {
      await tx.affected(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const page = new AbortController();
      const answer = ask({ ...slow, tag: 'vip' }, page.signal);
      const ended = expect(answer).rejects.toThrow('aborted');
      await vi.waitFor(async () => expect(await listWaiting(table)).not.toEqual([]), SOON);
      page.abort();
      await ended;
      await sleep(GONE_AFTER_MS);
      expect(await listWaiting(table)).toEqual([]);
      await sleep(GONE_AFTER_MS);
      expect(await listWaiting(table)).toEqual([]);
    });
    const answer = await ask(slow);
    expect(answer.status, await answer.text()).toBe(200);
  });
});
