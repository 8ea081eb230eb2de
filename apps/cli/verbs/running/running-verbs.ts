import type { Verb } from '../../runtime/verb.js';
import { APP, APP_OPTION } from '../option-presets.js';

const SEND_OPTIONS = {
  options: { app: { type: 'string' }, campaign: { type: 'string' }, dispatch: { type: 'string' } },
  explain: {
    app: APP,
    campaign: 'notification key: all sends under it',
    dispatch: 'number of one send, as "tokens list" shows it',
  },
} as const;

export const adopt: Verb = {
  name: 'adopt',
  summary: 'Declares a restored copy of the database as the new original, and resumes its paused sends.',
  operands: '',
  options: { stop: { type: 'boolean' } },
  explain: { stop: 'stop the paused sends instead' },
  example: 'herald adopt --stop',
  load: async () => (await import('./adopt.js')).adopt,
};

export const hold: Verb = {
  name: 'hold',
  summary: 'Pauses all open sends: for a copy of the data folder, before it starts beside the original.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald hold',
  load: async () => (await import('./adopt.js')).hold,
};

export const rangesUpdate: Verb = {
  name: 'ranges update',
  summary: 'Replaces the address ranges by which fetches of machines are told from those of people.',
  operands: '',
  options: { from: { type: 'string' } },
  explain: { from: 'file or https URL of a list: docs/messages.md#machines' },
  example: 'herald ranges update --from ranges.json',
  load: async () => (await import('./ranges.js')).rangesUpdate,
};

export const bench: Verb = {
  name: 'bench',
  summary: 'Runs a benchmark; the last line is one JSON object.',
  operands: 'NAME …',
  options: {},
  explain: {},
  example: 'herald bench send --installations 100000',
  raw: true,
  load: async () => (await import('./benchmarks.js')).bench,
};

export const chaos: Verb = {
  name: 'chaos',
  summary: 'Kills processes under load and counts; the last line is one JSON object.',
  operands: '--seed S --kills N',
  options: {},
  explain: {},
  example: 'herald chaos --seed 1 --kills 2',
  raw: true,
  load: async () => (await import('./benchmarks.js')).chaos,
};

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Checks everything that Herald needs and reports faults.',
  operands: '',
  options: { campaign: { type: 'string' }, queue: { type: 'boolean' }, app: { type: 'string' } },
  explain: {
    campaign: 'notification key: checks that every planned recipient has one final state',
    queue: 'the settings and the queue alone',
    app: APP,
  },
  example: 'herald doctor --campaign 12',
  load: async () => (await import('./doctor.js')).doctor,
};

export const sql: Verb = {
  name: 'sql',
  summary: 'Runs SQL statements with the database settings of the processes.',
  operands: 'STATEMENTS',
  options: { write: { type: 'boolean' }, seconds: { type: 'string' } },
  explain: {
    write: 'lets statements change something; several in one text are one transaction',
    seconds: 'longest time of a statement; 60 when absent',
  },
  example: "herald sql 'SELECT count(*) FROM herald_migration'",
  load: async () => (await import('./sql.js')).sql,
};

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: 'Migrates the database to the newest schema.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald migrate --progress',
  load: async () => (await import('./migrate.js')).migrateVerb,
};

export const newPart: Verb = {
  name: 'new',
  summary: 'Begins a provider in a checkout of the sources: its folder, its simulator and both registrations.',
  operands: 'provider NAME',
  options: {},
  explain: {},
  example: 'herald new provider my-house',
  raw: true,
  load: async () => (await import('./new.js')).newPart,
};

export const secretsReseal: Verb = {
  name: 'secrets reseal',
  summary: 'Seals credentials and secrets again with MASTER_KEY; it may be stopped and started again.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald secrets reseal',
  load: async () => (await import('./secrets.js')).secretsReseal,
};

export const size: Verb = {
  name: 'size',
  summary: 'Tells what an installation of a size needs, from measured costs.',
  operands: '',
  options: {
    users: { type: 'string' },
    'sends-per-day': { type: 'string' },
    'send-hours': { type: 'string' },
    channel: { type: 'string' },
    'events-per-second': { type: 'string' },
    'writes-per-second': { type: 'string' },
    'new-users-per-second': { type: 'string' },
    'singles-per-second': { type: 'string' },
    segments: { type: 'string' },
    'counts-per-second': { type: 'string' },
    retention: { type: 'string' },
  },
  explain: {
    users: 'registered users, such as 500000 or 50M',
    'sends-per-day': 'messages of a day; 0 when absent',
    'send-hours': 'hours of the day on which they go out; 10 when absent',
    channel: 'push, webpush, email or sms; push when absent',
    'events-per-second': 'events at the busiest time; 0 when absent',
    'writes-per-second': 'changed profiles at the busiest time; 0 when absent',
    'new-users-per-second': 'new users with a device at the busiest time; 0 when absent',
    'singles-per-second': 'single sends by request at the busiest time; 0 when absent',
    segments: 'segments, each calculated anew once an hour; 0 when absent',
    'counts-per-second': 'counts of audiences at the busiest time; 1 when absent',
    retention: 'how long results and events are kept; 90d when absent',
  },
  example: 'herald size --users 50M --sends-per-day 200M --events-per-second 5000 --retention 90d',
  load: async () => (await import('./size.js')).size,
};

export const tokensList: Verb = {
  name: 'tokens list',
  summary: 'Lists tokens that providers reported as dead, by send.',
  operands: '',
  ...APP_OPTION,
  example: 'herald tokens list',
  load: async () => (await import('./tokens.js')).tokensList,
};

export const tokensUndo: Verb = {
  name: 'tokens undo',
  summary: 'Restores tokens that a send retired, except tokens registered again since.',
  operands: '',
  ...SEND_OPTIONS,
  example: 'herald tokens undo --campaign 12',
  load: async () => (await import('./tokens.js')).tokensUndo,
};

export const tokensRetire: Verb = {
  name: 'tokens retire',
  summary: 'Retires tokens that a send only suspected.',
  operands: '',
  ...SEND_OPTIONS,
  example: 'herald tokens retire --dispatch 345',
  load: async () => (await import('./tokens.js')).tokensRetire,
};

export const up: Verb = {
  name: 'up',
  summary: 'Starts the database, the simulators and every process of Herald, and stays up.',
  operands: '',
  options: {},
  explain: {},
  example: 'PORT=9080 herald up',
  load: async () => (await import('./up.js')).up,
};
