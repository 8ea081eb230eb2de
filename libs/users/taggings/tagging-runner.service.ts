import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict } from '../model/retry-on-conflict.js';
import { TaggingRepository } from './tagging.repository.js';
import type { Tagging } from './tagging.types.js';

/** A part takes a second at most. */
const STALE_SECONDS = 60;

/**
 * Gives tags to users, or takes them off, part by part. A part is one transaction with its rows, its entry in the change
 * feed and the place: whoever takes it over begins with the next part, and tags nobody twice.
 */
@Injectable()
export class TaggingRunnerService {
  private readonly closing = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly outbox: OutboxRepository,
    private readonly taggings: TaggingRepository,
  ) {}

  /** Works off what is open, one after the other, until nothing waits or `stopWork` is called. */
  async runDue(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const claimed = await this.db.tx(async (tx) => {
        const next = await this.taggings.lockNext(tx, STALE_SECONDS);
        return next && this.taggings.claim(tx, next);
      });
      if (!claimed) {
        return;
      }
      await this.run(claimed);
    }
  }

  /** Ends `runDue` after its present part, because the process stops. */
  stopWork(): void {
    this.closing.abort();
  }

  private async run(tagging: Tagging): Promise<void> {
    while (await retryOnConflict(() => this.runPart(tagging))) {
      if (this.closing.signal.aborted) {
        await this.taggings.release(tagging);
        return;
      }
    }
  }

  /** @returns false at the end, and when it was stopped or another process has it */
  private async runPart(tagging: Tagging): Promise<boolean> {
    const { appId, direction, tagId, epoch } = tagging;
    return this.db.tx(async (tx) => {
      if (!(await this.taggings.touch(tx, tagging))) {
        return false;
      }
      const uids = await this.taggings.takePart(tx, tagging);
      if (!uids) {
        await this.taggings.finish(tx, tagging, { state: 'FINISHED', epoch });
        return false;
      }
      const changed =
        direction === 'ADD'
          ? await this.taggings.addTag(tx, appId, uids, tagId)
          : await this.taggings.removeTag(tx, appId, uids, tagId);
      await this.outbox.add(tx, { appId, kind: 'tag', uids: changed.toSorted((a, b) => a - b), keys: [tagId] });
      await this.taggings.advance(tx, tagging, { done: uids.length, changed: changed.length });
      return true;
    });
  }
}
