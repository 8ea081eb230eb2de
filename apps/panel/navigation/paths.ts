/** The path under which the panel is served. */
export const BASE = '/panel';

type Search = Readonly<Record<string, string | undefined>>;

/** An address of the panel; empty parameters are left out. */
export function address(parts: readonly string[], search: Search = {}): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const text = new URLSearchParams(entries).toString();
  return [BASE, ...parts.map(encodeURIComponent)].join('/') + (text === '' ? '' : `?${text}`);
}

/** Every place of the panel. `app` is the key of an application. */
export const paths = {
  start: (): string => `${BASE}/`,
  home: (app: string): string => address(['apps', app]),
  campaigns: (app: string, search: Search = {}): string => address(['apps', app, 'campaigns'], search),
  calendar: (app: string, search: Search = {}): string => address(['apps', app, 'campaigns', 'calendar'], search),
  approvals: (app: string, request?: string): string => address(['apps', app, 'campaigns', 'approvals'], { request }),
  composer: (app: string, search: { request?: string; draft?: string; copy?: string } = {}): string =>
    address(['apps', app, 'campaigns', 'new'], search),
  drafts: (app: string): string => address(['apps', app, 'campaigns', 'drafts']),
  campaign: (app: string, key: string): string => address(['apps', app, 'campaigns', key]),
  compare: (app: string, first: string, second: string): string =>
    address(['apps', app, 'campaigns', 'compare'], { first, second }),
  recipients: (app: string, key: string, search: Search = {}): string =>
    address(['apps', app, 'campaigns', key, 'recipients'], search),
  message: (app: string, key: string, search: Search = {}): string =>
    address(['apps', app, 'campaigns', key, 'message'], search),
  users: (app: string, search: Search = {}): string => address(['apps', app, 'users'], search),
  imports: (app: string, search: Search = {}): string => address(['apps', app, 'users', 'imports'], search),
  user: (app: string, uid: string, search: Search = {}): string => address(['apps', app, 'users', uid], search),
  audience: (app: string, search: Search = {}): string => address(['apps', app, 'audience'], search),
  segments: (app: string, segment?: string): string => address(['apps', app, 'audience', 'segments'], { segment }),
  reports: (app: string, search: Search = {}): string => address(['apps', app, 'reports'], search),
  templates: (app: string, search: Search = {}): string => address(['apps', app, 'templates'], search),
  media: (app: string): string => address(['apps', app, 'media']),
  accounts: (app: string): string => address(['apps', app, 'accounts']),
  simulators: (app: string, search: Search = {}): string => address(['apps', app, 'simulators'], search),
  setup: (app: string): string => address(['apps', app, 'setup']),
  section: (app: string, section: string, search: Search = {}): string =>
    address(['apps', app, 'setup', section], search),
  keys: (app: string): string => address(['apps', app, 'keys']),
  audit: (app: string, search: Search = {}): string => address(['apps', app, 'audit'], search),
  members: (): string => `${BASE}/members`,
  me: (): string => `${BASE}/me`,
  parts: (): string => `${BASE}/kit`,
};
