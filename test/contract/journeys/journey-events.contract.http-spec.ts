import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PersonConditionService } from '#libs/audience';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { hookSecret } from '../../support/processes/webhook-receiver.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const FIRST = { name: 'first', entry: { event: 'Cart' }, goal: { event: 'Bought' }, steps: [{ exit: 'done' }] };
const WAITING = { ...FIRST, name: 'waiting', steps: [{ wait: { id: 'day', for: '1d' } }] };
const AFTER = {
  name: 'after',
  entry: { event: 'JourneyLeft', where: { journey: { is: 'first' }, reason: { is: 'EXIT' } }, again: 'never' },
  steps: [{ waitFor: { id: 'goal', event: 'JourneyConverted', where: { journey: { is: 'waiting' } }, atMost: '1d' } }],
};

interface EventBody {
  event: string;
  journey: string;
  reason?: string;
  users: { extId: string }[];
}

let sending: Sending;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const fire = async (extId: string, name: string) => {
  await sending.post('fireEvents', [{ extId, name }]);
  await run();
};
const run = async (turns = 1) => {
  for (let turn = 0; turn < turns; turn += 1) {
    await sending.readFeed();
    await sending.gateway.app.get(JourneyStepService).stepDue();
  }
};
const statistics = async (name: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/statistics?name=${name}`, { method: 'GET' })).json;

beforeAll(async () => {
  sending = await startSending();
  await apply({
    events: [{ code: 'Cart' }, { code: 'Bought' }],
    hooks: [
      {
        name: 'crm',
        simulator: true,
        secret: hookSecret(2),
        events: ['JourneyEntered', 'JourneyLeft', 'JourneyConverted'],
      },
    ],
    segments: [{ name: 'converted', target: { event: { name: 'JourneyConverted', where: { journey: ['waiting'] } } } }],
    journeys: [FIRST, WAITING, AFTER],
  });
  await sending.post('registerUsers', [{ extId: 'ada' }, { extId: 'bob' }]);
});
afterAll(() => sending.close());

describe('Events of journeys', () => {
  it('A person who leaves a journey enters another, and a goal of a third one ends the wait there', async () => {
    await fire('ada', 'Cart');
    await run();
    expect(await statistics('after')).toMatchObject({ entered: 1, inside: 1 });
    await fire('ada', 'Bought');
    await run(2);
    expect(await statistics('after')).toMatchObject({ entered: 1, inside: 0, left: 1 });
    expect(await statistics('waiting')).toMatchObject({ entered: 1, converted: 1 });
  });

  it('Webhooks get each of the events once, with journey and reason', async () => {
    const { db } = sending.gateway.fresh;
    const due = await db.rows<{ id: number }>('SELECT c.call_id AS id FROM delivery.hook_call AS c ORDER BY c.call_id');
    for (const { id } of due) {
      await sending.gateway.app.get(WebhookSenderService).deliver(id);
    }
    const answer = await fetch(`${sending.simulators.base}/hook-calls`);
    const { calls } = (await answer.json()) as { calls: { body: string }[] };
    const bodies = calls.map(({ body }) => (JSON.parse(body) as { data: EventBody }).data);
    const lines = bodies.map(({ event, journey, reason = '' }) => `${event} ${journey} ${reason}`.trim());
    expect(lines.toSorted()).toEqual([
      'JourneyConverted waiting',
      'JourneyEntered after',
      'JourneyEntered first',
      'JourneyEntered waiting',
      'JourneyLeft after END',
      'JourneyLeft first EXIT',
      'JourneyLeft waiting GOAL',
    ]);
    expect(bodies.every(({ users }) => users.length === 1 && users[0]?.extId === 'ada')).toBe(true);
  });

  it('A segment finds who reached the goal of a journey', async () => {
    const target = { event: { name: 'JourneyConverted', where: { journey: ['waiting'] } } };
    const { app, appId } = sending.gateway;
    expect(await app.get(PersonConditionService, { strict: false }).findAll(appId, target)).toHaveLength(1);
  });

  it('No request fires an event of a journey', async () => {
    await fire('bob', 'JourneyLeft');
    expect(await statistics('after')).toMatchObject({ entered: 1 });
  });

  it('A journey that sets itself off ends after a hundred entries of a person in a day', async () => {
    const entry = { event: 'JourneyLeft', where: { reason: { is: 'EXIT' } } };
    await apply({ journeys: [{ name: 'ping', entry, steps: [{ exit: 'back' }] }] });
    await fire('bob', 'Cart');
    await run(105);
    expect(await statistics('ping')).toMatchObject({ entered: 100, inside: 0, left: 100, looped: 1 });
  });
});
