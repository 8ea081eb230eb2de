import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredReplayService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { PanelJourneyListDto } from './journeys.dto.js';
import type { NewestReplayDto, ReplayDto } from './replay.dto.js';

const HOUR_MS = 3_600_000;
const STEPS = [{ wait: { id: 'hour', for: '1h' } }, { send: { id: 'remind', message: 'cart' } }];
const JOURNEYS = [
  { name: 'open', entry: { event: 'Cart' }, state: 'off', steps: STEPS },
  { name: 'hidden', entry: { event: 'Cart', where: { secret: { is: 'x' } } }, state: 'off', steps: STEPS },
  ...['second', 'third', 'fourth'].map((name) => ({ name, entry: { event: 'Cart' }, state: 'off', steps: STEPS })),
];

let sending: Sending;
let marketer: PanelMember;
let ids: Map<string, string>;

const pathOf = (name: string) => `/apps/shop/journeys/${ids.get(name)}/replay`;
const newest = async (name: string) => ((await marketer.get(pathOf(name))).json as NewestReplayDto).replay;
const runDue = () => sending.gateway.app.get(StoredReplayService).runDue();

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  const message = { name: 'cart', title: 'Cart', message: 'You left a hat', platforms: ['EMAIL'] };
  await sending.post('createNotificationDefinition', message);
  const events = [{ code: 'Cart', attributes: [{ code: 'secret', dataType: 'STRING', privateInfo: true }] }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', events, journeys: JOURNEYS }, { dryRun: false });
  await sending.post('registerUsers', [{ extId: 'ada', profile: { email: 'ada@example.com' } }, { extId: 'bob' }]);
  const timestamp = new Date(Date.now() - 5 * HOUR_MS).toISOString();
  await sending.post(
    'fireEvents',
    ['ada', 'bob'].map((extId) => ({ extId, name: 'Cart', timestamp })),
  );
  const { items } = (await marketer.get('/apps/shop/journeys')).json as PanelJourneyListDto;
  ids = new Map(items.map(({ id, name }) => [name, id]));
});
afterAll(() => sending.close());

describe('A replay in the panel', () => {
  it('A replay goes on as a job, and its report shows entries, messages and reasons', async () => {
    expect(await newest('open')).toBeNull();
    const asked = await marketer.post(pathOf('open'), { days: 7 });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.json).toMatchObject({ state: 'WAITING', share: 0, days: 7, version: 1, report: null });
    await runDue();
    expect(await newest('open')).toMatchObject({
      id: (asked.json as ReplayDto).id,
      state: 'DONE',
      share: 1,
      fault: null,
      report: {
        entered: 2,
        sent: 2,
        messages: [{ platform: 'EMAIL', messages: 1 }],
        reasons: [
          { reason: 'END', count: 2 },
          { reason: 'UNREACHABLE', count: 1 },
        ],
        mostPerDay: 2,
        proposedPerDay: 4,
      },
    });
    const { db } = sending.gateway.fresh;
    const counts = await db.row(
      'SELECT (SELECT count(*) FROM journeys.visit) AS visits, (SELECT count(*) FROM delivery.dispatch) AS sends',
    );
    expect(counts).toEqual({ visits: 0, sends: 0 });
  });

  it('The same question while one is under way gets the same replay, and a fourth of an application is refused', async () => {
    const start = async (name: string, days = 7) => marketer.post(pathOf(name), { days });
    const first = (await start('open')).json as ReplayDto;
    expect((await start('open')).json).toMatchObject({ id: first.id });
    await start('second');
    await start('third');
    const refused = await start('fourth');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('3 replays of the application are under way');
    await runDue();
    expect((await start('fourth')).status).toBe(200);
    await runDue();
  });

  it('A process that takes a replay over ends it once', async () => {
    const { id } = (await marketer.post(pathOf('second'), { days: 30 })).json as ReplayDto;
    const { db } = sending.gateway.fresh;
    await db.affected(
      `UPDATE journeys.replay SET state = 'RUNNING', epoch = 1, touched_at = now() - interval '5 minutes'
        WHERE replay_id = $1`,
      [id],
    );
    await Promise.all([runDue(), runDue()]);
    expect(await newest('second')).toMatchObject({ id, state: 'DONE' });
    expect(await db.row('SELECT epoch FROM journeys.replay WHERE replay_id = $1', [id])).toEqual({ epoch: 2 });
  });

  it('A member who may not see a private value gets no replay of a journey that compares it', async () => {
    expect((await marketer.post(pathOf('hidden'), { days: 7 })).status).toBe(403);
    expect((await marketer.get(pathOf('hidden'))).status).toBe(403);
  });

  it.each([[{ days: 0 }], [{ days: 91 }], [{ days: 'x' }]])('The days %j are refused with the field', async (body) => {
    const answer = await marketer.post(pathOf('open'), body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('days');
  });

  it('A journey of another application is not found', async () => {
    expect((await marketer.post('/apps/shop/journeys/999999/replay', { days: 7 })).status).toBe(404);
  });
});
