import { Injectable } from '@nestjs/common';
import { Recurring, StopSignal, WorkQueue } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { AliasRepository } from '#libs/users/identities';
import { TAGGING_WORK, TaggingRepository } from './tagging.repository.js';
import type { Tagging } from './tagging.types.js';

/** Pause between searches for audiences that get a tag. */
const CHECK_MS = 2_000;

/**
 * Gives tags to users, or takes them off, part by part. A part is one transaction with its rows, its entry in the change
 * feed and the place: whoever takes it over begins with the next part, and tags no user twice.
 */
@Injectable()
export class TaggingRunnerService {
  private readonly queue: WorkQueue;

  constructor(
    db: Database,
    stopSignal: StopSignal,
    private readonly outbox: OutboxRepository,
    private readonly taggings: TaggingRepository,
    private readonly aliases: AliasRepository,
  ) {
    this.queue = new WorkQueue(db, stopSignal, TAGGING_WORK);
  }

  /** Works off what is open, one after the other, until nothing waits or the process stops. */
  @Recurring('taggings.run', CHECK_MS)
  async runDue(): Promise<void> {
    await this.queue.runDue(
      (tx, claim) => this.taggings.findClaimed(tx, claim),
      (tagging) => this.queue.runParts({ ...tagging, id: tagging.taggingId }, (tx) => this.runPart(tx, tagging)),
    );
  }

  /** @returns false at the end */
  private async runPart(tx: Tx, tagging: Tagging): Promise<boolean> {
    const { appId, direction, tagId, epoch } = tagging;
    const uids = await this.taggings.takePart(tx, tagging);
    if (!uids) {
      await this.taggings.finish(tx, tagging, { state: 'FINISHED', epoch });
      return false;
    }
    const change = (users: readonly number[]): Promise<number[]> =>
      direction === 'ADD'
        ? this.taggings.addTag(tx, appId, users, tagId)
        : this.taggings.removeTag(tx, appId, users, tagId);
    const changed = await change(uids);
    // Looked up after the change: it waited for a merge that was under way, and a later one takes the tag along.
    const mergedInto = await this.aliases.findMergedInto(tx, appId, uids);
    if (mergedInto.length > 0) {
      changed.push(...(await change(mergedInto)));
    }
    await this.outbox.add(tx, { appId, kind: 'tag', uids: changed.toSorted((a, b) => a - b), keys: [tagId] });
    await this.taggings.advance(tx, tagging, { done: uids.length, changed: changed.length });
    return true;
  }
}
