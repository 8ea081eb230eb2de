import { newKey } from '../api/client.js';
import type { ComposedCampaign, Message } from '../api/compose/compose.js';
import { instantOf, localOf } from './zoned-time.js';

/** Platforms that the composer writes for, in their order. */
export const PLATFORMS = ['IOS', 'ANDROID', 'CHROME', 'FIREFOX', 'SAFARI', 'EDGE', 'SMS'] as const;
const BROWSERS: readonly string[] = ['CHROME', 'FIREFOX', 'SAFARI', 'EDGE'];

/** Everybody, in place of the name of a segment. */
export const EVERYBODY = '';

/** A campaign while it is written, as it was typed. */
export interface Draft {
  /** Names the launch: a second press of the button launches nothing. */
  key: string;
  name: string;
  platforms: readonly string[];
  title: string;
  text: string;
  link: string;
  icon: string;
  segment: string;
  when: 'now' | 'later';
  /** As a field of date and time has it, without a zone. */
  at: string;
  /** Who is shown the message, and gets the test. */
  extId: string;
}

export function newDraft(): Draft {
  return {
    key: newKey(),
    name: '',
    platforms: ['IOS', 'ANDROID'],
    title: '',
    text: '',
    link: '',
    icon: '',
    segment: EVERYBODY,
    when: 'now',
    at: '',
    extId: '',
  };
}

export function hasBrowser({ platforms }: Pick<Draft, 'platforms'>): boolean {
  return platforms.some((platform) => BROWSERS.includes(platform));
}

/** What the server is asked about; undefined while something is missing without which there is no message. */
export function messageOf(draft: Draft): Message | undefined {
  const [name, text, title, link, icon] = [draft.name, draft.text, draft.title, draft.link, draft.icon].map((field) =>
    field.trim(),
  ) as [string, string, string, string, string];
  if (name === '' || text === '' || draft.platforms.length === 0) {
    return undefined;
  }
  const has = (platform: string): boolean => draft.platforms.includes(platform);
  return {
    title: name,
    text,
    platforms: PLATFORMS.filter(has),
    ...(title !== '' && has('IOS') && { ios: { title } }),
    ...(title !== '' && has('ANDROID') && { android: { title } }),
    ...(title !== '' && hasBrowser(draft) && { personalizedTitle: title }),
    ...(link !== '' && { click: /^https?:/i.test(link) ? { url: link } : { deeplink: link } }),
    ...(icon !== '' && hasBrowser(draft) && { iconUrl: icon }),
  };
}

/**
 * The whole campaign; undefined while something is missing.
 *
 * @param zone  in which a time is typed, an IANA name
 */
export function campaignOf(draft: Draft, zone: string): ComposedCampaign | undefined {
  const message = messageOf(draft);
  const startTime = draft.when === 'now' ? null : instantOf(draft.at, zone);
  if (message === undefined || startTime === undefined) {
    return undefined;
  }
  return {
    message,
    target: draft.segment === EVERYBODY ? { sendToAll: true } : { segment: [draft.segment] },
    ...(startTime !== null && { schedule: { startTime } }),
  };
}

/**
 * The draft that says what was asked for earlier; undefined for what the composer cannot write.
 *
 * @param stored  as `campaignOf` made it, perhaps with its fields in another order
 */
export function draftOf(stored: object, zone: string): Draft | undefined {
  const { message, target, schedule } = stored as StoredDraft;
  const { sendToAll, segment } = (target ?? {}) as { sendToAll?: boolean; segment?: string[] };
  const startTime = schedule?.startTime;
  const { click, ios, android, personalizedTitle } = message ?? {};
  const draft: Draft = {
    ...newDraft(),
    name: message?.title ?? '',
    platforms: message?.platforms ?? [],
    title: ios?.title ?? android?.title ?? personalizedTitle ?? '',
    text: message?.text ?? '',
    link: click?.url ?? click?.deeplink ?? '',
    icon: message?.iconUrl ?? '',
    segment: sendToAll === true ? EVERYBODY : (segment?.[0] ?? EVERYBODY),
    ...(startTime !== undefined && { when: 'later', at: localOf(startTime, zone) }),
  };
  return sortedText(campaignOf(draft, zone)) === sortedText(stored) ? draft : undefined;
}

/** What is stored may be of the interface itself, and so have any form. */
interface StoredDraft {
  message?: Partial<Omit<Message, 'click'>> & { click?: { url?: string; deeplink?: string } };
  target?: object;
  schedule?: { startTime?: string };
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Which field of the draft a field of the message is. */
export function fieldOf(path: string): keyof Draft | undefined {
  const place = path.replace(/^(campaign\.)?(message\.)?/, '');
  if (/^(ios\.title|android\.title|personalizedTitle)/.test(place)) {
    return 'title';
  }
  if (place.startsWith('click')) {
    return 'link';
  }
  return FIELDS[place];
}

const FIELDS: Readonly<Record<string, keyof Draft>> = {
  title: 'name',
  text: 'text',
  platforms: 'platforms',
  iconUrl: 'icon',
  extId: 'extId',
  target: 'segment',
  'schedule.startTime': 'at',
};

/** @param request  that is changed; undefined: a new campaign */
export interface DraftPlace {
  app: string;
  member: string;
  request: string | undefined;
}

const nameOf = ({ app, member, request }: DraftPlace): string =>
  ['herald-draft', app, member, ...(request === undefined ? [] : [request])].join(' ');

/** The draft that this browser has of a member; undefined where there is none that can be read. */
export function recallDraft(place: DraftPlace): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft in this browser; without a storage it lives as long as the page. */
export function rememberDraft(place: DraftPlace, draft: Draft): void {
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(draft));
  } catch {
    // A browser may have no storage, or a full one.
  }
}

/** Forgets what this browser has. */
export function forgetDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(nameOf(place));
  } catch {
    // Without a storage there is nothing to forget.
  }
}

/** Whether a stored value has the form of a draft of this build. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const stored = value as Record<string, unknown>;
  return Object.entries(newDraft()).every(([name, field]) =>
    Array.isArray(field)
      ? Array.isArray(stored[name]) && stored[name].every((entry) => typeof entry === 'string')
      : typeof stored[name] === 'string',
  );
}
