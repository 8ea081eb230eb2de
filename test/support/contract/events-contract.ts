import { afterAll, beforeAll } from 'vitest';
import { EventsService } from '#libs/events';
import { ApplyService } from '#libs/tenancy';
import { openEventsRoom, type EventsRoom } from '../rooms/events-room.js';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

const FILE = {
  app: 'shop',
  events: [
    {
      code: 'ShareEvent',
      attributes: [
        { code: 'itemId', dataType: 'STRING', mandatory: true },
        { code: 'channel', dataType: 'STRING' },
        { code: 'at', dataType: 'TIME_STAMP' },
        { code: 'day', dataType: 'DATE' },
        { code: 'tags', dataType: 'STRING', array: true },
      ],
    },
    {
      code: 'OrderCancelEvent',
      attributes: [
        { code: 'paymentMethod', dataType: 'STRING' },
        { code: 'subTotal', dataType: 'DOUBLE' },
        { code: 'itemCount', dataType: 'INT' },
        { code: 'grandTotal', dataType: 'DOUBLE', mandatory: true },
      ],
    },
    { code: 'QuickOrder', baseEventCode: 'OrderEvent' },
    { code: 'LateCancel', eventName: 'Late cancel', baseEventCode: 'OrderCancelEvent' },
    {
      code: 'AIConversionCompleted',
      attributes: [
        { code: 'itemId', dataType: 'STRING' },
        { code: 'revenue', dataType: 'DOUBLE' },
        { code: 'currency', dataType: 'STRING' },
        { code: 'sourceEvent', dataType: 'STRING' },
      ],
    },
  ],
};

interface Stored {
  uid: number;
  name: string;
  attrs: Record<string, unknown>;
}

/** A gateway for the tests of one file, with definitions of events, and what reads the events that it stored. */
export function eventsContract() {
  let gateway: TestGateway;
  let elsewhere: SecondApplication;
  /** Another process: what it applies, the gateway learns of only by the database. */
  let secondRoom: EventsRoom;

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
    await gateway.makeKey('mobile', { kind: 'mobile' });
    await gateway.makeKey('js', { kind: 'js' });
    await gateway.makeKey('users-only', { scopes: ['users'] });
    elsewhere = await secondApplication(gateway);
    secondRoom = await openEventsRoom(gateway.fresh);
  });
  afterAll(async () => {
    await secondRoom.close();
    await gateway.close();
  });

  const fire = (body: unknown, key = 'rest'): Promise<Answer> => gateway.call('/rest/3.0/fireEvents', { body, key });

  /** Events of a user in their order; of all users that have none of their own when no extId is given. */
  const storedOf = (extId: string | null, appId = gateway.appId): Promise<Stored[]> =>
    gateway.fresh.db.rows<Stored>(
      `SELECT e.uid, coalesce(d.code, e.event_id::text) AS name, e.attrs FROM events.event AS e
     JOIN users.app_user AS u ON u.vb = e.vb AND u.app_id = e.app_id AND u.uid = e.uid
     LEFT JOIN events.event_def AS d ON d.app_id = e.app_id AND d.event_id = e.event_id
     WHERE e.app_id = $1 AND u.ext_id IS NOT DISTINCT FROM $2 ORDER BY e.ts`,
      [appId, extId],
    );

  const unmatched = async (appId = gateway.appId): Promise<Record<string, number>> => {
    const names = await gateway.app.get(EventsService).listUnmatchedNames(appId);
    return Object.fromEntries(names.map(({ name, count }) => [name, count]));
  };

  /** Everything that a request can change. */
  async function everything(): Promise<unknown> {
    return gateway.fresh.db.row(
      `SELECT (SELECT count(*) FROM events.event) AS events, (SELECT count(*) FROM users.app_user) AS users,
            (SELECT sum(u.count) FROM events.unmatched AS u) AS unmatched,
            (SELECT count(*) FROM platform.outbox) AS changes`,
    );
  }

  return {
    get gateway() {
      return gateway;
    },
    get elsewhere() {
      return elsewhere;
    },
    get other() {
      return secondRoom;
    },
    fire,
    storedOf,
    unmatched,
    everything,
  };
}
