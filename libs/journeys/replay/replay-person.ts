import { readTimeZone } from '#platform/spelling';
import { PersonRun, type RunObserver } from '../clock/person-run.js';
import type { Answer } from '../model/advance.js';
import type { BranchStep, WaitForStep, WaitStep } from '../model/journey.types.js';
import type { PastResult } from '../histories/result-history.js';
import { listAwaited, SEGMENT_CHANGE_NAMES } from '../model/matching.js';
import { isResultEvent } from '../model/message-results.js';
import { waitEnd } from '../model/wait-times.js';
import { PersonMessages } from './person-messages.js';
import type { PartPerson, ReplayGround, ReplayPace } from './replay-part.js';
import type { ReplayRun } from './replayed-version.js';

const NO_ONE: ReadonlySet<number> = new Set();
const NO_VALUES = {};

type PastEvent = { eventId: number; at: number; attrs: Readonly<Record<string, unknown>> };

/**
 * Walks one person through a version, and adds up what comes of it. It gives way between events, because a person may have
 * hundreds of thousands.
 *
 * @returns if a message left
 */
export async function replayPerson(
  version: ReplayRun,
  { events, arrivals }: PartPerson,
  ground: ReplayGround,
  pace: ReplayPace,
): Promise<boolean> {
  const { tally } = version;
  const { names, facts, frame, segments, results } = ground;
  const { uid, ids, times, values } = events;
  const past: PastEvent[] = [];
  const before = tally.sent;
  const zone = facts.times.get('')?.get(uid)?.zone ?? null;
  const person = {
    uid,
    zone: zone === null ? null : (readTimeZone(zone) ?? null),
    country: facts.countries.get(uid),
    chosen: facts.frequencies?.get(uid),
  };
  const messages = new PersonMessages(version.journey, frame.policy, person, tally, frame.zone);
  const run = new PersonRun(version.journey, version.program, uid, observe(version, { uid, past, messages }, ground));
  const isCounted = version.conditions.size > 0;
  const changes = segments.of(uid);
  const known = results.of(uid);
  let [event, change, arrival, result] = [0, 0, 0, 0];
  for (;;) {
    if (pace.stretch.isOver) {
      await pace.stretch.giveWay();
      pace.signal?.throwIfAborted();
    }
    const eventAt = times[event] ?? Infinity;
    const nextChange = changes[change];
    const nextArrival = arrivals[arrival];
    const nextResult = known[result];
    const others = Math.min(nextChange?.at ?? Infinity, nextArrival?.at ?? Infinity, nextResult?.at ?? Infinity);
    const at = Math.min(eventAt, others, run.dueAt);
    if (!(at < frame.to)) {
      break;
    }
    // Events come first: one that arrived before a time-out ends the wait.
    if (eventAt <= at) {
      const eventId = ids[event] ?? 0;
      const attrs = values?.[event] ?? NO_VALUES;
      const name = at >= frame.from ? names.get(eventId) : undefined;
      event += 1;
      if (isCounted) {
        past.push({ eventId, at, attrs });
      }
      if (name !== undefined) {
        const time = new Date(at);
        run.meet({ uid, name, at: time, attrs }, time);
      }
    } else if (nextChange && nextChange.at <= at) {
      change += 1;
      const name = SEGMENT_CHANGE_NAMES[nextChange.isJoined ? 'joined' : 'left'];
      const time = new Date(at);
      run.meet({ uid, name, at: time, attrs: { segment: nextChange.segment } }, time);
    } else if (nextResult && nextResult.at <= at) {
      result += 1;
      const { name, message } = nextResult;
      const time = new Date(at);
      run.meet({ uid, name, at: time, attrs: NO_VALUES, ...(message && { message }) }, time);
    } else if (nextArrival && nextArrival.at <= at) {
      arrival += 1;
      run.admit(nextArrival, new Date(at));
    } else {
      run.step(new Date(at));
    }
  }
  messages.settle(frame.to);
  tally.inside += run.visits.length;
  return tally.sent > before;
}

function observe(
  { conditions, targeted, tally, program }: ReplayRun,
  { uid, past, messages }: { uid: number; past: readonly PastEvent[]; messages: PersonMessages },
  { facts, frame, segments, results }: ReplayGround,
): RunObserver {
  const judge = (step: BranchStep, at: Date): Answer => {
    const condition = conditions.get(step.id);
    const present = facts.present.get(step.id);
    let isOnPresent = false;
    const answer =
      condition?.judge(at, past, (index) => {
        const isNow = present?.get(index)?.has(uid) === true;
        const segment = condition.segments.get(index);
        if (segment !== undefined && at.getTime() >= segments.since) {
          return segments.wasMember(uid, segment, at.getTime(), isNow);
        }
        // Devices and addresses are those of now, consents those of the moment.
        isOnPresent = true;
        const platform = condition.reaches.get(index);
        return platform === undefined ? isNow : facts.reached.wasReached(uid, platform, at.getTime(), isNow);
      }) ?? null;
    tally.decisions.onPresent += isOnPresent ? 1 : 0;
    return answer;
  };
  const endOf = (step: WaitStep, at: Date): Answer => {
    const wait = 'at' in step ? step.at : 'until' in step ? step.until : undefined;
    if (!wait) {
      return null;
    }
    const code = 'attribute' in wait ? wait.attribute : '';
    const time = facts.times.get(code)?.get(uid);
    const zone = wait.zone === 'user' && time?.zone ? readTimeZone(time.zone) : undefined;
    tally.decisions.onPresent += wait.zone === 'user' || code !== '' ? 1 : 0;
    return waitEnd(wait, time?.value, { isDay: frame.isDay(code), zone: zone ?? frame.zone }, at);
  };
  return {
    answer: (step, _visit, at) => {
      tally.decisions.all += 1;
      return step.kind === 'branch' ? judge(step, at) : endOf(step, at);
    },
    send: (_visit, { node, message }, at) => {
      const target = targeted.get(message);
      if (!target) {
        return false;
      }
      const reached = target.platforms.filter((platform) =>
        facts.reached.wasReached(uid, platform, at.getTime(), (facts.reach.get(platform) ?? NO_ONE).has(uid)),
      );
      const platforms = target.isEach ? reached : reached.slice(0, 1);
      messages.accept({ node, platforms, message: target.message }, at);
      return true;
    },
    took: (ways) => {
      for (const { node, way } of ways) {
        const step = program.nodes.get(node)?.step;
        const sends = step?.kind === 'waitFor' ? listNamedSends(step) : [];
        if (sends.length > 0) {
          // Absence of a result proves nothing: the message may never have been sent.
          const isKnown = way === 'came' || results.of(uid).some((each) => isOf(each, sends));
          tally.decisions.all += 1;
          tally.decisions.onPresent += isKnown ? 0 : 1;
        }
      }
    },
    entered: ({ enteredAt }) => tally.enter(enteredAt),
    refused: (refusal) => tally.refuse(refusal),
    left: (_visit, { reason }) => tally.leave(reason),
  };
}

/** The steps whose results end a wait; `null`: any step. */
function listNamedSends(step: WaitForStep): (string | null)[] {
  return listAwaited(step).flatMap((awaited) =>
    'event' in awaited && isResultEvent(awaited.event) ? (awaited.node ?? null) : [],
  );
}

function isOf({ message }: PastResult, sends: readonly (string | null)[]): boolean {
  return message !== undefined && sends.some((node) => node === null || node === message.node);
}
