import { Inject, Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels/definitions';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import { type Change, OutboxRepository, RESULT_CHANGE } from '#platform/outbox';
import { ClockService, type Logger } from '#platform/runtime';
import { DeliveryCountersService } from '../metrics/delivery-counters.service.js';
import { NextContentRepository } from '../next-content/next-content.repository.js';
import { hasNextContent, toNextRows } from '../next-content/undelivered.js';
import {
  type BatchCommit,
  type Dispatch,
  LANES,
  type LeasedChunk,
  type Result,
  STATUSES,
} from '../model/delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';
import type { FinishedSend } from './finished-dispatches.sql.js';

/** Results of a batch that are stored. */
interface StoredResults {
  chunk: Pick<LeasedChunk, 'appId' | 'dispatchId' | 'channel' | 'owners'>;
  dispatch: Pick<Dispatch, 'options' | 'content' | 'leadId'>;
  results: readonly Result[];
}

/** Reports the commit of a batch to others: the change feed, the metrics, and its dispatch, which may be finished. */
@Injectable()
export class CommittedBatchService {
  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly counters: DeliveryCountersService,
    private readonly outbox: OutboxRepository,
    private readonly clock: ClockService,
    private readonly nextContents: NextContentRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds the results of batches to the change feed, in the transaction that stores them. Recipients without delivery are
   * marked where the campaign has another content for them.
   */
  async addToFeed(tx: Tx, batches: readonly StoredResults[]): Promise<void> {
    for (const { chunk, dispatch, results } of batches) {
      if (dispatch.leadId && hasNextContent(dispatch)) {
        const campaign = { appId: chunk.appId, leadId: dispatch.leadId };
        await this.nextContents.insert(tx, campaign, toNextRows(chunk, results));
      }
    }
    const changes = batches.filter(hasReader).map(toResultChange);
    changes.push(...batches.filter(({ dispatch }) => dispatch.options.isAwaited).flatMap(toMessageChanges));
    await this.outbox.addAll(tx, changes);
  }

  /** Adds a committed batch to the metrics of this process. */
  count({ channel }: LeasedChunk, { lane, dueAt }: Dispatch, commit: BatchCommit): void {
    const seconds = (this.clock.now().getTime() - dueAt.getTime()) / 1000;
    this.counters.countCommit(channel, lane, commit, seconds);
  }

  /** Finishes those dispatches that have no open chunk and no retry. The end of a campaign is a line of the log. */
  async finishDispatches(dispatchIds: readonly number[]): Promise<void> {
    logEnds(this.logger, await this.dispatches.finishCompleted(dispatchIds));
  }
}

/** Logs the end of campaigns with their figures, and an error for each send whose counts do not add up. */
export function logEnds(logger: Logger, sends: readonly FinishedSend[]): void {
  for (const send of sends) {
    const { dispatchId, appId, notificationKey, planned, settled } = send;
    if (send.lane === LANES.bulk) {
      const [sent, failed] = [send.sent ?? 0, send.failed ?? 0];
      const skipped = settled - sent - failed;
      const seconds = Math.round(send.seconds * 10) / 10;
      logger.info(
        { dispatchId, appId, notificationKey, planned, settled, sent, failed, skipped, seconds },
        send.isStopped ? 'campaign ended, stopped' : 'campaign finished',
      );
    }
    if (planned !== settled) {
      logger.error({ dispatchId, planned, settled }, 'the counts of a finished dispatch do not add up');
    }
  }
}

/** Tests if the message names a reader of its results, by recipient. */
function hasReader({ dispatch }: StoredResults): boolean {
  return dispatch.options.hookId !== undefined;
}

/** Skipped recipients are not reported: `getPushResult` does not show them either. */
function toResultChange({ chunk: { appId, dispatchId, channel }, results }: StoredResults): Change {
  const reported = results.filter(({ status }) => status !== STATUSES.skipped);
  return {
    appId,
    kind: RESULT_CHANGE,
    uids: reported.map(({ recipientId }) => recipientId),
    keys: [CHANNELS[channel]],
    ref: dispatchId,
  };
}

/** The rows of the change feed about results of a chunk: who got the message, and who could or should not get it. */
function toMessageChanges({ chunk: { appId, dispatchId }, results }: StoredResults): Change[] {
  const uidsOf = (status: Result['status']): number[] => {
    const uids = new Set(
      results.flatMap((result) => (result.status === status && result.uid !== null ? [result.uid] : [])),
    );
    return [...uids].toSorted((a, b) => a - b);
  };
  return [
    { appId, kind: 'sent', uids: uidsOf(STATUSES.success), keys: [], ref: dispatchId },
    { appId, kind: 'failed', uids: uidsOf(STATUSES.failed), keys: [], ref: dispatchId },
    { appId, kind: 'skipped', uids: uidsOf(STATUSES.skipped), keys: [], ref: dispatchId },
  ];
}
