import { KEY_KINDS, SCOPES } from '#libs/tenancy';
import type { Verb } from '../../runtime/verb.js';
import { APP, APP_OPTION, AUDIT_ENTRIES_SHOWN, KEY_OVERLAP } from '../option-presets.js';

export const accountTest: Verb = {
  name: 'account test',
  summary: 'Tries the credentials of a provider account, and says in the words of the provider what is wrong.',
  operands: 'ACCOUNT',
  options: { app: { type: 'string' }, to: { type: 'string' } },
  explain: {
    app: APP,
    to: 'sends a real test message to this token, address, number or subscription',
  },
  example: 'herald account test smtp --to ann@example.com',
  load: async () => (await import('./account-test.js')).accountTest,
};

export const accountList: Verb = {
  name: 'account list',
  summary: 'Shows the provider accounts of an application, and why one is paused.',
  operands: '',
  ...APP_OPTION,
  example: 'herald account list --app shop',
  load: async () => (await import('./account.js')).accountList,
};

export const accountResume: Verb = {
  name: 'account resume',
  summary: 'Resumes an account that is paused, or whose circuit breaker is open.',
  operands: 'ACCOUNT',
  ...APP_OPTION,
  example: 'herald account resume apns',
  load: async () => (await import('./account.js')).accountResume,
};

export const apply: Verb = {
  name: 'apply',
  summary: 'Applies a YAML file to an application.',
  operands: 'FILE',
  options: { 'dry-run': { type: 'boolean' }, test: { type: 'boolean' } },
  explain: {
    'dry-run': 'print the differences and change nothing',
    test: 'then try the credentials of each provider account; sends no message',
  },
  example: 'herald apply shop.yaml --dry-run',
  load: async () => (await import('./apply.js')).apply,
};

export const approvalList: Verb = {
  name: 'approval list',
  summary: 'Shows campaigns and sends that wait for approval, the oldest first.',
  operands: '',
  ...APP_OPTION,
  example: 'herald approval list --json',
  load: async () => (await import('./approval.js')).approvalList,
};

export const auditList: Verb = {
  name: 'audit list',
  summary: 'Shows who changed what of an application, newest first.',
  operands: '',
  options: {
    app: { type: 'string' },
    installation: { type: 'boolean' },
    action: { type: 'string' },
    before: { type: 'string' },
    limit: { type: 'string' },
  },
  explain: {
    app: APP,
    installation: 'what concerns the whole installation, in place of an application',
    action: 'only actions that begin with this, such as "key." or "campaign.stop"',
    before: 'only entries below this number',
    limit: `entries at most, up to ${AUDIT_ENTRIES_SHOWN.max}; ${AUDIT_ENTRIES_SHOWN.preset} when absent`,
  },
  example: 'herald audit list --action campaign. --limit 20',
  load: async () => (await import('./audit-log.js')).auditList,
};

export const auditVerify: Verb = {
  name: 'audit verify',
  summary: 'Checks that no entry of the audit log was changed or is missing.',
  operands: '',
  options: {
    app: { type: 'string' },
    installation: { type: 'boolean' },
    head: { type: 'string' },
  },
  explain: {
    app: APP,
    installation: 'the log of the whole installation, in place of an application',
    head: 'NUMBER:HASH that an earlier check printed: it must still be part of the log',
  },
  example: 'herald audit verify --installation',
  load: async () => (await import('./audit-log.js')).auditVerify,
};

export const keyCreate: Verb = {
  name: 'key create',
  summary: 'Creates an API key and shows it once.',
  operands: '',
  options: {
    app: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    addresses: { type: 'string' },
    expires: { type: 'string' },
  },
  explain: {
    app: APP,
    kind: `${KEY_KINDS.join(', ')}; rest when absent`,
    name: 'what the key is for',
    scopes: `parts of the interface it may use, with commas: ${SCOPES.join(', ')}`,
    addresses: 'addresses and networks that may use it, with commas',
    expires: 'a day or time (2027-01-31, 2027-01-31T12:00:00Z) from which it is not valid',
  },
  example: 'herald key create --kind rest --name backend --scopes users,events',
  load: async () => (await import('./key.js')).keyCreate,
};

export const keyList: Verb = {
  name: 'key list',
  summary: 'Shows the API keys of an application, without their secrets.',
  operands: '',
  options: { app: { type: 'string' }, all: { type: 'boolean' } },
  explain: { app: APP, all: 'ended keys too' },
  example: 'herald key list --all',
  load: async () => (await import('./key.js')).keyList,
};

export const keyRotate: Verb = {
  name: 'key rotate',
  summary: 'Gives a key a second secret, shows it once, and lets the first end after a while.',
  operands: 'ID',
  options: { app: { type: 'string' }, overlap: { type: 'string' }, expires: { type: 'string' } },
  explain: {
    app: APP,
    overlap: `how long both secrets are valid: 30m, 12h, 7d; ${KEY_OVERLAP} when absent, 0m ends the first at once`,
    expires: 'a day or time from which the new one is not valid; absent: as the old one says',
  },
  example: 'herald key rotate 3 --overlap 7d',
  load: async () => (await import('./key.js')).keyRotate,
};

export const keyRevoke: Verb = {
  name: 'key revoke',
  summary: 'Ends an API key at once, in every process.',
  operands: 'ID',
  ...APP_OPTION,
  example: 'herald key revoke 3',
  load: async () => (await import('./key.js')).keyRevoke,
};

export const memberLink: Verb = {
  name: 'member link',
  summary: 'Prints a one-time link into the panel, for the first member or for one that there is.',
  operands: '[MEMBER]',
  options: {},
  explain: {},
  example: 'herald member link ada@example.com',
  load: async () => (await import('./member.js')).memberLink,
};

export const memberOwner: Verb = {
  name: 'member owner',
  summary: 'Makes a member owner of all applications, where nobody is left who is.',
  operands: 'MEMBER',
  options: {},
  explain: {},
  example: 'herald member owner ada@example.com',
  load: async () => (await import('./member.js')).memberOwner,
};

export const memberList: Verb = {
  name: 'member list',
  summary: 'Shows the members of the panel and their roles.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald member list',
  load: async () => (await import('./member.js')).memberList,
};

export const numbersCheck: Verb = {
  name: 'numbers check',
  summary: 'Lists stored phone numbers that are none, or that lack their calling code.',
  operands: '',
  ...APP_OPTION,
  example: 'herald numbers check --app shop --json',
  load: async () => (await import('./numbers.js')).numbersCheck,
};
