import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import type { AddressKind } from '#libs/channels/definitions';
import { ConsentEventRepository } from '#libs/users/consent';
import { AliasRepository } from '#libs/users/identities';
import { UserAddressRepository } from '#libs/users/registry';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { FEED_DAYS, OutboxRepository, SEGMENT_CHANGES } from '#platform/outbox';
import { DAY_MS } from '#platform/spelling';
import { listAwaited, segmentChangeOf } from '../model/matching.js';
import { kindsOf, listMessageEvents, readChange } from '../model/message-results.js';
import { listSteps } from '../model/program.js';
import { ReachHistory } from '../histories/reach-history.js';
import type { ReplayFrame } from './replay-part.js';
import type { ReplayRun } from './replayed-version.js';
import { PastResultRepository } from '../histories/past-result.repository.js';
import { ResultHistory } from '../histories/result-history.js';
import { SegmentHistory } from '../histories/segment-history.js';

/** Users of one statement of addresses. */
const ADDRESS_BATCH = 1000;

/** Results of messages that left longer before are not looked for. */
const ANSWER_DAYS = 28;

/** Reads changes of persons since the moments of a replay. */
@Injectable()
export class ReplayHistoryService {
  constructor(
    private readonly db: Database,
    private readonly conditions: PersonConditionService,
    private readonly outbox: OutboxRepository,
    private readonly consents: ConsentEventRepository,
    private readonly addresses: UserAddressRepository,
    private readonly results: PastResultRepository,
    private readonly aliases: AliasRepository,
  ) {}

  /** Changes of the segments that some versions look at, as far back as the change feed goes. */
  async findSegments(appId: number, runs: readonly ReplayRun[], { from, to }: ReplayFrame): Promise<SegmentHistory> {
    const history = new SegmentHistory(Math.max(from, to - FEED_DAYS * DAY_MS));
    const names = new Set(runs.flatMap(listSegments));
    const ids = names.size > 0 ? await this.conditions.findSegmentIds(this.db, appId) : new Map<string, number>();
    const changes = [];
    for (const segment of names) {
      const id = ids.get(segment);
      for (const kind of id === undefined ? [] : SEGMENT_CHANGES) {
        const rows = await this.outbox.findPast(this.db, appId, kind, id ?? 0, new Date(history.since));
        for (const { uids, at } of rows) {
          changes.push({ uids, at: at.getTime(), segment, isJoined: kind === 'joined' });
        }
      }
    }
    for (const { uids, ...change } of changes.toSorted((a, b) => a.at - b.at)) {
      uids.forEach((uid) => history.add(uid, change));
    }
    return history;
  }

  /** Results that some versions wait for, of messages that the journey really sent, as far back as the change feed goes. */
  async findResults(appId: number, runs: readonly ReplayRun[], { from, to }: ReplayFrame): Promise<ResultHistory> {
    const history = new ResultHistory(Math.max(from, to - FEED_DAYS * DAY_MS));
    const kinds = kindsOf(new Set(runs.flatMap(({ journey }) => [...listMessageEvents(journey.definition)])));
    const [run] = runs;
    if (!run || kinds.length === 0) {
      return history;
    }
    const oldest = new Date(history.since - ANSWER_DAYS * DAY_MS);
    const messages = await this.results.findMessages(appId, run.journey.journeyId, oldest);
    const nodes = new Map(messages.map(({ dispatchId, node }) => [dispatchId, node]));
    const question = { kinds, refs: [...nodes.keys()], since: new Date(history.since) };
    const rows = await this.outbox.findPastOf(this.db, appId, question);
    const former = await this.aliases.findRelated(appId, [...new Set(rows.flatMap(({ uids }) => uids))]);
    const present = new Map(former.map(({ uid, toUid }) => [uid, toUid]));
    for (const { kind, uids, keys, ref, at } of rows) {
      const { name, result } = readChange(kind, keys);
      const node = nodes.get(ref ?? 0);
      const message = result && node !== undefined && { message: { node, result } };
      uids.forEach((uid) => history.add(present.get(uid) ?? uid, { at: at.getTime(), name, ...message }));
    }
    return history;
  }

  async findReach(appId: number, uids: readonly number[], { from }: ReplayFrame): Promise<ReachHistory> {
    const changes = await this.consents.findChanges(this.db, appId, uids, new Date(from));
    const addresses = new Map<number, Readonly<Record<AddressKind, string | null>>>();
    for (const part of cutInto([...new Set(changes.map(({ uid }) => uid))], ADDRESS_BATCH)) {
      for (const own of await this.addresses.find(this.db, appId, part)) {
        addresses.set(own.uid, own);
      }
    }
    return new ReachHistory(changes, addresses);
  }
}

function listSegments({ conditions, journey }: ReplayRun): string[] {
  const tested = [...conditions.values()].flatMap(({ segments }) => [...segments.values()]);
  const waits = listSteps(journey.definition.steps).flatMap((step) =>
    step.kind === 'waitFor'
      ? listAwaited(step).flatMap((awaited) => ('segment' in awaited ? segmentChangeOf(awaited).name : []))
      : [],
  );
  return [...tested, ...waits];
}
