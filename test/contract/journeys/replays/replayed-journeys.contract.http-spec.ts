import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentUpdaterService } from '#libs/audience';
import { JourneyStepService, readJourneys, ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { HistoryClock } from '../../../support/journeys/history-clock.js';
import { CITIES, EVENTS, KEYS, MESSAGES, NUMBERS, RandomJourneys } from '../../../support/journeys/random-journeys.js';
import type { WrittenJourney } from '../../../support/journeys/reference-journeys.js';
import { listSends, messageOf, ReplayedJourneys, SEGMENT } from '../../../support/journeys/replayed-journeys.js';
import { seeded } from '../../../support/rooms/seeded-random.js';

const JOURNEYS = 30;
const OTHERS = 12;
/** A report names ten people at most: so each is among its examples. */
const PEOPLE = 10;
const MINUTES = 14;
const MINUTE_MS = 60_000;
const ATTRIBUTES = [
  { code: 'k', dataType: 'STRING' },
  { code: 'n', dataType: 'INT' },
];

let sending: Sending;
/** An hour back: events have the times of the history, which the database has passed. */
const clock = new HistoryClock(Date.now() - 60 * MINUTE_MS);
const random = new RandomJourneys(seeded(379));
const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const names = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);

let exact: WrittenJourney[] = [];
let others: WrittenJourney[] = [];

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  await apply({
    attributes: [{ code: 'city', dataType: 'STRING' }],
    events: EVENTS.map((code) => ({ code, attributes: ATTRIBUTES })),
  });
  const drawn = new ReplayedJourneys(random);
  [exact, others] = [drawn.drawExact(JOURNEYS), drawn.drawOthers(OTHERS)];
  for (const name of [...exact, ...others].flatMap((journey) =>
    MESSAGES.map((each) => messageOf(journey.name, each)),
  )) {
    const body = { name, title: name, message: '@{event.k|none}', platforms: ['EMAIL'] };
    await sending.post('createNotificationDefinition', body);
  }
  await sending.post(
    'registerUsers',
    names.map((extId, n) => ({
      extId,
      profile: { city: CITIES[n % CITIES.length], ...(n % 2 === 0 && { email: `${extId}@example.com` }) },
      ...(n % 3 === 0 && { platform: 'IOS', deviceToken: String(n).padStart(64, '0') }),
    })),
  );
  await sending.post('tagUsers', { tag: 'vip', extIds: names.slice(0, 5) });
  await apply({ segments: [{ name: SEGMENT, target: { profile: { city: ['Oslo'] } } }] });
  await followSegments();
  await apply({ prices: [{ channel: 'EMAIL', price: 0.5, currency: 'EUR' }] });
  await apply({ journeys: [...exact, ...others] });
  for (let minute = 0; minute < MINUTES; minute += 1, clock.pass(MINUTE_MS)) {
    const moved = names.filter(() => random.chance(0.2));
    if (moved.length > 0) {
      await sending.post(
        'registerUsers',
        moved.map((extId) => ({ extId, profile: { city: random.oneOf(CITIES) } })),
      );
      await followSegments();
    }
    await changePeople();
    const events = names
      .filter(() => random.chance(0.5))
      .map((extId) => ({
        extId,
        name: random.oneOf(EVENTS),
        k: random.oneOf(KEYS),
        n: random.whole(NUMBERS),
        timestamp: clock.now().toISOString(),
      }));
    if (events.length > 0) {
      await sending.post('fireEvents', events);
    }
    await sending.readFeed();
    await untilStill();
  }
});
afterAll(() => sending.close());

/** Consents and tags of some, at the time of the history. */
async function changePeople(): Promise<void> {
  const { db } = sending.gateway.fresh;
  const changed = names.filter(() => random.chance(0.2));
  if (changed.length > 0) {
    await sending.post(
      'registerUsers',
      changed.map((extId) => ({ extId, consent: { email: random.chance(0.5) } })),
    );
    await sending.post(random.chance(0.5) ? 'tagUsers' : 'untagUsers', { tag: 'vip', extIds: changed });
  }
  await db.affected('UPDATE users.consent_event AS e SET ts = $1 WHERE e.ts > $1', [clock.now()]);
}

/** Lets segments follow, at the time of the history. */
async function followSegments(): Promise<void> {
  const { app, fresh } = sending.gateway;
  await app.get(SegmentUpdaterService).followFeed();
  await sending.readFeed();
  await fresh.db.affected(
    `UPDATE platform.outbox SET created_at = $1 WHERE kind IN ('joined', 'left') AND created_at > $1`,
    [clock.now()],
  );
}

/** Steps until no one is due. */
async function untilStill(): Promise<void> {
  const { db } = sending.gateway.fresh;
  do {
    await sending.gateway.app.get(JourneyStepService).stepDue();
  } while (await db.row('SELECT FROM journeys.visit AS v WHERE v.due_at <= $1 LIMIT 1', [clock.now()]));
}

const replay = async (name: string, other?: WrittenJourney) => {
  const journey = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, name);
  const definition = other && readJourneys([{ ...other, name }], 'journeys').get(name)?.definition;
  // The last minute is not over: the next look would be a minute later.
  const now = new Date(clock.now().getTime() - MINUTE_MS + 1);
  const question = { journey, days: 1, now, ...(definition && { other: definition }) };
  return sending.gateway.app.get(ReplayService).replay(question);
};

/** People who get messages from a journey: by the replay, and really. */
async function findReached(name: string): Promise<{ replayed: string[]; really: string[]; onPresent: number }> {
  const silent = { name, state: 'on' as const, entry: { event: 'Cart' }, steps: [{ exit: 'nothing' }] };
  const { difference } = await replay(name, silent);
  const { decisions } = await replay(name);
  const rows = await sending.gateway.fresh.db.rows<{ extId: string }>(
    `SELECT DISTINCT u.ext_id AS "extId" FROM delivery.dispatch AS d
       JOIN notifications.definition AS n ON n.app_id = d.app_id AND n.notification_key = d.notification_key
      CROSS JOIN LATERAL jsonb_array_elements_text(d.target -> 'uids') AS q (uid)
       JOIN users.app_user AS u ON u.app_id = d.app_id AND u.uid = q.uid::bigint
      WHERE n.name LIKE $1 || ' %'`,
    [name],
  );
  return {
    replayed: (difference?.fewer.examples ?? []).map(({ extId }) => extId ?? '').toSorted(),
    really: rows.map(({ extId }) => extId).toSorted(),
    onPresent: decisions.onPresent,
  };
}

/** Figures of a journey: those of the engine, and those of a replay. */
async function findFigures(journey: WrittenJourney): Promise<{ really: object; replayed: object }> {
  const { app, appId, fresh } = sending.gateway;
  const { name } = journey;
  const stored = await app.get(JourneyService).get(appId, name);
  const { entered, converted, inside, nodes } = (await app.get(JourneyService).getFigures(stored)).all;
  const sent = listSends(journey.steps).reduce((sum, id) => sum + (nodes[id]?.passed ?? 0), 0);
  const left = await fresh.db.rows<{ reason: string; count: number }>(
    `SELECT v.reason, count(*)::integer AS count FROM journeys.past_visit AS v WHERE v.journey_id = $1 GROUP BY v.reason`,
    [stored.journeyId],
  );
  const reasons = Object.fromEntries(left.map(({ reason, count }) => [reason, count]));
  const report = await replay(name);
  expect(report.real?.entered).toBe(entered);
  const { UNREACHABLE: _, ...byReason } = report.reasons;
  return {
    really: { name, entered, converted, inside, sent, reasons },
    replayed: { name, ...pick(report), reasons: byReason },
  };
}

describe('A replay', () => {
  it('Counts of journeys that branch on events, consents and segments are those of the engine, to the person', async () => {
    const sums = { entered: 0, sent: 0, converted: 0 };
    for (const journey of exact) {
      const { really, replayed } = await findFigures(journey);
      expect(replayed).toEqual(really);
      const people = await findReached(journey.name);
      expect({ name: journey.name, people: people.replayed }).toEqual({ name: journey.name, people: people.really });
      const { entered, sent, converted } = await replay(journey.name);
      sums.entered += entered;
      sums.sent += sent;
      sums.converted += converted;
    }
    // Each kind occurs, else the comparison shows nothing.
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(JOURNEYS / 2);
  });

  it('Where journeys branch on attributes and tags, no more people differ than decisions that it says rest on the present', async () => {
    let differing = 0;
    for (const journey of others) {
      const { replayed, really, onPresent } = await findReached(journey.name);
      const apart = names.filter((extId) => replayed.includes(extId) !== really.includes(extId));
      expect(apart.length, journey.name).toBeLessThanOrEqual(onPresent);
      const figures = await findFigures(journey);
      if (onPresent === 0) {
        expect(figures.replayed).toEqual(figures.really);
      }
      differing += JSON.stringify(figures.replayed) === JSON.stringify(figures.really) ? 0 : 1;
    }
    // Some differ, else the bound shows nothing.
    expect(differing).toBeGreaterThan(0);
  });

  it('Messages count by day and platform for people who were reachable then, and the others are unreachable', async () => {
    const reports = [];
    for (const { name } of exact) {
      reports.push(await replay(name));
    }
    const days = reports.flatMap(({ messages }) => Object.values(messages));
    const mails = days.reduce((sum, { EMAIL = 0 }) => sum + EMAIL, 0);
    const missed = reports.reduce((sum, { reasons }) => sum + (reasons.UNREACHABLE ?? 0), 0);
    expect(Math.min(mails, missed)).toBeGreaterThan(0);
    const cost = reports.reduce((sum, report) => sum + (report.cost['EUR'] ?? 0), 0);
    expect(cost).toBeCloseTo(mails * 0.5);
    expect(mails + missed).toBe(reports.reduce((sum, { sent }) => sum + sent, 0));
  });

  it('Nothing is written by a replay', async () => {
    const count = async () => {
      const { db } = sending.gateway.fresh;
      return db.rows(
        `SELECT (SELECT count(*) FROM journeys.visit) AS visits, (SELECT count(*) FROM journeys.past_visit) AS past,
           (SELECT count(*) FROM delivery.dispatch) AS sends, (SELECT count(*) FROM platform.outbox) AS changes`,
      );
    };
    const before = await count();
    await replay('exact0');
    expect(await count()).toEqual(before);
  });

  it('Another version is compared in people, with examples of both sides', async () => {
    const { name } = exact.find(({ steps }) => listSends(steps).length > 0) ?? { name: '' };
    const everyone = {
      name,
      state: 'on' as const,
      entry: { event: 'Cart' },
      steps: [{ send: { id: 's', message: messageOf(name, 'one') } }],
    };
    const silent = { ...everyone, steps: [{ exit: 'nothing' }] };
    const wide = await replay(name, everyone);
    const none = await replay(name, silent);
    expect(wide.difference?.more.people).toBe(wide.difference?.more.examples.length);
    expect(none.sent).toBe(0);
    expect(none.difference?.more).toEqual({ people: 0, examples: [] });
    expect(none.difference?.fewer.people).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(none.difference?.fewer.examples.map(({ extId }) => extId) ?? []));
    expect(wide.perDay.proposed).toBeGreaterThanOrEqual(2 * wide.perDay.most);
  });
});

function pick({
  entered,
  converted,
  inside,
  sent,
}: {
  entered: number;
  converted: number;
  inside: number;
  sent: number;
}) {
  return { entered, converted, inside, sent };
}
