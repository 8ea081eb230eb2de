/** The order of modules, of parts of modules, and of folders: `.dependency-cruiser.cjs` makes the import rules of it. */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Lower modules first; a module may import the entry points of those before it. */
const LADDER = [
  'audit',
  'channels',
  'tenancy',
  'members',
  'content',
  'users',
  'events',
  'geofences',
  'inbox',
  'audience',
  'delivery',
  'notifications',
  'identity',
  'journeys',
  'reporting',
  'administration',
  'simulation',
];
/**
 * Modules in parts, lower ones first. The parts share a schema. Other parts and other modules import the entry point of a
 * part; the entry point of the whole module has the Nest module of all parts.
 */
const PARTS = {
  users: ['identities', 'profiles', 'consent', 'devices', 'registry', 'preferences', 'search', 'imports'],
};
/**
 * The folders inside a module, lower ones first: a folder imports only those below it. What lies beside the folders is open
 * to all of them, except the Nest module and the entry point.
 */
const FOLDER_LADDERS = {
  tenancy: ['model', 'applications', 'api-keys', 'identity-keys', 'provider-accounts', 'apply'],
  channels: ['definitions', 'faults', 'sender', 'rate-limits', 'transport', 'mail', 'provider', 'providers'],
  content: ['model', 'template', 'render', 'parse'],
  'users/identities': ['model', 'addresses', 'ids'],
  'users/profiles': ['model', 'tags', 'sealing', 'attributes', 'store'],
  'users/consent': ['history', 'suppressions', 'tracking'],
  'users/devices': ['model', 'store', 'tokens', 'locations', 'activities'],
  'users/registry': ['erasure', 'writes', 'respelling', 'lookup', 'registration', 'installations'],
  'users/preferences': ['topics', 'opt-ins', 'confirmations', 'choices', 'profile', 'export'],
  'users/search': ['words', 'index', 'query'],
  'users/imports': ['model', 'taggings', 'reading', 'mapping', 'running'],
  audience: [
    'targets',
    'sql-engine',
    'prediction',
    'bitmap-index/model',
    'bitmap-index/places',
    'behaviour',
    'segment-store',
    'bitmap-index/store',
    'bitmap-index/cache',
    'bitmap-index/query',
    'bitmap-index/maintenance',
    'recipients',
    'counts',
    'preview',
    'segment-updates',
    'segments',
    'explain',
    'metrics',
  ],
  delivery: [
    'model',
    'metrics',
    'attachments',
    'key-totals',
    'dispatches',
    'recipient-params',
    'left-out',
    'tokens',
    'accounts',
    'checks',
    'preview',
    'engagement',
    'recipients',
    'erasure',
    'export',
    'ledger-check',
    'retention',
    'provider-question',
    'sending',
    'launching',
    'transactional',
    'webhooks',
    'intake',
    'control',
    'dry-run',
  ],
  notifications: [
    'model',
    'catalogue',
    'definitions',
    'drafts',
    'mails',
    'media',
    'templates',
    'approvals',
    'transactional',
    'confirmations',
    'campaigns',
    'forecasts',
    'compose',
    'reviews',
    'approver-mails',
  ],
  journeys: ['model', 'definitions', 'visits', 'running', 'control'],
  simulation: ['simulators', 'reports', 'deliveries', 'drills'],
};

/** The folders of simulated providers, so that a new one needs no line here. */
function listSimulators() {
  const folder = join(__dirname, 'apps/simulators');
  const folders = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const others = new Set(['server', 'shown', 'apis', 'reports', 'webhooks', 'pages']);
  return folders.filter((entry) => entry.isDirectory() && !others.has(entry.name)).map(({ name }) => name);
}

/** The same for processes. */
const APP_LADDERS = {
  gateway: [
    'http/request',
    'http/responses',
    'http/validation',
    'http/auth',
    'http/body',
    'legacy',
    'http/openapi',
    'rest/users',
    'rest/imports',
    'rest/privacy',
    'rest/messaging',
    'rest/audience',
    'rest/reporting',
    'rest/events',
    'rest/journeys',
    'rest/audit',
    'sdk',
    'callbacks',
    'public',
    'inbound-mail',
    'web',
    'panel-web',
    'panel/access',
    'panel/session',
    'panel/members',
    'panel/audit',
    'panel/campaigns',
    'panel/home',
    'panel/users',
    'panel/audience',
    'panel/setup',
    'panel/live',
    'panel/simulators',
    'pages',
  ],
  simulators: ['server', 'shown', ...listSimulators(), 'apis', 'reports', 'webhooks', 'pages'],
  panel: [
    'i18n',
    'navigation',
    'api',
    'kit/layout',
    'kit/controls',
    'kit/states',
    'kit/tables',
    'kit/charts',
    'widgets',
    'loading',
    'targets',
    'session',
    'shell',
    'home',
    'campaigns',
    'users',
    'imports',
    'audience',
    'accounts',
    'simulators',
    'setup',
    'keys',
    'audit',
    'members',
    'me',
    'gallery',
  ],
};

module.exports = { LADDER, PARTS, FOLDER_LADDERS, APP_LADDERS };
