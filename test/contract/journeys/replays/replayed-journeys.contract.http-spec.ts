import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentUpdaterService } from '#libs/audience';
import { JourneyStepService, readJourneys, ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { HistoryClock } from '../../../support/journeys/history-clock.js';
import { CITIES, EVENTS, KEYS, MESSAGES, NUMBERS, RandomJourneys } from '../../../support/journeys/random-journeys.js';
import type { WrittenJourney, WrittenStep } from '../../../support/journeys/reference-journeys.js';
import { seeded } from '../../../support/rooms/seeded-random.js';

const JOURNEYS = 30;
const PEOPLE = 12;
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

/** Journeys that begin by events; some branches ask for a segment, which people join and leave, or for what people did. */
function drawJourneys(): WrittenJourney[] {
  const journeys: WrittenJourney[] = [];
  while (journeys.length < JOURNEYS) {
    const journey = random.journey(`j${journeys.length}`);
    if (journey.entry.event !== undefined) {
      journeys.push({ ...journey, steps: journey.steps.map(vary) });
    }
  }
  return journeys;
}

function vary(step: WrittenStep): WrittenStep {
  const branch = step.branch?.if && random.chance(0.7) ? { branch: { ...step.branch, if: drawCondition() } } : {};
  const lists = Object.entries(step).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, (value as WrittenStep[]).map(vary)] as const] : [],
  );
  return { ...step, ...branch, ...Object.fromEntries(lists) };
}

function drawCondition(): object {
  const did = { event: { name: random.oneOf(EVENTS), atLeast: 1 + random.whole(3), within: '1h' } };
  return random.oneOf([{ segment: 'oslo' }, did, { any: [{ segment: 'oslo' }, did] }, { none: [did] }]);
}

let written: WrittenJourney[] = [];

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  await apply({
    attributes: [{ code: 'city', dataType: 'STRING' }],
    events: EVENTS.map((code) => ({ code, attributes: ATTRIBUTES })),
  });
  for (const name of MESSAGES) {
    const body = { name, title: name, message: '@{event.k|none}', platforms: ['EMAIL'] };
    await sending.post('createNotificationDefinition', body);
  }
  await sending.post(
    'registerUsers',
    names.map((extId, n) => ({
      extId,
      profile: { city: CITIES[n % CITIES.length], ...(n % 2 === 0 && { email: `${extId}@example.com` }) },
    })),
  );
  await sending.post('tagUsers', { tag: 'vip', extIds: names.slice(0, 5) });
  await apply({ segments: [{ name: 'oslo', target: { profile: { city: ['Oslo'] } } }] });
  await followSegments();
  await apply({ prices: [{ channel: 'EMAIL', price: 0.5, currency: 'EUR' }] });
  written = drawJourneys();
  await apply({ journeys: written });
  for (let minute = 0; minute < MINUTES; minute += 1, clock.pass(MINUTE_MS)) {
    const moved = names.filter(() => random.chance(0.2));
    if (moved.length > 0) {
      await sending.post(
        'registerUsers',
        moved.map((extId) => ({ extId, profile: { city: random.oneOf(CITIES) } })),
      );
      await followSegments();
    }
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

describe('A replay', () => {
  it('Counts of journeys that really ran are those of the engine', async () => {
    const { app, appId, fresh } = sending.gateway;
    const { db } = fresh;
    const sums = { entered: 0, sent: 0, converted: 0 };
    const reasons = await db.rows<{ name: string; reason: string; count: number }>(
      `SELECT j.name, v.reason, count(*)::integer AS count FROM journeys.past_visit AS v
       JOIN journeys.journey AS j ON j.journey_id = v.journey_id GROUP BY j.name, v.reason`,
    );
    for (const journey of written) {
      const report = await replay(journey.name);
      const own = await app.get(JourneyService).getFigures(await app.get(JourneyService).get(appId, journey.name));
      const { entered, converted, inside, nodes } = own.all;
      const sent = listSends(journey.steps).reduce((sum, id) => sum + (nodes[id]?.passed ?? 0), 0);
      expect({ name: journey.name, ...pick(report) }).toEqual({ name: journey.name, entered, converted, inside, sent });
      expect(report.real?.entered).toBe(entered);
      const left = reasons.filter(({ name }) => name === journey.name).map(({ reason, count }) => [reason, count]);
      const { UNREACHABLE: _, ...byReason } = report.reasons;
      expect(byReason).toEqual(Object.fromEntries(left));
      sums.entered += entered;
      sums.sent += sent;
      sums.converted += converted;
    }
    // Each kind occurs, else the comparison shows nothing.
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(JOURNEYS / 2);
  });

  it('Messages count by day and platform for people who are reachable now, and the others are unreachable', async () => {
    const reports = [];
    for (const { name } of written) {
      reports.push(await replay(name));
    }
    const day = clock.now().toISOString().slice(0, 10);
    const mails = reports.reduce((sum, { messages }) => sum + (messages[day]?.EMAIL ?? 0), 0);
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
    await replay('j0');
    expect(await count()).toEqual(before);
  });

  it('Another version is compared in people, with examples of both sides', async () => {
    const { name } = written.find(({ steps }) => listSends(steps).length > 0) ?? { name: '' };
    const everyone = {
      name,
      state: 'on' as const,
      entry: { event: 'Cart' },
      steps: [{ send: { id: 's', message: 'one' } }],
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

/** Ids of all sends. */
function listSends(steps: readonly WrittenStep[]): string[] {
  return steps.flatMap((step) => [
    ...(step.send ? [step.send.id] : []),
    ...Object.values(step).flatMap((value) => (Array.isArray(value) ? listSends(value as WrittenStep[]) : [])),
  ]);
}
