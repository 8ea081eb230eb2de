import { Injectable } from '@nestjs/common';
import { PastEventsRepository, type PastEvents } from '#libs/events';
import { UserLookupService } from '#libs/users/registry';
import { Stretch } from '#platform/async';
import { BUCKETS, bucketOfId } from '#platform/ids';
import type { Journey, JourneyDefinition } from '../model/journey.types.js';
import { costOf } from '../prices/cost-of-messages.js';
import { RealFiguresService } from './real-figures.service.js';
import { ReplayFactsService } from './replay-facts.service.js';
import { ReplayFrameService } from './replay-frame.service.js';
import { ReplayHistoryService } from './replay-history.service.js';
import type { ReplayGround, ReplayPace } from './replay-part.js';
import { replayPerson } from './replay-person.js';
import { ReplayPlanService, type ReplaySelection } from './replay-plan.service.js';
import type { ReplayRun } from './replayed-version.js';
import type { ReplayedPeople, ReplayOutcome, ReplayReport, ShownPerson } from './replay.types.js';

/** Buckets of the first part. The size of later ones follows the number of events: few parts, as each reads most pages. */
const FIRST_BUCKETS = 8;
/** Events of one part, with the memory that they take. */
const PART_EVENTS = { plain: 500_000, withAttributes: 200_000 };
const [NO_IDS, NO_TIMES] = [new Int32Array(), new Float64Array()];
const MOST_EXAMPLES = 10;
/** The proposed limit is above the busiest day, because it stops only what was not meant. */
const HEADROOM = 2;

/** A question about the past. @property other  a version that would run in place of the running one */
export interface ReplayQuestion {
  journey: Journey;
  other?: JourneyDefinition;
  days: number;
  now: Date;
}

/** Walks the people of the past through a version: nothing is written, and nothing leaves. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly events: PastEventsRepository,
    private readonly users: UserLookupService,
    private readonly plans: ReplayPlanService,
    private readonly facts: ReplayFactsService,
    private readonly frames: ReplayFrameService,
    private readonly history: ReplayHistoryService,
    private readonly real: RealFiguresService,
  ) {}

  /** @param onShare  gets the share that is done */
  async replay(question: ReplayQuestion, onShare?: (share: number) => void): Promise<ReplayReport> {
    const outcome = await this.walk(question, { ...(onShare && { onShare }) });
    return this.describe(question.journey.appId, outcome);
  }

  /** Names the people of an outcome. */
  async describe(appId: number, { difference, ...sums }: ReplayOutcome): Promise<ReplayReport> {
    const { more, fewer } = difference ?? {};
    const extIds = await this.users.findExtIds(appId, [...(more?.examples ?? []), ...(fewer?.examples ?? [])]);
    const show = ({ people, examples }: ReplayedPeople<number>): ReplayedPeople<ShownPerson> => ({
      people,
      examples: examples.map((uid) => ({ uid, extId: extIds.get(uid) ?? null })),
    });
    return { ...sums, ...(more && fewer && { difference: { more: show(more), fewer: show(fewer) } }) };
  }

  /** @throws the reason of the signal, when it ends before */
  async walk(
    { journey, other, days, now }: ReplayQuestion,
    { signal, onShare }: { signal?: AbortSignal; onShare?: (share: number) => void } = {},
  ): Promise<ReplayOutcome> {
    const { appId, name } = journey;
    const frame = await this.frames.open(appId, days, now);
    const running = await this.plans.open(journey, journey.definition, frame);
    const chosen = other ? await this.plans.open(journey, other, frame) : running;
    const runs = [...new Set([chosen, running])];
    const selection = await this.plans.select(appId, runs, frame);
    const [segments, results] = [
      await this.history.findSegments(appId, runs, frame),
      await this.history.findResults(appId, runs, frame),
    ];
    const ground = { names: selection.names, segments, results, frame };
    const [more, fewer] = [new DifferingPeople(), new DifferingPeople()];
    const pace = { stretch: new Stretch(), signal };
    for await (const { people, last } of this.readParts(appId, runs, selection)) {
      signal?.throwIfAborted();
      const sent = await this.walkPart(chosen, people, ground, pace);
      if (other) {
        const before = await this.walkPart(running, people, ground, pace);
        more.add(sent, before);
        fewer.add(before, sent);
      }
      onShare?.((last + 1) / BUCKETS);
    }
    const busiest = chosen.tally.busiestDay;
    const stretch = { from: new Date(frame.from), to: new Date(frame.to) };
    return {
      journey: name,
      ...stretch,
      ...chosen.tally.toSums(),
      cost: costOf(frame.prices, chosen.tally.listPriced()),
      perDay: { most: busiest, proposed: roundUp(busiest * HEADROOM) },
      real: await this.real.find(journey, stretch),
      ...(other && {
        difference: { more: more.toCount(), fewer: fewer.toCount() },
      }),
    };
  }

  /** The people of all buckets, part by part. The next part is read while one is walked through. */
  private async *readParts(
    appId: number,
    runs: readonly ReplayRun[],
    selection: ReplaySelection,
  ): AsyncGenerator<{ people: PastEvents[]; last: number }> {
    const limit = selection.withAttributes ? PART_EVENTS.withAttributes : PART_EVENTS.plain;
    const read = async (first: number, size: number) => {
      const last = Math.min(first + size, BUCKETS) - 1;
      const people = first < BUCKETS ? await this.readPart(appId, { first, last }, runs, selection) : [];
      return { people, last };
    };
    let size = FIRST_BUCKETS;
    let next = read(0, size);
    for (let first = 0; first < BUCKETS;) {
      const { people, last } = await next;
      const events = people.reduce((sum, { ids }) => sum + ids.length, 0);
      const perBucket = Math.max(events, people.length) / (last + 1 - first);
      first = last + 1;
      size = Math.max(1, Math.floor(limit / Math.max(perBucket, limit / BUCKETS)));
      next = read(first, size);
      // It is awaited a part later, or never, when the replay ends before.
      next.catch(() => undefined);
      yield { people, last };
    }
  }

  private async readPart(
    appId: number,
    buckets: { first: number; last: number },
    runs: readonly ReplayRun[],
    selection: ReplaySelection,
  ): Promise<PastEvents[]> {
    const active = selection.eventIds.length > 0 ? await this.events.find(appId, buckets, selection) : [];
    const counted = new Set(active.map(({ uid }) => uid));
    const isOther = (uid: number): boolean => {
      const bucket = bucketOfId(uid);
      return bucket >= buckets.first && bucket <= buckets.last && !counted.has(uid);
    };
    const entering = new Set(runs.flatMap(({ arrivals }) => [...arrivals.keys()].filter(isOther)));
    return [...active, ...[...entering].map((uid) => ({ uid, ids: NO_IDS, times: NO_TIMES }))];
  }

  /** @returns people who got a message */
  private async walkPart(
    run: ReplayRun,
    people: readonly PastEvents[],
    ground: Omit<ReplayGround, 'facts'>,
    pace: ReplayPace,
  ): Promise<Set<number>> {
    if (people.length === 0) {
      return new Set();
    }
    const facts = await this.facts.find(
      run.journey.appId,
      run,
      people.map(({ uid }) => uid),
      ground.frame,
    );
    const sent = new Set<number>();
    for (const events of people) {
      const arrivals = run.arrivals.get(events.uid) ?? [];
      if (await replayPerson(run, { events, arrivals }, { ...ground, facts }, pace)) {
        sent.add(events.uid);
      }
    }
    return sent;
  }
}

/** Compares two versions by the people who get messages from one of them alone. */
class DifferingPeople {
  private people = 0;
  private readonly examples: number[] = [];

  toCount(): ReplayedPeople<number> {
    return { people: this.people, examples: this.examples };
  }

  add(sent: ReadonlySet<number>, other: ReadonlySet<number>): void {
    for (const uid of sent) {
      if (!other.has(uid)) {
        this.people += 1;
        if (this.examples.length < MOST_EXAMPLES) {
          this.examples.push(uid);
        }
      }
    }
  }
}

/** Rounds up to two digits. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(count, 1))) - 1);
  return Math.ceil(count / unit) * unit;
}
