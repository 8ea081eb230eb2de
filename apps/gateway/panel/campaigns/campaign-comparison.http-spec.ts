import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageId, messageRange } from '#libs/delivery';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  PEOPLE,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

let desk: ApprovalDesk;
/** A member of another application. */
let stranger: PanelMember;
beforeAll(async () => {
  desk = await startApprovalDesk();
  const { appId } = await secondApplication(desk.sending.gateway);
  stranger = await signIn(desk.sending.gateway, [{ role: 'owner', appId }]);
});
afterAll(() => desk.sending.close());

const compare = (first: string, second: string, member = desk.author) =>
  member.get(`/apps/shop/campaign-comparison?first=${first}&second=${second}`);

describe('Comparison of two campaigns', () => {
  it('Each campaign has its figures by platform, with what the rates are of, and the people who left by it', async () => {
    const send = async (title: string): Promise<string> =>
      String(await desk.sending.bulk({ ...MESSAGE, title, target: EVERYBODY }));
    const [first, second] = [await send('First'), await send('Second')];
    await desk.sending.drain();
    const { db } = desk.sending.gateway.fresh;
    const dispatch = await db.row<{ id: number; app: number }>(
      'SELECT dispatch_id AS id, app_id AS app FROM delivery.dispatch WHERE notification_key = $1',
      [Number(second)],
    );
    const { id = 0, app = 0 } = dispatch ?? {};
    const leave = (uid: number, dispatchId: number, source = 'LINK', value = false) =>
      db.affected(
        `INSERT INTO users.consent_event (vb, app_id, uid, subject, value, source, by)
         VALUES ($1::bigint % 1024, $2, $1, 3, $3, $4, $5)`,
        [uid, app, value, source, messageId({ dispatchId, channel: 5, recipientId: uid })],
      );
    await leave(1, id);
    await leave(1, id, 'MAIL');
    await leave(2, id, 'MAIL');
    await leave(3, id, 'LINK', true);
    await leave(4, id, 'API');
    await leave(5, id + 1);
    await leave(6, id - 1);
    const answer = await compare(first, second);
    expect(answer.status, answer.text).toBe(200);
    const figures = { planned: PEOPLE, sent: PEOPLE, failed: 0, opened: 0, openable: 0, clicked: 0 };
    expect(answer.json).toMatchObject({
      first: { key: first, name: 'First', total: figures, platforms: [{ platform: 'IOS', ...figures }] },
      second: { key: second, name: 'Second', total: { platform: null, ...figures }, unsubscribed: 2 },
    });
  });

  it('Campaigns of another application are not compared, nor what is no campaign', async () => {
    const key = String(await desk.sending.bulk({ ...MESSAGE, target: EVERYBODY }));
    await desk.sending.drain();
    expect((await compare(key, key, stranger)).status).toBe(404);
    expect((await compare(key, '999999')).status).toBe(404);
    expect((await compare(key, '999999999999')).status).toBe(400);
    expect((await compare(key, '')).status).toBe(400);
  });

  it('The ids of the messages of a dispatch are within its range, and those of its neighbours outside', () => {
    for (const dispatchId of [1, 31, 32, 33, 2 ** 20 - 1, 2 ** 20, 2 ** 47 + 31]) {
      const { from, to } = messageRange(dispatchId);
      for (const channel of [0, 7, 31]) {
        for (const recipientId of [0, 1, 2 ** 32 - 1]) {
          const idOf = (ofDispatch: number) => messageId({ dispatchId: ofDispatch, channel, recipientId });
          expect(idOf(dispatchId) >= from && idOf(dispatchId) < to).toBe(true);
          expect(idOf(dispatchId - 1) < from && idOf(dispatchId + 1) >= to).toBe(true);
        }
      }
    }
  });
});
