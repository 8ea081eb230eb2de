import { setTimeout as sleep } from 'node:timers/promises';
import { JourneyRepository } from '../../../libs/journeys/definitions/journey.repository.js';
import type { Step } from '../../../libs/journeys/model/journey.types.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import type { Stack } from '../../../test/support/processes/stack.js';

/** Built-in events: no journey looks at the first one. */
export const QUIET = 'LoginEvent';
export const AWAITED = 'OrderEvent';

/** Events of a request. */
const BATCH = 1000;
const LOOK_MS = 200;
const WITHIN_MS = 300_000;
/** Until a prepared step begins, so that its preparation is not measured. */
const LEAD_S = 3;

/** Adds a journey as the section of the file does. */
export async function addJourney({ db, appId }: Stack, name: string, event: string, steps: Step[]): Promise<void> {
  const definition = { entry: { event, again: 'always' as const }, steps };
  await db.tx((tx) => new JourneyRepository().insert(tx, { appId, name, state: 'on', definition }));
}

/** Fires an event of each person, a thousand in a request. */
export async function fireToAll({ rest }: Stack, name: string, people: number): Promise<void> {
  for (let from = 0; from < people; from += BATCH) {
    const count = Math.min(BATCH, people - from);
    expectOk(
      await rest.post(
        'fireEvents',
        Array.from({ length: count }, (_, n) => ({ extId: `ios-${from + n}`, name })),
      ),
    );
  }
}

/**
 * Waits until so many people have passed a node, or are counted by a sum. It looks at few rows: a look that counts the people
 * inside would cost more than what is measured.
 *
 * @throws Error when they have not after a while
 */
export async function untilPassed({ db, appId }: Stack, name: string, node: string, people: number): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const row = await db.row<{ passed: number }>(
      `SELECT coalesce(sum(p.passed), 0)::bigint AS passed FROM journeys.passage AS p
       JOIN journeys.journey AS j ON j.journey_id = p.journey_id
       WHERE j.app_id = $1 AND j.name = $2 AND p.node = $3`,
      [appId, name, node],
    );
    if (row?.passed === people) {
      return;
    }
    if (Date.now() > end) {
      throw new Error(`The journey ${name} stays at ${row?.passed} of ${people} people`);
    }
    await sleep(LOOK_MS);
  }
}

/** Makes everyone inside due in a moment. */
export async function makeDue({ db, appId }: Stack, name: string): Promise<void> {
  await db.affected(
    `UPDATE journeys.visit AS v SET due_at = now() + $3 * interval '1 second', since = now() - interval '1 day'
     FROM journeys.journey AS j WHERE j.journey_id = v.journey_id AND j.app_id = $1 AND j.name = $2`,
    [appId, name, LEAD_S],
  );
}

/** Adds people who wait for a year. Nothing looks at them, so they are no users. */
export async function fillWaiting({ db, appId }: Stack, name: string, count: number): Promise<void> {
  await db.affected(
    `INSERT INTO journeys.visit (uid, entered_at, since, due_at, app_id, journey_id, version, vb, key, node, data)
     SELECT n, now(), now(), now() + interval '1 year', j.app_id, j.journey_id, 1, n % 1024, '', 'second', '{}'
     FROM journeys.journey AS j, generate_series(1000000000::bigint, 1000000000 + $3 - 1) AS n
     WHERE j.app_id = $1 AND j.name = $2`,
    [appId, name, count],
  );
  await db.affected('VACUUM (ANALYZE) journeys.visit');
}

/** Fires single events at an even rate. @returns when each was answered, in epoch ms, by the token of its person */
export async function fireAtRate(
  { rest }: Stack,
  name: string,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const fire = async (n: number): Promise<void> => {
    expectOk(await rest.post('fireEvents', [{ extId: `ios-${n}`, name }]));
    answered.set(n.toString(16).padStart(64, '0'), performance.timeOrigin + performance.now());
  };
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    await sleep(Math.max(0, started + (n * 1000) / rate - performance.now()));
    answers.push(fire(n));
  }
  await Promise.all(answers);
  return answered;
}

/** From each answer until the provider had the message, in ms. @throws Error when one does not arrive */
export async function waitsOf({ simulators }: Stack, answered: ReadonlyMap<string, number>): Promise<number[]> {
  const at = new Map<string, number>();
  const end = Date.now() + WITHIN_MS;
  for (let after = 0; at.size < answered.size;) {
    const page = await simulators.page('apns', after);
    page.deliveries.forEach(({ token, at: time }) => at.set(token, Date.parse(time)));
    after = page.next;
    if (page.deliveries.length === 0) {
      if (Date.now() > end) {
        throw new Error(`${answered.size - at.size} of ${answered.size} messages did not arrive`);
      }
      await sleep(LOOK_MS);
    }
  }
  return [...answered].map(([token, time]) => Math.max(0, (at.get(token) ?? Number.NaN) - time));
}
