import type { Verb } from '../../runtime/verb.js';
import { APP, APP_OPTION } from '../option-presets.js';

export const explain: Verb = {
  name: 'explain',
  summary: 'Explains why a user matches a target, segment or campaign, or does not.',
  operands: 'EXTID',
  options: {
    app: { type: 'string' },
    target: { type: 'string' },
    segment: { type: 'string' },
    campaign: { type: 'string' },
  },
  explain: {
    app: APP,
    target: 'a target as JSON, as in sendBulkNotification or in a segment',
    segment: 'instead: name of a segment',
    campaign: 'instead: key of a notification that was sent',
  },
  example: `herald explain id1 --target '{"tag": "Sport"}'`,
  load: async () => (await import('./explain.js')).explain,
};

export const consentShow: Verb = {
  name: 'consent show',
  summary: 'Tells which consent allowed a message, as it stood when the message left.',
  operands: 'APP MESSAGE-ID',
  options: {},
  explain: {},
  example: 'herald consent show shop 00000000-0001-8004-8000-04001f2e3d4c',
  load: async () => (await import('./consent.js')).consentShow,
};

export const exportVerb: Verb = {
  name: 'export',
  summary: 'Writes the results of a notification to the standard output, also of those who were left out.',
  operands: 'KEY',
  options: { app: { type: 'string' }, format: { type: 'string' }, status: { type: 'string' } },
  explain: {
    app: APP,
    format: 'csv (the default), or ndjson, which is also what --json means',
    status: 'only SUCCESS, FAILED, SKIPPED or OPEN; without it all but OPEN',
  },
  example: 'herald export 12 --status FAILED > failed.csv',
  load: async () => (await import('./export.js')).exportVerb,
};

export const importUsers: Verb = {
  name: 'import users',
  summary: 'Imports users from a file; run again after an interruption, it goes on where it stopped.',
  operands: 'FILE.csv|ndjson',
  options: {
    app: { type: 'string' },
    map: { type: 'string' },
    format: { type: 'string' },
    'dry-run': { type: 'boolean' },
    refusals: { type: 'string' },
  },
  explain: {
    app: APP,
    map: 'file of the mapping (YAML); without it, columns are named as fields and attributes',
    format: 'csv or ndjson (not needed where the name of the file ends with it)',
    'dry-run': 'tells what would change and which lines are refused; changes no user',
    refusals: 'file for all refused lines (CSV: line, field, reason)',
  },
  example: 'herald import users users.csv --dry-run',
  load: async () => (await import('./import-users.js')).importUsers,
};

export const importItems: Verb = {
  name: 'import items',
  summary: 'Loads items of a catalog from a file: all of them, or none.',
  operands: 'CATALOG FILE.csv|ndjson|json',
  options: {
    app: { type: 'string' },
    format: { type: 'string' },
    'remove-absent': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  explain: {
    app: APP,
    format: 'csv or ndjson, also of a list of JSON (not needed where the name of the file ends with it)',
    'remove-absent': 'removes items that the file does not have',
    'dry-run': 'tells what would change, and changes nothing',
  },
  example: 'herald import items products products.csv --dry-run',
  load: async () => (await import('./import-items.js')).importItems,
};

export const personExport: Verb = {
  name: 'person export',
  summary: 'Writes everything about one person to the standard output, as JSON.',
  operands: 'EXTID',
  ...APP_OPTION,
  example: 'herald person export id1 > id1.json',
  load: async () => (await import('./person.js')).personExport,
};
