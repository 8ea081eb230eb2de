import { afterEach, expect, it } from 'vitest';
import { type JourneyState, JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { OutboxRepository } from '#platform/outbox';
import { startSending, type Sending } from '../../test/support/contract/sending.js';
import { HistoryClock } from '../../test/support/journeys/history-clock.js';
import {
  CITIES,
  EVENTS,
  KEYS,
  MESSAGES,
  NUMBERS,
  RandomJourneys,
  RESULTS,
} from '../../test/support/journeys/random-journeys.js';
import { ReferenceJourneys, type Whereabouts } from '../../test/support/journeys/reference-journeys.js';
import { type FiredEvent, OpenTransaction } from '../../test/support/journeys/open-transaction.js';
import { type Visitor, Visitors } from '../../test/support/journeys/visitors.js';
import { sampleSize } from '../../test/support/rooms/sample-size.js';
import { seeded } from '../../test/support/rooms/seeded-random.js';

const SEED = Number(process.env['JOURNEY_SEED'] ?? 1);
const COUNT = Number(process.env['JOURNEY_COUNT'] ?? sampleSize(15));
/** Journeys of one application. */
const AT_ONCE = 200;
const PEOPLE = 12;
const MINUTES = 24;
const MINUTE_MS = 60_000;
const ATTRIBUTES = [
  { code: 'k', dataType: 'STRING' },
  { code: 'n', dataType: 'INT' },
];
const CONTROLS: readonly (readonly [operation: string, state: JourneyState])[] = [
  ['pause', 'paused'],
  ['resume', 'on'],
  ['resume', 'on'],
  ['drain', 'closed'],
  ['stop', 'off'],
];

/** Changes of the feed that the results are. */
const KINDS = ['sent', 'failed', 'skipped', 'clicked', 'opened'] as const;
const FETCHERS = ['unknown', 'person', 'machine'] as const;
/** The newest messages, which may have results in a minute. */
const MOST_RESULTS = 150;

/** A message to a person. @property at  the minute in which it left */
interface SentTo {
  id: number;
  uid: number;
  journey: string;
  node: string;
  at: number;
}

let sending: Sending | undefined;
let late: OpenTransaction | undefined;
afterEach(async () => {
  await late?.commit();
  late = undefined;
  await sending?.close();
});

for (let from = 0; from < COUNT; from += AT_ONCE) {
  const seed = SEED + from;
  const count = Math.min(AT_ONCE, COUNT - from);
  it(`The engine and the interpreter agree on ${count} random journeys (seed ${seed})`, { timeout: 1_800_000 }, () =>
    compare(seed, count),
  );
}

async function compare(seed: number, count: number): Promise<void> {
  const clock = new HistoryClock();
  const random = new RandomJourneys(seeded(seed), true);
  const opened = await startSending({}, () => Promise.resolve(clock));
  sending = opened;
  const { app, fresh } = opened.gateway;
  const reference = new ReferenceJourneys();
  const apply = (file: object) => app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  const step = () => app.get(JourneyStepService).stepDue();
  await apply({
    attributes: [{ code: 'city', dataType: 'STRING' }],
    events: EVENTS.map((code) => ({ code, attributes: ATTRIBUTES })),
    settings: { permanentDeletion: true },
    hooks: [{ name: 'calls', simulator: true }],
  });
  const keys = new Map<number, string>();
  for (const name of MESSAGES) {
    const message = { name, title: name, message: '@{event.k|none}', platforms: ['IOS'] };
    keys.set(
      (await opened.post<{ notificationKey: number }>('createNotificationDefinition', message)).notificationKey,
      name,
    );
  }
  const names = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);
  await opened.post(
    'registerUsers',
    names.map((extId) => ({ extId })),
  );
  const users = await fresh.db.rows<{ uid: number; extId: string }>(
    'SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u WHERE u.app_id = $1',
    [opened.gateway.appId],
  );
  const uids = new Map(users.map(({ uid, extId }) => [extId, uid]));
  users.forEach(({ uid }) => reference.people.set(uid, { uid, isTagged: false }));

  const written = Array.from({ length: count }, (_, n) => random.journey(`j${n}`));
  await apply({ journeys: written });
  const ids = await fresh.db.rows<{ id: number; name: string }>(
    'SELECT j.journey_id AS id, j.name FROM journeys.journey AS j',
  );
  const idOf = new Map(ids.map(({ id, name }) => [name, id]));
  written.forEach((journey) => reference.define(idOf.get(journey.name) ?? 0, journey));

  const visitors = await Visitors.open(opened.gateway);
  const nameless: Visitor[] = [];
  const merged = new Map<number, number>();
  let dispatch = 0;
  const messages: SentTo[] = [];
  const listSent = async (at: number): Promise<string[]> => {
    const rows = await fresh.db.rows<{ id: number; key: number; uids: number[]; journey: string; node: string }>(
      `SELECT d.dispatch_id AS id, d.notification_key AS key, d.target -> 'uids' AS uids,
              d.options -> 'step' ->> 'journey' AS journey, d.options -> 'step' ->> 'node' AS node
       FROM delivery.dispatch AS d WHERE d.dispatch_id > $1 ORDER BY d.dispatch_id`,
      [dispatch],
    );
    dispatch = rows.at(-1)?.id ?? dispatch;
    messages.push(...rows.flatMap(({ uids: sentTo, ...row }) => sentTo.map((uid) => ({ ...row, uid, at }))));
    return rows.flatMap(({ key, uids: sentTo }) => sentTo.map((uid) => `${uid} ${keys.get(key)}`));
  };
  const listVisits = (table: string): Promise<Whereabouts[]> =>
    fresh.db.rows<Whereabouts>(
      `SELECT v.uid, j.name AS journey, v.key, v.version, v.node${table === 'visit' ? '' : ', v.reason'}
       FROM journeys.${table} AS v JOIN journeys.journey AS j ON j.journey_id = v.journey_id`,
    );
  const seen = { sent: 0, past: 0, inside: 0 };

  for (let minute = 0; minute < MINUTES; minute += 1, clock.pass(MINUTE_MS)) {
    const now = clock.now().getTime();
    for (const extId of names.filter(() => random.chance(0.15))) {
      const uid = uids.get(extId) ?? 0;
      const person = reference.people.get(uid);
      const city = random.oneOf(CITIES);
      const isTagged = random.chance(0.5);
      if (person) {
        await opened.post('registerUsers', [{ extId, profile: { city } }]);
        await opened.post(isTagged ? 'tagUsers' : 'untagUsers', { tag: 'vip', extIds: [extId] });
        Object.assign(person, { city, isTagged });
      }
    }
    if (minute === MINUTES / 2) {
      const extId = random.oneOf(names);
      await opened.post('deleteUsersPermanently', { extIds: [extId] });
      reference.erase(uids.get(extId) ?? 0);
    }
    for (let n = 0; n < count / 40; n += 1) {
      const journey = random.oneOf(written);
      const [operation, state] = random.oneOf(CONTROLS);
      await opened.post(`journeys/${operation}`, { name: journey.name });
      Object.assign(journey, { state });
      reference.setState(journey.name, state);
    }
    if (minute % 6 === 5) {
      const changed = Array.from({ length: Math.ceil(count / 10) }, () => random.whole(count));
      const next = [...new Set(changed)].map((n) => ({ ...random.journey(`j${n}`), state: written[n]?.state ?? 'on' }));
      await apply({ journeys: next });
      next.forEach((journey) => {
        written[Number(journey.name.slice(1))] = journey;
        reference.define(idOf.get(journey.name) ?? 0, journey);
      });
    }
    const present = names.filter((extId) => reference.people.has(uids.get(extId) ?? 0));
    const data = () => ({ k: random.oneOf(KEYS), n: random.whole(NUMBERS) });
    for (const { name } of written.filter(({ entry, state }) => entry.api && state === 'on' && random.chance(0.2))) {
      const people = present.filter(() => random.chance(0.2));
      const entry = data();
      if (people.length > 0) {
        const answer = await opened.post<{ entered: number }>('journeys/enter', {
          journey: name,
          extIds: people,
          data: entry,
        });
        const expected = reference.request(
          name,
          people.map((extId) => uids.get(extId) ?? 0),
          entry,
          now,
        );
        expect(answer.entered, `entered ${name} in minute ${minute}`).toBe(expected);
      }
    }
    const events = Array.from({ length: random.whole(6) }, () => ({
      extId: random.oneOf(present),
      name: random.oneOf(EVENTS),
      ...data(),
    }));
    if (events.length > 0) {
      await opened.post('fireEvents', events);
    }
    // Events of a transaction that began before the last look, and commits after it.
    await late?.commit();
    const fired: FiredEvent[] = late ? [...late.events] : [];
    fired.push(...events.map(({ extId, ...event }) => ({ uid: uids.get(extId) ?? 0, ...event })));
    // Visitors come, do something, and some log in before it is read: then it is an act of the person.
    if (random.chance(0.5)) {
      const visitor = await visitors.arrive();
      nameless.push(visitor);
      reference.people.set(visitor.uid, { uid: visitor.uid, isTagged: false });
    }
    for (const visitor of nameless.filter(() => random.chance(0.5))) {
      const event = { name: random.oneOf(EVENTS), ...data() };
      await visitors.fire(visitor, event);
      fired.push({ uid: visitor.uid, ...event });
    }
    for (const visitor of nameless.filter(() => random.chance(0.3))) {
      const extId = random.oneOf(present);
      await visitors.logIn(visitor, extId);
      nameless.splice(nameless.indexOf(visitor), 1);
      merged.set(visitor.uid, uids.get(extId) ?? 0);
      reference.merge(visitor.uid, uids.get(extId) ?? 0);
    }
    fired.forEach(({ uid, name, ...data }) => reference.fire(merged.get(uid) ?? uid, name, data, now));
    for (const [message, result] of drawResults(random, messages, merged)) {
      const { id: ref, uid } = message;
      const kind = KINDS[RESULTS.indexOf(result.event)] ?? 'sent';
      const keys = result.by === undefined ? [] : [FETCHERS.indexOf(result.by)];
      const change = { appId: opened.gateway.appId, kind, uids: [uid], keys, ref };
      await fresh.db.tx((tx) => app.get(OutboxRepository, { strict: false }).add(tx, change));
      reference.tell(merged.get(uid) ?? uid, message, result);
    }
    late = random.chance(0.4)
      ? await OpenTransaction.begin(opened.gateway, [
          { uid: uids.get(random.oneOf(present)) ?? 0, name: random.oneOf(EVENTS), ...data() },
        ])
      : undefined;
    // Steps before the feed is read leave people with an event in it where they are.
    if (random.chance(0.5)) {
      await step();
    }
    await opened.readFeed();
    await untilStill(opened, clock, () => Promise.all([step(), step()]));
    reference.step(now);

    const expected = reference.whereabouts();
    const sent = await listSent(now);
    const [inside, past] = [await listVisits('visit'), await listVisits('past_visit')];
    const at = `minute ${minute}, seed ${seed}`;
    expect(toLines(inside), `inside in ${at}`).toEqual(toLines(expected.inside));
    expect(toLines(past), `left by ${at}`).toEqual(toLines(expected.past));
    expect(sent.toSorted(), `sent in ${at}`).toEqual(reference.sent.toSorted());
    seen.sent += sent.length;
    seen.inside = Math.max(seen.inside, inside.length);
    seen.past = past.length;
    reference.sent = [];
  }
  // Each kind of place occurs, else the comparison shows nothing.
  expect(Math.min(seen.sent, seen.past, seen.inside)).toBeGreaterThan(count / 4);
  expect(reference.heard).toBeGreaterThan(count / 40);
  const found = `${seen.sent} messages, ${reference.heard} of which were answered, ${seen.past} visits that ended`;
  process.stdout.write(`seed ${seed}: ${count} journeys, ${found}\n`);
}

/** Lists results of this minute, of distinct messages: two visits of a person may be sent the same at once. */
function drawResults(
  random: RandomJourneys,
  messages: readonly SentTo[],
  merged: ReadonlyMap<number, number>,
): [SentTo, { event: (typeof RESULTS)[number]; by?: (typeof FETCHERS)[number] }][] {
  const placeOf = ({ uid, journey, node, at }: SentTo) => `${merged.get(uid) ?? uid} ${journey} ${node} ${at}`;
  const counts = new Map<string, number>();
  messages.forEach((message) => counts.set(placeOf(message), (counts.get(placeOf(message)) ?? 0) + 1));
  return messages
    .slice(-MOST_RESULTS)
    .filter((message) => counts.get(placeOf(message)) === 1 && random.chance(0.2))
    .map((message) => {
      const event = random.oneOf(RESULTS);
      const isFetch = event === 'MessageClicked' || event === 'MessageOpened';
      return [message, { event, ...(isFetch && { by: random.oneOf(FETCHERS) }) }];
    });
}

/** Steps until no one is due. */
async function untilStill({ gateway }: Sending, clock: HistoryClock, step: () => Promise<unknown>): Promise<void> {
  const due = () =>
    gateway.fresh.db.row(
      `SELECT FROM journeys.visit AS v JOIN journeys.journey AS j ON j.journey_id = v.journey_id
       WHERE (j.state = 'off' OR (j.state IN ('on', 'closed') AND v.due_at <= $1)) LIMIT 1`,
      [clock.now()],
    );
  do {
    await step();
  } while (await due());
}

function toLines(visits: readonly Whereabouts[]): string[] {
  return visits
    .map(
      ({ uid, journey, key, version, node, reason = '' }) => `${journey} v${version} ${uid} '${key}' ${node} ${reason}`,
    )
    .toSorted();
}
