import { Injectable } from '@nestjs/common';
import { ChoiceSourceRepository } from '#libs/users/preferences';
import type { Tx } from '#platform/db';
import { FeedReaderService, type FeedSelection, USER_CHANGES } from '#platform/outbox';
import { DeltaRepository, type Delta } from '../store/delta.repository.js';
import { writeDelta } from '../model/delta-content.js';
import { GroupRepository, type GroupKey, type IndexGroup } from '../store/group.repository.js';
import { TermCollector } from '../model/term-collector.js';
import { TermRepository } from '../store/term.repository.js';
import { ASPECTS, putChoice, putDevice, putOptOut, putUser, SLICE_SIZE, sliceOf } from '../model/terms.js';
import { putPlaces } from '../places/place-terms.js';
import { IndexSourceRepository } from '../store/index-source.repository.js';
import { type UserChange, type UserChanges, findChangedAspects, planReads } from './changed-terms.js';

/** Rows of the change feed per transaction. */
const BATCH_ROWS = 500;
type LockedGroup = IndexGroup & FeedSelection<UserChange>;

/**
 * Applies the change feed to a group of slices. One transaction reads the changed users from the rows, appends deltas
 * and moves the position. The lock of the group's row makes this process its only writer. A crash leaves the position;
 * repeating the work gives the same result. Each group applies a change only to its own users.
 */
@Injectable()
export class IndexFollowerService {
  constructor(
    private readonly reader: FeedReaderService,
    private readonly groups: GroupRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
    private readonly source: IndexSourceRepository,
    private readonly choices: ChoiceSourceRepository,
  ) {}

  /**
   * Follows until nothing committed before the call is left.
   *
   * @param rows  rows of the change feed per transaction
   */
  async follow(group: GroupKey, rows = BATCH_ROWS): Promise<void> {
    await this.reader.follow<UserChange, LockedGroup>(
      {
        lock: async (tx) => {
          const locked = await this.groups.lock(tx, group);
          return locked && { ...locked, kinds: USER_CHANGES, among: feedRange(locked) };
        },
        apply: (tx, locked, feed) => this.apply(tx, locked, feed),
      },
      { rows },
    );
  }

  private async apply(tx: Tx, group: IndexGroup, { changes, position, isCurrent }: UserChanges): Promise<void> {
    const unindexed = new Set(group.unindexed);
    const changedAspects = await this.keepGroupUsers(tx, group, findChangedAspects(changes));
    const changed = await this.appendDeltas(tx, group, changedAspects, unindexed);
    const seq = group.seq + (changed ? 1 : 0);
    await this.groups.advance(tx, group, { seq, position, isCurrent, unindexed: [...unindexed] });
  }

  /**
   * Keeps the changed users of this group. A user beyond the last group creates further groups at the position of this
   * one. Earlier changes cannot concern their users.
   */
  private async keepGroupUsers<T>(tx: Tx, group: IndexGroup, changedAspects: Map<number, T>): Promise<Map<number, T>> {
    let highest = 0;
    for (const uid of changedAspects.keys()) {
      if (sliceOf(uid) >= group.endSlice) {
        highest = Math.max(highest, sliceOf(uid));
        changedAspects.delete(uid);
      }
    }
    if (highest > 0) {
      const to = Math.floor(highest / (group.endSlice - group.firstSlice));
      await this.groups.insertGroups(tx, group, {
        from: group.group + 1,
        to,
        state: 'following',
        position: group.position,
      });
    }
    return changedAspects;
  }

  private async appendDeltas(
    tx: Tx,
    group: IndexGroup,
    changedAspects: Map<number, Set<string>>,
    unindexed: Set<string>,
  ): Promise<boolean> {
    if (changedAspects.size === 0) {
      return false;
    }
    const collectors = await this.collectTerms(tx, group.appId, changedAspects, unindexed);
    const slices = new Map<number, Map<string, number[]>>();
    for (const [uid, aspects] of changedAspects) {
      const slice = sliceOf(uid);
      const byAspect = slices.get(slice) ?? new Map<string, number[]>();
      slices.set(slice, byAspect);
      for (const aspect of aspects) {
        const uids = byAspect.get(aspect);
        if (uids) {
          uids.push(uid);
        } else {
          byAspect.set(aspect, [uid]);
        }
      }
    }
    const deltas: Omit<Delta, 'seq'>[] = [...slices].map(([slice, byAspect]) => ({
      slice,
      content: writeDelta(byAspect, collectors.get(slice)?.take() ?? []),
    }));
    await this.terms.insertSlices(tx, group, [...slices.keys()]);
    await this.deltas.insertDeltas(tx, group, group.seq + 1, deltas);
    return true;
  }

  /** Collects the current terms of the changed aspects; one collector per slice. */
  private async collectTerms(
    tx: Tx,
    appId: number,
    changedAspects: ReadonlyMap<number, ReadonlySet<string>>,
    unindexed: Set<string>,
  ): Promise<Map<number, TermCollector>> {
    const collectors = new Map<number, TermCollector>();
    // The terms of a user come one after another, about fifty, so their collector is looked up once.
    let last:
      | { uid: number; aspects: ReadonlySet<string> | undefined; isAll: boolean; collector: TermCollector }
      | undefined;
    const put = (aspect: string, term: string, uid: number): void => {
      if (last?.uid !== uid) {
        const aspects = changedAspects.get(uid);
        const collector = collectors.get(sliceOf(uid)) ?? new TermCollector(unindexed);
        collectors.set(sliceOf(uid), collector);
        last = { uid, aspects, isAll: aspects?.has(ASPECTS.everything) === true, collector };
      }
      if (last.isAll || last.aspects?.has(aspect) === true) {
        last.collector.put(aspect, term, uid);
      }
    };
    const { users, devices, optOuts, attrIds } = planReads(changedAspects);
    if (users.length > 0) {
      (await this.source.findUsers(appId, { uids: users }, attrIds, tx)).forEach((user) => putUser(user, put));
    }
    if (devices.length > 0) {
      (await this.source.findDevices(appId, { uids: devices }, tx)).forEach((device) => putDevice(device, put));
    }
    if (devices.length > 0) {
      putPlaces(await this.source.findPlaces(appId, { uids: devices }, tx), put);
    }
    if (optOuts.length > 0) {
      (await this.choices.findOptOuts(appId, { uids: optOuts }, tx)).forEach((optOut) => putOptOut(optOut, put));
      (await this.choices.findChoices(appId, { uids: optOuts }, tx)).forEach((choice) => putChoice(choice, put));
    }
    return collectors;
  }
}

/** The feed has users of all groups. The last group also reads users without a group. */
function feedRange({ firstSlice, endSlice, isLast }: IndexGroup): { from: number; before: number } | undefined {
  return isLast && firstSlice === 0
    ? undefined
    : { from: firstSlice * SLICE_SIZE, before: isLast ? Number.MAX_SAFE_INTEGER : endSlice * SLICE_SIZE };
}
