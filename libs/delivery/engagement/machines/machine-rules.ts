import type { FetchSigns } from './fetch-signs.js';

/** Grows with each change of a rule or of a pattern of agents. */
export const RULES_VERSION = 1;

/** Kinds of fetchers, in `machine` and `person` order of the stored numbers. */
export const FETCHERS = ['unknown', 'person', 'machine'] as const;
export type Fetcher = (typeof FETCHERS)[number];

/** @property rule  the name of the rule that decided */
export interface Verdict {
  by: Fetcher;
  rule: string;
}

/**
 * One fetch of a message.
 *
 * @property link  null: the pixel; else one number for each link
 * @property at    epoch ms
 */
export interface MessageFetch extends FetchSigns {
  link: number | null;
  at: number;
}

/** Other fetches of the same message count as long before and after a fetch: no rule looks further. */
export const LOOK_AROUND_MS = 10_000;

/** No browser is a machine for being early after this time. */
const EARLY_MS = 20_000;
/** Mail takes longer to a mailbox and to the eyes of a person. */
const ARRIVAL_MS = 2_000;
/** An image proxy fills its cache while the mail comes in. */
const PROXY_MS = 10_000;

interface Facts extends MessageFetch {
  /** Milliseconds since the provider took the message; infinite where nothing says so. */
  age: number;
  /** Fetches of the same message by programs of the same kind: a scanner makes nothing of a person beside it. */
  beside: readonly MessageFetch[];
}

interface Rule {
  name: string;
  by: Fetcher;
  /** The page that documents the behaviour; absent: what no other rule explains. */
  source?: string;
  holds(facts: Facts): boolean;
}

const SCANNERS =
  'https://support.arternal.com/en/articles/15216436-smart-mail-clickthroughs-triggered-by-email-security-scanners';

/** The first rule that holds decides. No rule reads a single property, but those about programs that name themselves. */
export const MACHINE_RULES: readonly Rule[] = [
  {
    name: 'named-machine',
    by: 'machine',
    source: 'https://webmasterid.com/user-agents/social-preview-bot-user-agents',
    holds: ({ agent }) => agent === 'machine',
  },
  {
    name: 'library',
    by: 'machine',
    source: 'https://github.com/curl/everything-curl/blob/master/http/modify/user-agent.md',
    holds: ({ agent }) => agent === 'library',
  },
  {
    name: 'no-agent',
    by: 'machine',
    source: 'https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect',
    holds: ({ agent }) => agent === 'none',
  },
  {
    name: 'apple-mail-privacy',
    by: 'machine',
    source: 'https://wordtothewise.com/2021/09/apple-mpp/',
    holds: ({ agent, link, network }) => agent === 'relay' && (link === null || network === 'relay'),
  },
  {
    name: 'google-prefetch',
    by: 'machine',
    source: 'https://phonenumbertw.com/gmail-bots-google-image',
    holds: ({ agent }) => agent === 'prefetch',
  },
  {
    name: 'image-proxy-at-delivery',
    by: 'machine',
    source: 'https://mailping.pro/knowledge-hub/bypassing-the-google-image-proxy-false-opens.html',
    holds: ({ agent, age }) => agent === 'imageProxy' && age <= PROXY_MS,
  },
  {
    name: 'image-proxy',
    by: 'person',
    source: 'https://www.scientiamobile.com/what-is-google-image-proxy/',
    holds: ({ agent }) => agent === 'imageProxy',
  },
  {
    name: 'scanner-network',
    by: 'machine',
    source: 'https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect',
    holds: ({ network }) => network === 'scanner',
  },
  {
    name: 'links-in-seconds',
    by: 'machine',
    source: 'https://www.autoemails.com/help/agent/mark-bot-unsubscribe',
    holds: ({ link, at, beside }) =>
      link !== null && (countOtherLinks(link, at, beside, 2_000) >= 1 || countOtherLinks(link, at, beside, 5_000) >= 2),
  },
  {
    name: 'pixel-and-link',
    by: 'machine',
    source: SCANNERS,
    holds: ({ link, at, beside }) =>
      beside.some((neighbour) => (neighbour.link === null) !== (link === null) && Math.abs(neighbour.at - at) < 1_000),
  },
  { name: 'before-arrival', by: 'machine', source: SCANNERS, holds: ({ age }) => age < ARRIVAL_MS },
  {
    name: 'early-from-cloud',
    by: 'machine',
    source: 'https://github.com/gophish/gophish/issues/2446',
    holds: ({ age, network }) => age < EARLY_MS && network === 'cloud',
  },
  {
    name: 'early-without-language',
    by: 'machine',
    source: 'https://gist.github.com/azl397985856/b9c26c4dfc6bc3c402bf3d46e53a11f5',
    holds: ({ age, agent, isWhole }) => age < EARLY_MS && !isWhole && agent !== 'mail',
  },
  {
    name: 'mail-program',
    by: 'person',
    source: 'https://help.returnpath.com/hc/en-us/articles/220228188-What-is-a-user-agent-string-',
    holds: ({ agent }) => agent === 'mail',
  },
  {
    name: 'browser',
    by: 'person',
    source: 'https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Mode',
    holds: ({ agent, isWhole, network }) => agent === 'browser' && isWhole && network !== 'cloud',
  },
  { name: 'undecided', by: 'unknown', holds: () => true },
];

/**
 * Judges a fetch.
 *
 * @param fetches   fetches of the same message at most `LOOK_AROUND_MS` away, with or without this one
 * @param takenAt  when the provider took the message, epoch ms; null: nothing says so
 */
export function judgeFetch(fetch: MessageFetch, fetches: readonly MessageFetch[], takenAt: number | null): Verdict {
  const beside = fetches.filter(({ agent, at }) => agent === fetch.agent && Math.abs(at - fetch.at) <= LOOK_AROUND_MS);
  const facts = { ...fetch, beside, age: takenAt === null ? Number.POSITIVE_INFINITY : fetch.at - takenAt };
  const rule = MACHINE_RULES.find(({ holds }) => holds(facts));
  return { by: rule?.by ?? 'unknown', rule: rule?.name ?? 'undecided' };
}

/** Different links but this one in a window of so many milliseconds with it. */
function countOtherLinks(link: number, at: number, beside: readonly MessageFetch[], windowMs: number): number {
  const near = beside.filter(
    (neighbour) => neighbour.link !== null && neighbour.link !== link && Math.abs(neighbour.at - at) <= windowMs,
  );
  return new Set(near.map((neighbour) => neighbour.link)).size;
}
