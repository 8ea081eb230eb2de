/** Guards of the promises, with their place in the code. Each can be taken out of the model. */
export const GUARDS = {
  // Lease and epoch.
  claimAfterLease: 'claimChunk: lease_until IS NULL OR lease_until < now()',
  claimOnceAProcess: 'ChunkLeaseService.claimChunk: a chunk of this process is never taken a second time',
  claimNoHeldChunk: 'claimChunk; control/open-chunk.repository.ts CLAIMABLE: hold NOT IN (waiting, paused)',
  claimKeepsIntent: 'claimChunk: the ids in flight stay until they are resolved',
  markEpoch: 'markInFlight: epoch = $5',
  commitEpoch: 'commitBatch: epoch = $5',
  commitPosition: 'commitBatch: done = $6',
  releaseEpoch: 'releaseChunk: epoch = $5',
  releaseKeepsIntent: 'releaseChunk: writes lease_until alone',
  renewEpoch: 'renewLeases: JOIN … USING (…, epoch)',
  // A worker that was frozen.
  leaseCheck: 'before each message leaves: past the lease the rest ends as not sent',
  monotonicClock: 'the lease check reads the monotonic clock: a wall clock can be set back',
  wallClock: 'the lease check reads the wall clock: the monotonic one stops in a paused machine',
  leaseFromRequest: 'a lease counts from before its statement was sent',
  renewalOfOwnRow: 'a renewal that changed no row of the worker renews nothing',
  // In flight.
  intentBeforeSend: 'startBatch, commitBatch: ids are stored before the batch leaves',
  holdAtMark: 'markInFlight: a batch leaves only if hold = none',
  markAgain: 'BatchCommitService.markInFlight: tried again until its outcome is known',
  markClears: 'markInFlight: a chunk with a hold keeps no ids, because nothing has left',
  holdAtCommit: 'sendRemaining: the next batch leaves only if the commit returned hold = none',
  noIntentWhileHeld: 'commitBatch: intent = CASE WHEN hold = none',
  // The commit.
  oneTransaction: 'tryCommit: position, results, retries and doubt in one transaction',
  uniqueResult: 'index push_result_once',
  decideOnce: 'commitBatch: a decision only while intent IS NOT NULL',
  keepResults: 'commitBatch (service): tried again after 25006 and 57014',
  findEpoch: 'findHoldIfCommitted: epoch = $5',
  markAfterLoss: 'commitBatch (service): after a commit whose answer was lost the next ids are stored again',
  // Doubt.
  listCrash: 'resolveInFlight: the ids in flight are written to in_doubt',
  listUnknown: 'classifyOutcomes: an unknown outcome is written to in_doubt',
  askBeforeResend: 'resolveInFlight, resolveUnknown: SMS asks the provider',
  giveUpMail: "resolveInFlight, classifyOutcomes: 'give-up' is not sent again",
  skipListsInFlight: 'endRemaining: recipients in flight end as IN_DOUBT and are listed',
  skipSeesDoubt: 'endRemaining: recipients that are listed end as IN_DOUBT',
  // Retries, the operator, the end.
  retryTakenOnce: 'takeDueRetries: DELETE … RETURNING, in the transaction of the new chunk',
  retryTakesHold: 'createChunksOf: a retry chunk has the hold of its dispatch',
  stopIsFinal: 'pause, resume: stopped_at IS NULL',
  resumeReleases: 'resume: releaseChunks',
  finishAfterRetries: 'finishCompleted: NOT EXISTS retry',
  finishAfterChunks: 'finishCompleted: NOT EXISTS open chunk',
  // The fast path of transactional sends.
  launchEpoch: 'storeLaunches: epoch = s.epoch, state = stored',
  launchWhilePaused: 'storeLaunches: paused_at IS NULL',
  launchAgain: 'TransactionalLaunchService.storeLaunches: tried again until its outcome is known',
  launchStoresIntent: 'storeLaunches: intent, with the first lease',
  completeEpoch: 'completeChunks: epoch = s.epoch',
} as const;

export type Guard = keyof typeof GUARDS;

/** Assumptions of the model. Without one of them a promise falls. */
export const ASSUMPTIONS = {
  arrivesAtOnce: 'a message that passed the lease check reaches the provider before the chunk is claimed again',
  truthfulProvider: 'a provider that is asked knows every message that it took',
  durableCommit: 'what Postgres has committed is still there after its death (synchronous_commit)',
} as const;

export type Assumption = keyof typeof ASSUMPTIONS;
