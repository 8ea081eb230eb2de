import type { Verb } from '../../runtime/verb.js';
import { APP, APP_OPTION, JOURNEY_PEOPLE_SHOWN, REPLAY_DAYS } from '../option-presets.js';

export const journeyList: Verb = {
  name: 'journey list',
  summary: 'Lists journeys with their state and people.',
  operands: '',
  ...APP_OPTION,
  example: 'herald journey list --json',
  load: async () => (await import('./journey.js')).journeyList,
};

export const journeyShow: Verb = {
  name: 'journey show',
  summary: 'Shows one journey: people in sum, at each step and of each version; with --node those at one step.',
  operands: 'NAME',
  options: { app: { type: 'string' }, node: { type: 'string' }, after: { type: 'string' }, limit: { type: 'string' } },
  explain: {
    app: APP,
    node: 'id of a step: lists the people there, until when, the next to go on first',
    after: 'with --node: the next page, as the page before says',
    limit: `with --node: people of a page, up to ${JOURNEY_PEOPLE_SHOWN.max}; ${JOURNEY_PEOPLE_SHOWN.preset} when absent`,
  },
  example: `herald journey show 'abandoned cart' --node look`,
  load: async () => (await import('./journey-show.js')).journeyShow,
};

export const journeyPause = control('pause', 'Pauses journeys: no one enters, and people inside wait.');

export const journeyResume = control('resume', 'Lets people enter journeys, and those inside go on.');

export const journeyStop = control('stop', 'Stops journeys: all people leave them.');

export const journeyDrain = control('drain', 'Closes journeys: no one enters, and people inside go on to the end.');

export const journeyPerson: Verb = {
  name: 'journey person',
  summary: 'Shows where a person is in journeys, since when, why and what is next; then the visits that ended.',
  operands: 'EXTID',
  ...APP_OPTION,
  example: 'herald journey person ada',
  load: async () => (await import('./journey-person.js')).journeyPerson,
};

export const journeyTest: Verb = {
  name: 'journey test',
  summary: 'Runs a scenario against a journey of a file, on a clock of its own and without a database.',
  operands: 'FILE',
  options: {},
  explain: {},
  example: 'herald journey test scenarios/abandoned-cart.yaml',
  load: async () => (await import('./journey-test.js')).journeyTest,
};

export const journeyReplay: Verb = {
  name: 'journey replay',
  summary:
    'Shows what a journey would have done with the events of the past days. Nothing is written, and nothing leaves.',
  operands: 'NAME',
  options: { app: { type: 'string' }, days: { type: 'string' }, file: { type: 'string' } },
  explain: {
    app: APP,
    days: `days back from now, up to ${REPLAY_DAYS.max}; ${REPLAY_DAYS.preset} when absent`,
    file: 'application file with another version, which is compared with the running one',
  },
  example: `herald journey replay 'abandoned cart' --days 30 --file shop.yaml`,
  load: async () => (await import('./journey-replay.js')).journeyReplay,
};

export const journeyRequests: Verb = {
  name: 'journey requests',
  summary: 'Lists changes of journeys that wait for approvals, the oldest first, with what an approval names.',
  operands: '',
  ...APP_OPTION,
  example: 'herald journey requests --json',
  load: async () => (await import('./journey-requests.js')).journeyRequests,
};

export const journeyApprove: Verb = {
  name: 'journey approve',
  summary: 'Approves a change of a journey as it was read. The last approval that it needs applies it with its limit.',
  operands: 'ID',
  options: {
    app: { type: 'string' },
    hash: { type: 'string' },
    'per-day': { type: 'string' },
    words: { type: 'string' },
  },
  explain: {
    app: APP,
    hash: 'the hash that "herald journey requests" shows: another version is refused',
    'per-day': 'the limits.perDay that it shows',
    words: 'for the author',
  },
  example: 'herald journey approve 7 --hash 5f0c… --per-day 500',
  load: async () => (await import('./journey-requests.js')).journeyApprove,
};

export const journeyReject: Verb = {
  name: 'journey reject',
  summary: 'Rejects a change of a journey: nothing of it is applied.',
  operands: 'ID',
  options: { app: { type: 'string' }, words: { type: 'string' } },
  explain: { app: APP, words: 'for the author' },
  example: "herald journey reject 7 --words 'The limit is too high'",
  load: async () => (await import('./journey-requests.js')).journeyReject,
};

function control(verb: 'pause' | 'resume' | 'stop' | 'drain', summary: string): Verb {
  return {
    name: `journey ${verb}`,
    summary,
    operands: 'NAME …',
    ...APP_OPTION,
    example: `herald journey ${verb} 'abandoned cart'`,
    load: async () => (await import('./journey.js')).CONTROLS[verb],
  };
}
