import type { INestApplicationContext } from '@nestjs/common';
import type { Scenario, ScenarioEvent, ScenarioPerson } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { listRecurringJobs } from '#platform/background';
import { Config } from '#platform/config';
import { startSending, type Sending } from '../contract/sending.js';
import type { FastClock } from './fast-clock.js';

const MINUTE_MS = 60_000;
/** Time that passes between two looks of the engine. */
export const TICK_MS = 10 * MINUTE_MS;
/** The scheduler's part in journeys, in the order of a turn. */
const JOBS = ['segments.calculate', 'segments.update', 'journeys.enter', 'journeys.step'];
/** Names of events that the engine makes of its own segments. */
const OF_SEGMENTS = new Set(['SegmentJoined', 'SegmentLeft']);

/** A message that a simulated provider took. */
export interface ArrivedMessage {
  at: number;
  extId: string;
  text: string;
}

/** The document of a scenario, as its file has it. */
export interface ScenarioDocument {
  app: object;
  messages: { name: string }[];
}

/**
 * Runs a scenario in time: requests of the interface at their moments, the work of scheduler and workers in between, and
 * simulated providers. People are reached by e-mail.
 */
export async function runScenarioInTime(
  clock: FastClock,
  scenario: Scenario,
  { app: file, messages }: ScenarioDocument,
): Promise<ArrivedMessage[]> {
  await clock.moveTo(scenario.start - TICK_MS);
  const sending = await startSending({ DATABASE_URL: clock.url }, clock.openClock);
  try {
    await setUp(sending, scenario, file, messages);
    const jobs = findJobs(sending.gateway.app);
    const arrived: ArrivedMessage[] = [];
    const events = [...scenario.events];
    const last = Math.max(...scenario.events.map(({ at }) => at), ...scenario.sent.map(({ at }) => at)) + 2 * TICK_MS;
    for (let at = scenario.start; at <= last; at += TICK_MS) {
      await clock.moveTo(at);
      for (let [event] = events; event && event.at <= at; [event] = events) {
        await happen(sending, event);
        events.shift();
      }
      await work(sending, jobs);
      await collect(sending, at, arrived);
    }
    return arrived;
  } finally {
    await sending.close();
  }
}

async function setUp(sending: Sending, scenario: Scenario, file: object, messages: readonly object[]): Promise<void> {
  const apply = (part: object) =>
    sending.gateway.app.get(ApplyService).apply({ ...part, app: 'shop' }, { dryRun: false });
  const { journeys, ...others } = file as { journeys?: object[] };
  await apply(others);
  for (const message of messages) {
    await sending.post('createNotificationDefinition', message);
  }
  await sending.post('registerUsers', scenario.people.map(toUser));
  await apply({ journeys });
}

function toUser({ extId, profile, tags, timeZone, language }: ScenarioPerson): object {
  return {
    extId,
    tags,
    profile: { ...profile, email: `${extId}@example.com` },
    ...(timeZone !== undefined && { platform: 'ANDROID', deviceToken: `token-of-${extId}`, timeZone }),
    ...(language !== undefined && { language }),
  };
}

async function happen(
  sending: Sending,
  { extId, name, attrs, profile, addTags, removeTags }: ScenarioEvent,
): Promise<void> {
  if (profile) {
    await sending.post('setProfileAttributes', [{ extId, profile }]);
  }
  for (const tag of addTags) {
    await sending.post('tagUsers', { extIds: [extId], tag });
  }
  for (const tag of removeTags) {
    await sending.post('untagUsers', { extIds: [extId], tag });
  }
  if (name !== undefined && !OF_SEGMENTS.has(name)) {
    await sending.post('fireEvents', [{ extId, name, ...attrs }]);
  }
}

function findJobs(app: INestApplicationContext): (() => Promise<unknown>)[] {
  const jobs = listRecurringJobs(app, app.get(Config));
  return JOBS.map((name) => {
    const job = jobs.find((each) => each.name === name);
    if (!job) {
      throw new Error(`No job is called ${name}`);
    }
    return () => job.run();
  });
}

/** Two turns: what one turn brings forth, such as an event of a segment, is seen in the next. */
async function work(sending: Sending, jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await sending.readFeed();
    for (const run of jobs) {
      await run();
    }
    await sending.drain();
  }
}

async function collect(sending: Sending, at: number, arrived: ArrivedMessage[]): Promise<void> {
  for (const { token, payload } of await sending.simulators.mails()) {
    arrived.push({ at, extId: token.replace(/@.*$/, ''), text: payload.text.trim() });
  }
  await sending.simulators.clear();
}
