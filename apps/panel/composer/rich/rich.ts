import type { AndroidPart, ComposedCampaign, IosPart, Message, MessagePage } from '../../api/compose/message.js';

/** Pages that are swiped, or that change by themselves; empty: none. */
export const PAGE_KINDS = ['', 'carousel', 'slider'] as const;
/** Policies for a campaign that is found long after its time; empty: the policy of the application. */
export const LATE_POLICIES = ['', 'send', 'skip', 'ask'] as const;
/** Flags of a message, by their field in the interface. */
export const TRAITS = ['vibration', 'interactionRequired', 'doNotNotify', 'inbox', 'transactional', 'perUser'] as const;
export type Trait = (typeof TRAITS)[number];
/** Links of a message on any platform. */
export const GENERAL_TRAITS: ReadonlySet<Trait> = new Set(['transactional', 'perUser']);

/** A page as it was typed. */
export interface TypedPage {
  title: string;
  content: string;
  image: string;
  link: string;
}

/** Typed fields of the kind of message beside its texts. Empty: not set. */
export interface Rich {
  pageKind: string;
  pages: readonly TypedPage[];
  /** Text of an expanded push on Android. */
  bigText: string;
  subText: string;
  thumbnail: string;
  /** Digits. */
  badge: string;
  traits: readonly string[];
  /** Name of a webhook. */
  hook: string;
  /** Sender of a text message. */
  smsSender: string;
  late: string;
}

export function newRich(): Rich {
  return {
    pageKind: '',
    pages: [],
    bigText: '',
    subText: '',
    thumbnail: '',
    badge: '',
    traits: [],
    hook: '',
    smsSender: '',
    late: '',
  };
}

/** The part of it that phones of one system show. */
export function mobileRichOf(part: 'ios' | 'android', rich: Rich): IosPart & AndroidPart {
  const { pageKind, pages, thumbnail, badge, bigText, traits } = rich;
  const isIos = part === 'ios';
  return {
    ...(pageKind !== '' && pages.length > 0 && { [pageKind]: pages.map(pageOf) }),
    ...textOf('thumbnailUrl', thumbnail),
    ...(isIos && badge !== '' && { badge: Number(badge) }),
    ...(!isIos && textOf('bigText', bigText)),
    ...(!isIos && traits.includes('vibration') && { vibration: true }),
  };
}

/**
 * The part of it that the message has.
 *
 * @param isPush  true where a device or a browser shows it
 */
export function messageRichOf(rich: Rich, { isPush, isSms }: { isPush: boolean; isSms: boolean }): Partial<Message> {
  const { subText, traits, hook, smsSender } = rich;
  const shown = TRAITS.filter((trait) => trait !== 'vibration' && (isPush || GENERAL_TRAITS.has(trait)));
  return {
    ...(isPush && textOf('personalizedSubText', subText)),
    ...Object.fromEntries(shown.filter((trait) => traits.includes(trait)).map((trait) => [trait, true])),
    ...(hook.trim() !== '' && { hook: { name: hook.trim() } }),
    ...(isSms && textOf('smsHeader', smsSender)),
  };
}

/** How late it may be; only what has a time can be late. */
export function lateOf({ late }: Rich): Pick<NonNullable<ComposedCampaign['schedule']>, 'ifLate'> {
  return late === '' ? {} : { ifLate: late };
}

/** Fields of a message that are read here. */
type RichMessage = Partial<
  Pick<Message, 'ios' | 'android' | 'personalizedSubText' | 'hook' | 'smsHeader' | Exclude<Trait, 'vibration'>>
>;

/** Reverses all three, for a stored message of any form. */
export function richOf(message: RichMessage | undefined, schedule: { ifLate?: string } | undefined): Rich {
  const { ios, android, personalizedSubText, hook, smsHeader } = message ?? {};
  const part = ios ?? android;
  const pageKind = PAGE_KINDS.find((kind) => kind !== '' && part?.[kind] !== undefined) ?? '';
  const pages = pageKind === '' ? [] : (part?.[pageKind] ?? []);
  const flags: Partial<Record<Trait, unknown>> = {
    ...message,
    ...(android?.vibration === true && { vibration: true }),
  };
  return {
    pageKind,
    pages: pages.map(typedPage),
    bigText: android?.bigText ?? '',
    subText: personalizedSubText ?? '',
    thumbnail: part?.thumbnailUrl ?? '',
    badge: ios?.badge === undefined ? '' : String(ios.badge),
    traits: TRAITS.filter((trait) => flags[trait] === true),
    hook: hook?.name ?? '',
    smsSender: smsHeader ?? '',
    late: LATE_POLICIES.find((policy) => policy === schedule?.ifLate) ?? '',
  };
}

/** Checks that a stored value can be a page of a draft. */
export function isTypedPage(value: unknown): value is TypedPage {
  const page = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return ['title', 'content', 'image', 'link'].every((name) => typeof page[name] === 'string');
}

function textOf<N extends string>(name: N, typed: string): Partial<Record<N, string>> {
  return typed.trim() === '' ? {} : ({ [name]: typed.trim() } as Record<N, string>);
}

function pageOf({ title, content, image, link }: TypedPage): MessagePage {
  const target = link.trim();
  const clickAction = /^https?:/i.test(target) ? { url: target } : { deepLinkUrl: target };
  return {
    ...textOf('title', title),
    ...textOf('content', content),
    ...textOf('itemImageUrl', image),
    ...(target !== '' && { clickAction }),
  };
}

/** A request has what a page opens in `clickAction`, and a campaign that was stored in `link`. */
function typedPage({ title = '', content = '', itemImageUrl: image = '', clickAction, link }: MessagePage): TypedPage {
  const opened = clickAction?.url ?? clickAction?.deepLinkUrl ?? link?.url ?? link?.deeplink ?? '';
  return { title, content, image, link: opened };
}
