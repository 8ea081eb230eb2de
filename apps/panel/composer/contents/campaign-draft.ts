import type { ComposedCampaign } from '../../api/compose/message.js';
import type { KnownTypes } from '../../targets/lines.js';
import { campaignOf, hasBrowser, hasMobile, newDraft, PLATFORMS, type Draft } from '../form/draft.js';

/** Fields that all contents of a campaign share. */
const SHARED = [
  'key',
  'name',
  'segment',
  'described',
  'lines',
  'when',
  'at',
  'late',
  'extId',
  'categories',
  'label',
  'speedSize',
  'speedMins',
  'limit',
  'holdout',
  'priority',
] as const satisfies readonly (keyof Draft)[];
type SharedName = (typeof SHARED)[number];

/** A message for some platforms, with its languages and its look. @property id  of this content in its draft */
export interface Content extends Omit<Draft, SharedName> {
  id: number;
}

/** Rules of reaching a person: by each content, by the first that reaches, or by one preferred channel. */
export const REACHES = ['all', 'first', 'preferred'] as const;
export type Reach = (typeof REACHES)[number];
export const WITHIN_UNITS = ['m', 'h', 'd'] as const;
/** The channel that a person used last, in place of the name of an attribute. */
export const LAST_ACTIVE = 'lastActive';
const MAX_CONTENTS = 10;

/**
 * The rule of reaching, as it is typed.
 *
 * @property within  digits: time in which a content has to reach; empty: a day
 * @property preferredBy  code of an attribute, or `LAST_ACTIVE`
 */
export interface Reaching {
  reach: Reach;
  within: string;
  withinUnit: (typeof WITHIN_UNITS)[number];
  preferredBy: string;
}

/**
 * A campaign while it is written: one audience and one time, with contents in the order of reach.
 *
 * @property open  id of the content in sight
 */
export interface CampaignDraft extends Pick<Draft, SharedName>, Reaching {
  contents: readonly Content[];
  open: number;
}

/** The kinds of contents that can be added, with their platforms. */
export const CONTENT_KINDS = {
  push: ['IOS', 'ANDROID'],
  web: ['CHROME', 'FIREFOX', 'SAFARI', 'EDGE'],
  mail: ['EMAIL'],
  sms: ['SMS'],
  whatsapp: ['WHATSAPP'],
  chat: ['CHAT'],
  inbox: ['INBOX'],
} as const satisfies Record<string, readonly (typeof PLATFORMS)[number][]>;
export type ContentKind = keyof typeof CONTENT_KINDS;
/** Platforms that share a content with no other, with their kinds. */
const ALONE: readonly (readonly [platform: string, ContentKind])[] = [
  ['EMAIL', 'mail'],
  ['INBOX', 'inbox'],
];

export function newCampaignDraft(): CampaignDraft {
  return withContents(newDraft());
}

/** A campaign with one content. */
export function withContents(draft: Draft, id = 0): CampaignDraft {
  // Fields that this build does not know stay behind.
  const known = Object.fromEntries(Object.keys(newDraft()).map((name) => [name, draft[name as keyof Draft]]));
  const { shared, own } = partsOf(known);
  return {
    ...(shared as Pick<Draft, SharedName>),
    contents: [{ ...(own as Omit<Draft, SharedName>), id }],
    open: id,
    ...newReaching(),
  };
}

/** The rule of reaching of a new campaign. */
export function newReaching(): Reaching {
  return { reach: 'all', within: '', withinUnit: 'h', preferredBy: LAST_ACTIVE };
}

/** Separates shared fields from those of a content. */
function partsOf(fields: Partial<Draft>): { shared: Partial<Draft>; own: Partial<Draft> } {
  const isShared = (name: string): boolean => SHARED.some((shared) => shared === name);
  const part = (wanted: boolean): Partial<Draft> =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isShared(name) === wanted));
  return { shared: part(true), own: part(false) };
}

/** The content in sight. */
export function openContent({ contents, open }: CampaignDraft): Content {
  const [first] = contents;
  const found = contents.find(({ id }) => id === open) ?? first;
  if (found === undefined) {
    throw new Error('A campaign has a content');
  }
  return found;
}

/** One content with the shared fields, as a campaign of its own. */
export function draftOfContent(campaign: CampaignDraft, { id: _id, ...own }: Content): Draft {
  const shared = Object.fromEntries(SHARED.map((name) => [name, campaign[name]])) as Pick<Draft, SharedName>;
  return { ...shared, ...own };
}

/** Changes shared fields, and fields of the content in sight. */
export function changeFields(campaign: CampaignDraft, fields: Partial<Draft>): CampaignDraft {
  const { shared, own } = partsOf(fields);
  const changed = openContent(campaign);
  return {
    ...campaign,
    ...shared,
    contents: campaign.contents.map((content) => (content === changed ? { ...content, ...own } : content)),
  };
}

/** Kinds of contents with a platform that no content has yet. */
export function listAddable(campaign: CampaignDraft): ContentKind[] {
  const kinds = Object.keys(CONTENT_KINDS) as ContentKind[];
  return campaign.contents.length >= MAX_CONTENTS
    ? []
    : kinds.filter((kind) => freePlatforms(campaign, CONTENT_KINDS[kind]).length > 0);
}

function freePlatforms({ contents }: CampaignDraft, platforms: readonly string[]): string[] {
  return platforms.filter((platform) => contents.every((content) => !content.platforms.includes(platform)));
}

/** Platforms that a content has, or may take. */
export function listOpenPlatforms(campaign: CampaignDraft): string[] {
  const content = openContent(campaign);
  const free = freePlatforms(campaign, PLATFORMS);
  return PLATFORMS.filter((platform) => content.platforms.includes(platform) || free.includes(platform));
}

/** Adds a content for the free platforms of a kind, and opens it. */
export function addContent(campaign: CampaignDraft, kind: ContentKind): CampaignDraft {
  const [blank] = newCampaignDraft().contents;
  const id = Math.max(...campaign.contents.map((content) => content.id)) + 1;
  const platforms = freePlatforms(campaign, CONTENT_KINDS[kind]);
  return blank ? { ...campaign, contents: [...campaign.contents, { ...blank, id, platforms }], open: id } : campaign;
}

/** Removes the content in sight; the last one stays. */
export function removeOpen(campaign: CampaignDraft): CampaignDraft {
  const content = openContent(campaign);
  const at = campaign.contents.indexOf(content);
  const contents = campaign.contents.filter((other) => other !== content);
  const next = contents[Math.min(at, contents.length - 1)];
  return next === undefined ? campaign : { ...campaign, contents, open: next.id };
}

/** Moves the content in sight. @param by  -1: before the one before it; 1: behind the one behind it */
export function moveOpen(campaign: CampaignDraft, by: -1 | 1): CampaignDraft {
  const content = openContent(campaign);
  const at = campaign.contents.indexOf(content);
  const other = campaign.contents[at + by];
  return other === undefined
    ? campaign
    : {
        ...campaign,
        contents: campaign.contents.map((entry) => (entry === content ? other : entry === other ? content : entry)),
      };
}

/**
 * Applies a choice of platforms to the content in sight. E-mail and inbox stand alone, so they become contents of their own,
 * and the other platforms stay.
 */
export function choosePlatforms(campaign: CampaignDraft, chosen: readonly string[]): CampaignDraft {
  const { platforms } = openContent(campaign);
  const added = ALONE.find(([platform]) => chosen.includes(platform) && !platforms.includes(platform));
  if (added && platforms.length > 0) {
    return addContent(campaign, added[1]);
  }
  const left = ALONE.map(([platform]) => platform).find((platform) => platforms.includes(platform));
  return changeFields(campaign, {
    platforms: chosen.length > 1 ? chosen.filter((name) => name !== left) : [...chosen],
  });
}

/** The kind by which a content is called: that of its first platform. */
export function kindOf(content: Pick<Content, 'platforms'>): ContentKind | undefined {
  const [first = ''] = content.platforms;
  return hasMobile(content)
    ? 'push'
    : hasBrowser(content)
      ? 'web'
      : (Object.keys(CONTENT_KINDS) as ContentKind[]).find((kind) =>
          CONTENT_KINDS[kind].some((platform) => platform === first),
        );
}

/** The whole campaign with its contents; undefined while something is missing in one of them. */
export function composedOf(campaign: CampaignDraft, zone: string, types: KnownTypes): ComposedCampaign | undefined {
  const all = campaign.contents.map((content) => campaignOf(draftOfContent(campaign, content), zone, types));
  const [first, ...rest] = all;
  if (first === undefined || rest.length === 0) {
    return first;
  }
  const others = rest.flatMap((written) =>
    written ? [{ message: written.message, ...(written.mail && { mail: written.mail }) }] : [],
  );
  return others.length < rest.length ? undefined : { ...first, others, ...reachOf(campaign) };
}

function reachOf({ reach, within, withinUnit, preferredBy }: Reaching) {
  return {
    reach,
    ...(reach === 'first' && within !== '' && { within: `${within}${withinUnit}` }),
    ...(reach === 'preferred' && { preferredBy }),
  };
}
