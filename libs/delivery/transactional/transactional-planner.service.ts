import { Injectable } from '@nestjs/common';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import { type CutChunk, cutChunks } from '../dispatches/chunk.js';
import { LeftOutSelectionService } from '../launching/left-out-selection.service.js';
import { RecipientSelectionService, UnresolvableTargetError } from '../launching/recipient-selection.service.js';
import { Config } from '#platform/config';
import { LeaseDeadline, readMoment } from '../model/times/lease-deadline.js';
import { HOLD_REASONS, type LeasedChunk } from '../model/delivery.types.js';
import { MessageCacheService } from '../recipients/message-cache.service.js';
import { FIRST_EPOCH, type TransactionalLease } from './transactional.repository.js';
import type { PlannedDispatch } from './transactional.types.js';

/** Finds the recipients of claimed transactional dispatches and cuts them into chunks, without storing anything. */
@Injectable()
export class TransactionalPlannerService {
  constructor(
    private readonly selection: RecipientSelectionService,
    private readonly leftOut: LeftOutSelectionService,
    private readonly chunks: ChunkRepository,
    private readonly messages: MessageCacheService,
    private readonly config: Config,
  ) {}

  /**
   * Plans dispatches of one application.
   *
   * @returns all but those whose target cannot be resolved any more
   */
  async plan(leases: readonly TransactionalLease[]): Promise<PlannedDispatch[]> {
    const requests = [];
    for (const lease of leases) {
      try {
        requests.push({ lease, target: await this.selection.resolveTarget(lease) });
      } catch (error) {
        if (!(error instanceof UnresolvableTargetError)) {
          throw error;
        }
      }
    }
    const [first] = requests;
    const groups = first ? await this.selection.selectRecipientsOfEach(first.lease.appId, requests) : [];
    const selected = requests.map((request, index) => ({ ...request, groups: groups[index] ?? [] }));
    const leftOut = first ? await this.leftOut.findOfEach(first.lease.appId, selected) : [];
    const planned: PlannedDispatch[] = [];
    for (const [index, { lease }] of requests.entries()) {
      const chunks = await this.chunks.assignIds(cutChunks(groups[index] ?? []));
      const message = await this.messages.prepareMessage(lease);
      planned.push({
        lease,
        message,
        chunks: chunks.map((chunk) => this.toLeasedChunk(lease, chunk)),
        leftOut: leftOut[index] ?? [],
      });
    }
    return planned;
  }

  /** A new chunk as its first lease will hold it. The lease begins when the chunk is stored. */
  private toLeasedChunk(
    { appId, dispatchId }: TransactionalLease,
    { vb, channel, chunkId, ids, owners }: CutChunk & { chunkId: number },
  ): LeasedChunk {
    return {
      vb,
      appId,
      dispatchId,
      chunkId,
      channel,
      attempt: 0,
      expiresAt: null,
      done: 0,
      remaining: ids,
      owners,
      accounts: new Map(),
      counts: { sent: [], failed: [], skipped: [] },
      epoch: FIRST_EPOCH,
      lease: new LeaseDeadline(this.config.LEASE_MS, readMoment()),
      holdReason: HOLD_REASONS.none,
      newer: 0,
      inFlight: null,
      attempted: null,
    };
  }
}
