import type { Model } from './checker.js';
import { findBroken, isEnd } from './promises.js';
import type { Setting } from './setting.js';
import { keyOf } from './state/key.js';
import { startState, type State } from './state/state.js';
import { addFaults, addOperator, addRecovery } from './steps/environment.js';
import { Steps } from './steps/steps.js';
import { addWorkerSteps } from './steps/worker.js';

/**
 * The chunk protocol (decision 11) as a model: every state that two workers, the database, a provider and an operator can
 * come to, with every fault at every moment. Each line names a step of the model and its code in `libs/delivery`.
 *
 * | step of the model                                 | function here                      | code                                                             |
 * | ------------------------------------------------- | ---------------------------------- | ---------------------------------------------------------------- |
 * | claims chunk                                      | worker.ts addClaims                | sending/chunk-sender sendChunk; sending/chunk-lease claimChunk   |
 * |   its statement                                   | database.ts isClaimable, claimChunk| dispatches/chunk.repository claimChunk                           |
 * |   what its state allows                           | worker.ts processChunk             | sending/chunk-sender processChunk                                |
 * |   … whose account rests                           | worker.ts addClaims                | sending/chunk-completion releaseChunk                            |
 * | renews its lease                                  | worker.ts addRenewal               | sending/chunk-lease renewLeases                                  |
 * |   its statement                                   | database.ts renewLease             | dispatches/chunk.repository renewLeases                          |
 * | stores its ids in flight                          | worker.ts addMark                  | sending/batch-sender startBatch; batch-commit markInFlight       |
 * |   its statement                                   | database.ts markInFlight           | dispatches/chunk.repository markInFlight                         |
 * | sends to N                                        | worker-send.ts addSend             | sending/provider-client sendBatch; channels/<name>.sender send   |
 * | sees that its lease is over                       | worker-send.ts addSend             | the `mayLeave` of sendBatch; model/lease-deadline                |
 * | asks the provider, after a batch                  | worker-send.ts addQuestions        | sending/unconfirmed-sends resolveUnknown                         |
 * |   all answers are there                           | worker-send.ts enterCommit         | sending/batch-sender sendRemaining, up to its commit             |
 * | commits its batch                                 | worker-commit.ts addCommit         | sending/batch-commit commitBatch, tryCommit                      |
 * |   what it stores                                  | worker-commit.ts composeBatch      | sending/classify-outcomes classifyOutcomes                       |
 * |   its transaction                                 | database.ts commitBatch            | chunk.repository commitBatch; sending/result.repository          |
 * |   the update changes no row                       | worker-commit.ts goOnIfCommitted   | sending/batch-commit commitOnce                                  |
 * |   its question                                    | database.ts findIfCommitted        | dispatches/chunk.repository findHoldIfCommitted                  |
 * |   after it                                        | worker-commit.ts goOn              | sending/batch-sender sendRemaining, after its commit             |
 * | is asked to stop, or its account rests            | worker-commit.ts addCommit         | sending/batch-sender stop, findReady                             |
 * | gives its chunk back                              | worker.ts; database.ts releaseChunk| sending/chunk-completion releaseUnfinished; releaseChunk         |
 * | asks the provider, about a dead worker's ids      | worker-send.ts addQuestions        | sending/unconfirmed-sends findStatus, askProvider                |
 * | stores its decision on the ids of a dead worker   | worker-commit.ts composeDecision   | sending/unconfirmed-sends resolveInFlight, decide                |
 * | ends the rest of its stopped chunk as skipped     | worker-commit.ts composeSkip       | sending/chunk-completion endRemaining                            |
 * | claims the launch, stores the launch              | worker-launch.ts                   | transactional/transactional.repository claim, storeLaunches      |
 * | its first commit on the fast path                 | worker-commit.ts, completeEpoch    | transactional/transactional.repository completeChunks            |
 * | the recovery makes a chunk of due retries         | environment.ts makeRetryChunk      | control/retry-chunks createRetryChunks, createChunksOf           |
 * | the dispatch is finished                          | environment.ts addRecovery         | dispatches/dispatch.repository finishCompleted                   |
 * | the operator pauses, resumes, stops               | environment.ts addOperator         | control/campaign-control pause, resume, stop                     |
 * | dies, is frozen, a lease runs out                 | environment.ts addFaults           | SIGKILL, SIGSTOP, a paused machine, `lease_until < now()`        |
 *
 * Made smaller, without taking a behaviour away:
 *
 * - An epoch is only compared for equality with the row. So a worker has one bit: its epoch is the newest.
 * - Time is a matter of order. A lease may run out once its holder knows it to be over; a retry may be due at any moment.
 * - The queue is left out: any worker may claim any claimable chunk at any moment. Jobs that are lost or doubled are in this.
 * - Equal recipients leave in order, and equal workers are the same.
 *
 * Not in the model: the cut of an audience into chunks, pacing and its split of a chunk, deadlines, dead tokens, the inbox,
 * webhooks, recipients without a message. Other tests have these (docs/reliability.md).
 */
export function protocolOf(setting: Setting): Model<State> {
  return {
    start: startState(setting),
    keyOf,
    findBroken: (state) => findBroken(state, setting),
    isEnd,
    steps: (state) => {
      const steps = new Steps(state, setting);
      state.workers.forEach((_, index) => addWorkerSteps(steps, index));
      addOperator(steps);
      addRecovery(steps);
      addFaults(steps);
      return steps.list;
    },
  };
}
