import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  PEOPLE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

interface Counted {
  id: string;
  state: string;
  endedAt: string;
  check: { planned: number; users: number; startsAt: string | null; leftOut: { reason: string; users: number }[] };
}

let desk: ApprovalDesk;
/** A member of another application. */
let stranger: PanelMember;
beforeAll(async () => {
  desk = await startApprovalDesk();
  const { appId } = await secondApplication(desk.sending.gateway);
  stranger = await signIn(desk.sending.gateway, [{ role: 'owner', appId }]);
});
afterAll(() => desk.sending.close());
afterEach(() => desk.sending.drain());

const schedule = async (startTime: string): Promise<string> =>
  String(await desk.sending.bulk({ ...MESSAGE, target: EVERYBODY, schedule: { startTime } }));
const forecast = (key: string, body: object = {}, member = desk.author) =>
  member.post(`/apps/shop/campaigns/${key}/forecast`, body);
const counted = async (key: string, body: object = {}) => {
  const answer = await forecast(key, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Counted;
};

describe('Forecast of a scheduled campaign', () => {
  it('A scheduled campaign has the recipients that its launch will plan, also a person who came since', async () => {
    const at = inHours(3);
    const key = await schedule(at);
    const first = await counted(key);
    expect(first).toMatchObject({ state: 'DONE', check: { planned: PEOPLE, users: PEOPLE, startsAt: at } });
    expect(Date.parse(first.endedAt)).toBeGreaterThan(Date.now() - HOUR_MS);
    await desk.register(PEOPLE, PEOPLE + 1);
    expect((await counted(key)).id, 'a count of the last minutes is given again').toBe(first.id);
    const fresh = await counted(key, { fresh: true });
    expect(fresh.check.planned).toBe(PEOPLE + 1);
    expect((await counted(key)).id).toBe(fresh.id);
    await desk.sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET due_at = now() - interval '1 second' WHERE notification_key = $1`,
      [Number(key)],
    );
    expect(await desk.countPushes()).toBe(fresh.check.planned);
    expect(problemOf(await forecast(key)), 'it has begun').toMatchObject({ status: 409, code: 'wrong_state' });
  });

  it('A campaign that waits for an approval has a forecast, and a stopped one has none', async () => {
    await desk.setApproval({ from: 1 });
    const key = await desk.ask();
    await desk.setApproval(null);
    expect((await counted(key)).check.planned).toBe(PEOPLE + 1);
    const stopped = await desk.author.post(`/apps/shop/campaigns/${key}/stop`);
    expect(stopped.status, stopped.text).toBe(200);
    expect(problemOf(await forecast(key))).toMatchObject({ status: 409, code: 'wrong_state' });
  });

  it('A forecast is refused to members of another application and without a session', async () => {
    const key = await schedule(inHours(3));
    expect((await forecast(key, {}, stranger)).status).toBe(404);
    for (const unknown of ['999999', '999999999999', 'x']) {
      expect((await forecast(unknown)).status, unknown).toBe(404);
    }
    expect(problemOf(await forecast(key, { fresh: 'yes' })).status).toBe(400);
    await desk.author.post(`/apps/shop/campaigns/${key}/stop`);
  });

  it('A scheduled campaign and a series with several contents count all of them, and a copy finds their messages', async () => {
    await desk.sending.post('registerUsers', [{ extId: 'with number', profile: { msisdn: '+491760000011' } }]);
    const { text, platforms } = MESSAGE;
    const contents = [
      { platforms, text },
      { platforms: ['SMS'], text: 'By SMS' },
    ];
    for (const repeat of [{}, { repeat: 'FREQ=DAILY' }]) {
      const answer = await desk.sending.gateway.call('/rest/3.0/campaigns', {
        body: {
          title: 'Several',
          target: EVERYBODY,
          contents,
          schedule: { startTime: inHours(5).slice(0, 19), ...repeat },
        },
      });
      expect(answer.status, answer.text).toBe(200);
      const key = String((answer.json as { notificationKey: number }).notificationKey);
      const { check } = await counted(key);
      expect(check.planned).toBe(PEOPLE + 2);
      const page = (await desk.author.get(`/apps/shop/campaigns/${key}`)).json as { messages: { text: string }[] };
      expect(page.messages.map((message) => message.text)).toEqual([text, 'By SMS']);
      expect((await desk.author.post(`/apps/shop/campaigns/${key}/stop`)).status).toBe(200);
      expect(problemOf(await forecast(key))).toMatchObject({ status: 409, code: 'wrong_state' });
      const archived = await desk.author.post('/apps/shop/campaigns/file', { keys: [key], archived: true });
      expect(archived.status, archived.text).toBe(204);
    }
  });
});
