import type { Account } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import type { BatchCommit, LeasedChunk } from '../model/delivery.types.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import type { TransactionalLease } from './transactional.repository.js';

/** A claimed dispatch with its recipients. */
export interface PlannedDispatch {
  lease: TransactionalLease;
  message: PreparedMessage;
  chunks: LeasedChunk[];
  /** Users of its target that are no recipients. */
  leftOut: readonly LeftOutGroup[];
}

/** Dispatches of one application that use the same channels. They are launched and sent together. */
export interface DispatchGroup {
  channels: Channel[];
  dispatches: PlannedDispatch[];
}

/** A chunk that the launching worker sends itself. */
export interface PreparedChunk {
  chunk: LeasedChunk;
  message: PreparedMessage;
  batch: Batch;
}

/** Chunks that leave together through one account. */
export interface AccountBatch {
  account: Account;
  isProbe: boolean;
  chunks: PreparedChunk[];
}

/** A chunk together with the commit of its only batch. */
export interface ChunkCommit {
  chunk: LeasedChunk;
  message: PreparedMessage;
  commit: BatchCommit;
}

export function countRecipients(chunks: readonly LeasedChunk[]): number {
  return chunks.reduce((sum, { remaining }) => sum + remaining.length, 0);
}
