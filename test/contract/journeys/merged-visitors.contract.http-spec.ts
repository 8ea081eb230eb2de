import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { type Visitor, Visitors } from '../../support/journeys/visitors.js';

/** More rows of the change feed than a reader takes at once. */
const MANY_ROWS = 600;
const FILE = {
  app: 'shop',
  settings: { permanentDeletion: true },
  events: [{ code: 'Cart' }, { code: 'Bought' }, { code: 'Called' }],
  hooks: [{ name: 'crm', simulator: true }],
  journeys: [
    {
      name: 'cart',
      entry: { event: 'Cart', again: 'never' },
      steps: [
        { waitFor: { id: 'pay', event: 'Bought', atMost: '1h' }, came: [{ exit: 'bought' }] },
        { exit: 'silent' },
      ],
    },
    { name: 'calls', entry: { event: 'Called' }, steps: [{ webhook: { id: 'tell', hook: 'crm' } }] },
  ],
};

let sending: Sending;
let visitors: Visitors;
let visitor: Visitor;
let name: string;
let people = 0;

/** Adds rows of the feed that lie between those of the visitor, each of a transaction of its own. */
const fillFeed = async (): Promise<void> => {
  const { fresh, appId } = sending.gateway;
  for (let n = 0; n < MANY_ROWS; n += 1) {
    await fresh.db.affected(
      `INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES ($1, 'event', ARRAY[1024], ARRAY[1])`,
      [appId],
    );
  }
};
/** Places of the person, inside and past. */
const placesOf = async (): Promise<string[]> => {
  const rows = await sending.gateway.fresh.db.rows<{ place: string }>(
    `SELECT v.node AS place FROM journeys.visit AS v JOIN users.app_user AS u ON u.vb = v.vb AND u.uid = v.uid
     WHERE u.ext_id = $1
     UNION ALL
     SELECT p.node || ' ' || p.reason FROM journeys.past_visit AS p JOIN users.app_user AS u ON u.vb = p.vb AND u.uid = p.uid
     WHERE u.ext_id = $1`,
    [name],
  );
  return rows.map(({ place }) => place);
};
const endWait = () =>
  sending.gateway.fresh.db.affected('UPDATE journeys.visit AS v SET due_at = now() WHERE NOT v.is_woken');
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
  visitors = await Visitors.open(sending.gateway);
});
afterAll(() => sending.close());
beforeEach(async () => {
  name = `ada-${(people += 1)}`;
  await sending.post('registerUsers', [{ extId: name }]);
  visitor = await visitors.arrive();
  await sending.readFeed();
});

describe('A visitor who logs in before the events of the visit are read', () => {
  it('The person enters by an event of the visit', async () => {
    await visitors.fire(visitor, { name: 'Cart' });
    await visitors.logIn(visitor, name);
    await sending.readFeed();
    expect(await placesOf()).toEqual(['pay']);
  });

  it('The person enters once, also when the reader takes event and login apart', async () => {
    await visitors.fire(visitor, { name: 'Cart' });
    await fillFeed();
    await visitors.logIn(visitor, name);
    await sending.readFeed();
    expect(await placesOf()).toEqual(['pay']);
    await sending.readFeed();
    expect(await placesOf()).toEqual(['pay']);
  });

  it('A purchase of the visit ends the wait of the person, before its time-out is judged', async () => {
    await sending.post('fireEvents', [{ extId: name, name: 'Cart' }]);
    await sending.readFeed();
    await visitors.fire(visitor, { name: 'Bought' });
    await fillFeed();
    await visitors.logIn(visitor, name);
    await endWait();
    await step();
    expect(await placesOf()).toEqual(['pay']);
    await sending.readFeed();
    await step();
    expect(await placesOf()).toEqual(['bought EXIT']);
  });
});

describe('A webhook about a visitor who logs in before it is called', () => {
  const call = async (): Promise<number> => {
    await visitors.fire(visitor, { name: 'Called' });
    await sending.readFeed();
    await step();
    await visitors.logIn(visitor, name);
    const row = await sending.gateway.fresh.db.row<{ id: number }>(
      'SELECT c.call_id AS id FROM delivery.hook_call AS c',
    );
    return row?.id ?? Number.NaN;
  };
  const listCalls = () => sending.gateway.fresh.db.rows('SELECT FROM delivery.hook_call');

  it('The call names the person', async () => {
    await sending.gateway.app.get(WebhookSenderService).deliver(await call());
    const { calls } = (await (await fetch(`${sending.simulators.base}/hook-calls`)).json()) as {
      calls: { body: string }[];
    };
    expect(calls.map(({ body }) => JSON.parse(body).data.users)).toEqual([[{ extId: name }]]);
    expect(await listCalls()).toEqual([]);
  });

  it('The call goes when the person is erased', async () => {
    await call();
    expect(await listCalls()).toHaveLength(1);
    await sending.post('deleteUsersPermanently', { extIds: [name] });
    expect(await listCalls()).toEqual([]);
  });
});
