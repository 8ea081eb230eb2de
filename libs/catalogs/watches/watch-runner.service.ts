import { Injectable } from '@nestjs/common';
import { StopSignal, type WorkClaim, WorkQueue } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import type { WatchPart, WatchRound } from '../model/watch.types.js';
import { ItemChangeRepository } from './item-change.repository.js';
import { WATCH_WORK, WatchRepository } from './watch.repository.js';

/** Parts of a round after which other watches have their turn. */
const PARTS_OF_A_TURN = 20;

/** Records the events of a part. Runs in the transaction that keeps the place, and again after a conflict. */
type PartRecorder = (tx: Tx, round: WatchRound) => Promise<WatchPart>;

/**
 * Works on changes of watched fields, in rounds of many changes, so that their people are searched for once. A part of a round
 * is one transaction with its events, its counts and the place: a process that takes over begins with the next part.
 */
@Injectable()
export class WatchRunnerService {
  private readonly queue: WorkQueue;

  constructor(
    db: Database,
    stopSignal: StopSignal,
    private readonly watches: WatchRepository,
    private readonly changes: ItemChangeRepository,
  ) {
    this.queue = new WorkQueue(db, stopSignal, WATCH_WORK);
  }

  /** Works off what is due, in turns. */
  async runDue(record: PartRecorder): Promise<void> {
    await this.queue.runDue(
      async (tx, claim) => {
        const round = await this.openRound(tx, claim);
        return round && { claim, round };
      },
      ({ claim, round }) => this.runRound(claim, round, record),
    );
  }

  private async openRound(tx: Tx, claim: WorkClaim): Promise<WatchRound | undefined> {
    const claimed = await this.watches.findClaimed(tx, claim);
    if (!claimed) {
      return undefined;
    }
    const { appId, watch } = claimed;
    const since = claimed.since ?? (await this.watches.beginRound(tx, appId, watch.id));
    if (claimed.since === null) {
      await this.changes.takeRound(tx, appId, watch.id, watch.kind);
    }
    const changes = await this.changes.listRound(tx, appId, watch.id);
    if (changes.length === 0) {
      await this.watches.endRound(tx, appId, watch.id);
      return undefined;
    }
    return { ...claimed, since, changes };
  }

  private async runRound(claim: WorkClaim, opened: WatchRound, record: PartRecorder): Promise<void> {
    let round = opened;
    let parts = 0;
    await this.queue.runParts(claim, async (tx) => {
      const part = await record(tx, round);
      const { appId, watch } = round;
      await this.changes.addPeople(tx, appId, part);
      if (part.mentions) {
        await this.watches.keepMentions(tx, appId, watch.id, part.mentions);
      }
      if (part.place === null) {
        await this.changes.endRound(tx, appId, watch.id, part.error ?? null);
        await this.watches.endRound(tx, appId, watch.id);
        return false;
      }
      await this.watches.keepPlace(tx, appId, watch.id, part.place);
      const isTurnOver = parts + 1 >= PARTS_OF_A_TURN;
      if (isTurnOver) {
        await this.watches.yieldTurn(tx, appId, watch.id);
      }
      tx.afterCommit(async () => {
        round = goOn(round, part);
        parts += 1;
      });
      return !isTurnOver;
    });
  }
}

function goOn(round: WatchRound, { place, people, limited, mentions }: WatchPart): WatchRound {
  const full = new Set(limited);
  const changes = round.changes.map((change) => ({
    ...change,
    people: change.people + (people.get(change.id) ?? 0),
    isLimited: change.isLimited || full.has(change.id),
  }));
  return {
    ...round,
    changes,
    place,
    mentions: mentions ? { ...mentions, isSettled: mentions.isFilled } : round.mentions,
  };
}
