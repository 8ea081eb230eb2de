import { PROMISES } from '../promises.js';
import type { Setting } from '../setting.js';
import type { Steps } from './steps.js';
import { batchAt, listOf, type Outcome, rowOf, type State, type Worker, workerOf } from '../state/state.js';

/**
 * `ProviderClientService.sendBatch`: the messages of a batch, then the question about those without an answer. They leave
 * in order: which of equal recipients are first makes no difference. Those of a larger chunk arrive as they were seen.
 */
export function addSend(steps: Steps, index: number): void {
  const { state, setting } = steps;
  const { outcomes, lease, batch } = workerOf(state, index);
  const onItsWay = outcomes.indexOf('on its way');
  if (onItsWay >= 0) {
    const arriving = listOf(batch)[onItsWay] ?? 0;
    addArrival(steps, index, onItsWay, `message to ${arriving} arrives`, () => undefined);
    return;
  }
  const open = outcomes.flatMap((outcome, position) => (outcome === 'open' ? [position] : []));
  if (open.length === 0) {
    addQuestions(steps, index, batch, 'unknown');
    return;
  }
  if (setting.guards.leaseCheck && lease === 'over') {
    steps.addFor(index, 'sees that its lease is over: the rest of its batch is withheld', (next, worker) => {
      worker.outcomes = worker.outcomes.map((outcome) => (outcome === 'open' ? 'withheld' : outcome));
      endBatch(steps, next, worker);
    });
    return;
  }
  open.slice(0, setting.isProjected ? open.length : 1).forEach((position) => addDeparture(steps, index, position));
}

/** The next message of a batch leaves. */
function addDeparture(steps: Steps, index: number, position: number): void {
  const recipient = listOf(workerOf(steps.state, index).batch)[position] ?? 0;
  if (steps.setting.assumptions.arrivesAtOnce) {
    addArrival(steps, index, position, `sends to ${recipient}`, (next, worker) =>
      checkLeaving(next, worker, recipient),
    );
  } else {
    steps.addFor(index, `looks at its lease and sends to ${recipient}`, (next, worker) => {
      checkLeaving(next, worker, recipient);
      worker.outcomes[position] = 'on its way';
    });
  }
}

/** A message reaches the provider, or does not, and its answer comes back, or does not. */
function addArrival(
  steps: Steps,
  index: number,
  position: number,
  name: string,
  leave: (next: State, worker: Worker) => void,
): void {
  const arrive = (isAccepted: boolean, outcome: Outcome) => (next: State, worker: Worker) => {
    const recipient = listOf(worker.batch)[position] ?? 0;
    leave(next, worker);
    next.copies[recipient] = Math.min(steps.setting.maxCopies, (next.copies[recipient] ?? 0) + (isAccepted ? 1 : 0));
    next.ghost.isDoubtFounded ||= outcome === 'unknown';
    worker.outcomes[position] = outcome;
    endBatch(steps, next, worker);
  };
  steps.addFor(index, `${name}: accepted`, arrive(true, 'sent'));
  steps.addFor(index, `${name}: accepted, the answer is lost`, arrive(true, 'unknown'), 'lostAnswer');
  steps.addFor(index, `${name}: the connection breaks before it arrives`, arrive(false, 'unknown'), 'lostAnswer');
  steps.addFor(index, `${name}: the provider is busy`, arrive(false, 'not sent'), 'busy');
}

/** Checks the conditions of a leaving message. Looks at the row itself, not at the worker's view of it. */
function checkLeaving(next: State, worker: Worker, recipient: number): void {
  const isIn = (recipients: number): boolean => ((recipients >> recipient) & 1) === 1;
  const { isPaused, isStopped } = next.dispatch;
  const broken = new Set(next.ghost.broken);
  if (!isIn(rowOf(next, worker).intent)) {
    broken.add(PROMISES.inFlight);
  }
  if ((isPaused || isStopped) && !isIn(next.ghost.underWay)) {
    broken.add(PROMISES.hold);
  }
  next.ghost.broken = [...broken].toSorted();
}

/** With an outcome for every message the commit comes, unless SMS has to ask about some first. */
function endBatch({ setting }: Steps, next: State, worker: Worker): void {
  const { outcomes } = worker;
  const mustAsk = setting.policy === 'ask' && outcomes.includes('unknown');
  if (!outcomes.includes('open') && !outcomes.includes('on its way') && !mustAsk) {
    enterCommit(setting, next, worker);
  }
}

/** `askProvider`, for each message with an outcome: `unknown` after a batch, `open` for the ids of a dead worker. */
export function addQuestions(steps: Steps, index: number, recipients: number, outcome: 'unknown' | 'open'): void {
  const { setting } = steps;
  const ask = (answer: (isAccepted: boolean, position: number) => Outcome) => (next: State, worker: Worker) => {
    const numbers = listOf(recipients);
    worker.outcomes = worker.outcomes.map((current, position) =>
      current === outcome ? answer((next.copies[numbers[position] ?? 0] ?? 0) > 0, position) : current,
    );
    if (outcome === 'unknown') {
      enterCommit(setting, next, worker);
    }
  };
  if (!setting.guards.askBeforeResend) {
    steps.addFor(
      index,
      'does not ask the provider',
      ask(() => 'not sent'),
    );
    return;
  }
  steps.addFor(
    index,
    'asks the provider',
    ask((isAccepted) => (isAccepted ? 'sent' : 'not sent')),
  );
  const silent = (): Outcome => 'unknown';
  steps.addFor(index, 'asks the provider, which gives no answer', ask(silent), 'lostAnswer');
  const { outcomes } = workerOf(steps.state, index);
  if (outcomes.filter((current) => current === outcome).length > 1) {
    listOf(recipients).forEach((number, unanswered) =>
      steps.addFor(
        index,
        `asks the provider, which gives no answer about ${number}`,
        ask((isAccepted, position) => (position === unanswered ? 'unknown' : isAccepted ? 'sent' : 'not sent')),
        'lostAnswer',
      ),
    );
  }
  if (!setting.assumptions.truthfulProvider) {
    steps.addFor(
      index,
      'asks the provider, which does not know its message yet',
      ask(() => 'not sent'),
      'lostAnswer',
    );
  }
}

/** Between the answers and the commit: the next batch is prepared, unless this worker stops or the account rests. */
function enterCommit(setting: Setting, next: State, worker: Worker): void {
  worker.place = 'commit';
  const { ids } = rowOf(next, worker);
  const position = worker.done + listOf(worker.batch).length;
  worker.next = setting.isPaced || setting.isProjected ? 0 : batchAt(ids, position, setting.batchSize);
}
