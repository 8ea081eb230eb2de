import type { PanelSite } from '../panel-site.js';

const MINUTE_MS = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A check that has ended, with refused lines. */
export const CHECKED = {
  id: '17',
  fileName: 'members-november.csv',
  format: 'csv',
  state: 'FINISHED',
  fault: null,
  check: true,
  runnable: true,
  size: 204_800,
  position: 204_800,
  counts: {
    lines: 1403,
    skipped: 0,
    refused: 16,
    erased: 1,
    merged: 2,
    created: 1100,
    changed: 134,
    unchanged: 150,
    repeated: 2,
  },
  checked: null,
  linesPerSecond: 5200,
  secondsLeft: null,
  tag: 'november',
  createdAt: ago(3 * MINUTE_MS),
  finishedAt: ago(2 * MINUTE_MS),
};

/** An import that runs. */
export const RUNNING = {
  ...CHECKED,
  state: 'RUNNING',
  check: false,
  runnable: false,
  position: 51_200,
  counts: {
    lines: 350,
    skipped: 0,
    refused: 4,
    erased: 0,
    merged: 0,
    created: 280,
    changed: 30,
    unchanged: 36,
    repeated: 0,
  },
  checked: CHECKED.counts,
  linesPerSecond: 175,
  secondsLeft: 6,
  finishedAt: null,
};

const FAILED = {
  ...CHECKED,
  id: '15',
  fileName: 'players.csv',
  state: 'FAILED',
  fault: "Column 'shoe size' is neither a field of a user nor a defined attribute; map it, or name it in 'ignore'",
  runnable: false,
  position: 0,
  counts: {
    lines: 0,
    skipped: 0,
    refused: 0,
    erased: 0,
    merged: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    repeated: 0,
  },
};

const IMPORTS = [
  CHECKED,
  { ...RUNNING, id: '16', fileName: null, format: 'ndjson' },
  FAILED,
  { ...FAILED, id: '14', state: 'STOPPED', fault: null, fileName: 'old-list-with-a-very-long-name-of-its-own.csv' },
  { ...CHECKED, id: '13', fileName: 'crm.csv', check: false, runnable: false, checked: CHECKED.counts },
];

export const FAULTS = [
  {
    field: 'profile.age',
    column: 'Age',
    reason: "Field 'profile.age' should be of type INT",
    lines: 12,
    firstLine: 41,
  },
  { field: '', column: null, reason: 'The line has 7 cells, and the first one 8', lines: 4, firstLine: 300 },
];

const LINES = Array.from({ length: 16 }, (_, index) => ({
  line: 41 + index * 9,
  field: index % 4 === 3 ? '' : 'profile.age',
  column: index % 4 === 3 ? null : 'Age',
  reason: index % 4 === 3 ? 'The line has 7 cells, and the first one 8' : "Field 'profile.age' should be of type INT",
  furtherFaults:
    index % 4 === 1 ? [{ field: 'email', column: 'Mail', reason: "Field 'email' should be an e-mail address" }] : [],
}));

export const COLUMNS = {
  delimiter: ',',
  columns: [
    { name: 'customer', kind: 'UNKNOWN', target: null, examples: ['C-1001', 'C-1002', 'C-1003'] },
    { name: 'email', kind: 'FIELD', target: 'email', examples: ['ada@example.com', 'grace@example.com'] },
    { name: 'city', kind: 'ATTRIBUTE', target: 'city', examples: ['Van'] },
    { name: 'shoe size', kind: 'UNKNOWN', target: null, examples: ['38', '42'] },
  ],
  fields: ['extId', 'email', 'msisdn', 'tags', 'consent.email'],
  attributes: [
    { code: 'city', label: 'City', dataType: 'STRING', array: false },
    { code: 'age', label: null, dataType: 'INT', array: false },
  ],
};

const TAGGING = {
  id: '6a1f0a3c-54f0-4f0e-9a55-0c7f3c1e0001',
  tag: 'winter people',
  direction: 'ADD',
  state: 'RUNNING',
  people: 48_210,
  done: 12_000,
  changed: 11_870,
  by: 'Deniz Aksoy',
  createdAt: ago(MINUTE_MS),
  finishedAt: null,
};

/** Tags of audiences: under way, ended, stopped, and on their way back. */
const TAGGINGS = [
  {
    ...TAGGING,
    id: `${TAGGING.id.slice(0, -1)}2`,
    tag: 'lapsed',
    direction: 'REMOVE',
    state: 'WAITING',
    done: 0,
    changed: 0,
  },
  TAGGING,
  { ...TAGGING, id: `${TAGGING.id.slice(0, -1)}3`, tag: 'lapsed', state: 'FINISHED', done: 48_210, finishedAt: ago(0) },
  { ...TAGGING, id: `${TAGGING.id.slice(0, -1)}4`, tag: 'vip only', state: 'STOPPED', finishedAt: ago(0) },
];

/** Imports in every state. */
export function answerImports(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/imports', { body: { items: IMPORTS, next: null } })
    .on('GET /apps/shop/imports/17', { body: CHECKED })
    .on('GET /apps/shop/imports/16', { body: RUNNING })
    .on('GET /apps/shop/imports/15', { body: FAILED })
    .on('GET /apps/shop/imports/17/faults', { body: { items: FAULTS } })
    .on('GET /apps/shop/imports/16/faults', { body: { items: FAULTS } })
    .on('GET /apps/shop/imports/17/lines', { body: { items: LINES, next: null } })
    .on('GET /apps/shop/imports/16/lines', { body: { items: LINES.slice(0, 4), next: null } })
    .on('GET /apps/shop/audience/taggings', { body: { items: TAGGINGS } })
    .on('POST /apps/shop/imports/columns', { body: COLUMNS })
    .on('POST /apps/shop/imports', { body: { ...CHECKED, state: 'WAITING', runnable: false } });
}
