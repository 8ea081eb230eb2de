import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DispatchIntakeService } from '#libs/delivery';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { holdTable } from '../../support/database/held-tables.js';

const version = (steps: object[], more: object = {}) => ({ name: 'tour', entry: { api: true }, steps, ...more });
const wait = (id: string) => ({ wait: { id, for: '7d' } });

let sending: Sending;

const apply = (journey: object, dryRun = false) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', journeys: [journey] }, { dryRun });
const get = async (path: string) => (await sending.gateway.call(`/rest/3.0/journeys${path}`, { method: 'GET' })).json;
const where = (extId: string) => get(`/explain?name=tour&extId=${extId}`);

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', [{ extId: 'ada' }, { extId: 'bob' }]);
  await apply(version([wait('d1'), wait('d2')]));
  await sending.post('journeys/enter', { journey: 'tour', extIds: ['ada', 'bob'] });
  await sending.gateway.app.get(JourneyStepService).stepDue();
});
afterAll(() => sending.close());

describe('People inside a journey that changes', () => {
  it('A version that lacks their step is refused with their number, and no one moves', async () => {
    await expect(apply(version([wait('d2')], { moved: {} }))).rejects.toThrow("tour: moved: 2 people are at 'd1'");
    expect(await where('ada')).toMatchObject({ inside: [{ node: 'd1', version: 1 }] });
    await expect(apply(version([wait('d2')], { moved: { d1: 'd9' } }))).rejects.toThrow(
      /\.moved should be a map of ids/,
    );
  });

  it('People go on where the file says, and a dry run says how many', async () => {
    const next = version([wait('d2')], { moved: { d1: 'd2' } });
    const { differences } = await apply(next, true);
    expect(JSON.stringify(differences)).toContain('2 in version 2');
    expect(await where('ada')).toMatchObject({ inside: [{ node: 'd1', version: 1 }] });
    await apply(next);
    expect(await where('ada')).toMatchObject({ inside: [{ node: 'd2', version: 2 }] });
    expect((await apply(next)).differences).toEqual([]);
  });

  it('People at a step that stays keep their time', async () => {
    const { inside } = (await where('bob')) as { inside: { until: number }[] };
    await apply(version([wait('d2'), wait('d3')], { moved: {} }));
    expect(await where('bob')).toMatchObject({ inside: [{ node: 'd2', version: 3, until: inside[0]?.until }] });
  });

  it('Without a word people finish their version, and with exit they leave', async () => {
    await apply(version([wait('d4')]));
    expect(await where('bob')).toMatchObject({ inside: [{ node: 'd2', version: 3 }] });
    await apply(version([wait('d5')], { moved: { d2: 'exit' } }));
    expect(await where('bob')).toMatchObject({ inside: [], past: [{ node: 'd2', reason: 'MOVED' }] });
    expect(await get('/statistics?name=tour')).toMatchObject({ entered: 2, inside: 0, left: 2 });
  });

  it('A message of a version that comes while a step reads the messages is sent to those who move to it', async () => {
    const { app, fresh } = sending.gateway;
    for (const name of ['old', 'new']) {
      await sending.post('createNotificationDefinition', { name, title: name, message: name, platforms: ['IOS'] });
    }
    const sends = (message: string) => ({ send: { id: `send-${message}`, message } });
    const tour = (steps: object[], more: object = {}) => ({ ...version(steps, more), name: 'moving' });
    await apply(tour([wait('d1'), sends('old')]));
    await sending.post('journeys/enter', { journey: 'moving', extIds: ['ada', 'bob'] });
    const steps = app.get(JourneyStepService);
    await fresh.db.affected(
      'UPDATE journeys.visit SET due_at = now() WHERE uid = (SELECT min(uid) FROM journeys.visit)',
    );
    const table = await holdTable(fresh.db, 'platform.id_block');
    // More ids than a process has in stock, so that the step waits for its own behind the definitions that it has read.
    const allocated = app.get(DispatchIntakeService).allocateDispatchIds(300);
    await table.awaitWaiting(1);
    const step = steps.stepDue();
    await sleep(300);
    await apply(tour([sends('new')], { moved: { d1: 'send-new' } }));
    await table.release();
    await Promise.all([allocated, step]);
    await steps.stepDue();
    for (const extId of ['ada', 'bob']) {
      const left = await get(`/explain?name=moving&extId=${extId}`);
      expect(left).toMatchObject({ inside: [], past: [{ node: 'send-new', reason: 'END' }] });
    }
  });

  it('A person whose step to a place that the version lacks commits late goes on in the former version', async () => {
    const { app, fresh } = sending.gateway;
    const tour = (steps: object[], more: object = {}) => ({ ...version(steps, more), name: 'racing' });
    await apply(tour([wait('d1'), wait('gone'), { exit: 'end' }]));
    await sending.post('journeys/enter', { journey: 'racing', extIds: ['ada'] });
    let commit = (): void => undefined;
    const asked = new Promise<void>((resolve) => (commit = resolve));
    let stepping = Promise.resolve();
    await new Promise<void>((started, failed) => {
      stepping = fresh.db.tx(async (tx) => {
        await tx.affected(`UPDATE journeys.visit SET node = 'gone', due_at = now() WHERE node = 'd1'`);
        started();
        await asked;
      });
      stepping.catch(failed);
    });
    const applied = apply(tour([wait('d1'), { exit: 'other' }], { moved: {} }));
    const listBlocked = () =>
      fresh.db.rows(
        `SELECT FROM pg_stat_activity AS a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
      );
    await expect.poll(listBlocked, { timeout: 20_000 }).not.toEqual([]);
    commit();
    await Promise.all([stepping, applied]);
    expect(await get('/explain?name=racing&extId=ada')).toMatchObject({ inside: [{ node: 'gone', version: 1 }] });
    await app.get(JourneyStepService).stepDue();
    expect(await get('/explain?name=racing&extId=ada')).toMatchObject({ past: [{ node: 'end', reason: 'EXIT' }] });
  });
});
