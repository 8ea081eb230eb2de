import { newKey } from '../../api/idempotency/new-key.js';
import type { Shown } from '../../api/compose/compose.js';
import type { Click, ComposedCampaign, LanguagePart, Message, MobilePart, Written } from '../../api/compose/message.js';
import { MESSAGE_PLATFORMS } from '../../widgets/platform-names.js';
import { isMailWritten, mailContentOf, newMail, type MailForm } from '../../mails/mail-form.js';
import type { TargetGroup } from '../../targets/groups.js';
import type { KnownTypes } from '../../targets/lines.js';
import { audienceOf, EVERYBODY } from '../../targets/written-audience.js';
import { isCustomBroken, messageExtrasOf, mobileExtrasOf, newExtras, type Extras } from '../extras/extras.js';
import { lateOf, messageRichOf, mobileRichOf, newRich, type Rich } from '../rich/rich.js';
import { newRepeat, repeatOf, type Repeat } from './repeat.js';
import { campaignTermsOf, messageTermsOf, newTerms, type Terms } from '../terms/terms.js';
import { filledBody, isIncomplete, newWhatsApp, partOf, type WhatsAppForm } from '../whatsapp/whatsapp-form.js';
import { instantOf, readWall } from '../../widgets/times/zoned-time.js';

/** Platforms that the composer writes for, in their order. */
export const PLATFORMS = [...MESSAGE_PLATFORMS, 'INBOX'] as const;
/** Platforms of messages to people themselves, not to one of their devices. */
const ADDRESSED: readonly string[] = ['SMS', 'WHATSAPP', 'CHAT', 'EMAIL', 'INBOX'];
const BROWSERS: readonly string[] = ['CHROME', 'FIREFOX', 'SAFARI', 'EDGE'];

/** Texts of a language, in place of the main texts; an empty one falls back to the main text. */
export interface LanguageTexts {
  /** The tag of the language as the message has it, such as `tr` or `pt-BR`. */
  name: string;
  title: string;
  text: string;
  link: string;
  /** In place of the text, where it goes by e-mail. */
  mail: MailForm;
}

/** At once, at one time, or at a time of the clock of each person. */
export const WHENS = ['now', 'later', 'local'] as const;
export type When = (typeof WHENS)[number];

/** The main texts, in place of the name of a language. */
export const MAIN = '';

/** The link of a button. */
export interface ButtonLink {
  name: string;
  url: string;
}

/** A campaign while it is written, as it was typed. */
export interface Draft extends Terms, Extras, Rich {
  /** Names the launch: a second press of the button launches nothing. */
  key: string;
  name: string;
  platforms: readonly string[];
  title: string;
  text: string;
  link: string;
  icon: string;
  /** Address of the picture of a push. */
  picture: string;
  /** Id of a button set; empty: no buttons. */
  buttonSet: string;
  buttonLinks: readonly ButtonLink[];
  whatsapp: WhatsAppForm;
  subject: string;
  /** Address and name of the sender of an e-mail; empty: the sender of the account. */
  from: string;
  senderName: string;
  mail: MailForm;
  languages: readonly LanguageTexts[];
  /** The language that is written and shown now. */
  language: string;
  /** Everyone, or the name of a segment; lines take its place where `described` is set. */
  segment: string;
  described: boolean;
  lines: TargetGroup;
  when: When;
  /** The value of a field of date and time, without a zone. */
  at: string;
  /** Repetition of a campaign that has a time. */
  repeat: Repeat;
  /** The person of the preview and of the test. */
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
    picture: '',
    buttonSet: '',
    buttonLinks: [],
    whatsapp: newWhatsApp(),
    subject: '',
    from: '',
    senderName: '',
    mail: newMail(),
    languages: [],
    language: MAIN,
    segment: EVERYBODY,
    described: false,
    lines: { id: 0, mode: 'all', parts: [] },
    when: 'now',
    at: '',
    repeat: newRepeat(),
    extId: '',
    ...newTerms(),
    ...newExtras(),
    ...newRich(),
  };
}

export function hasBrowser({ platforms }: Pick<Draft, 'platforms'>): boolean {
  return platforms.some((platform) => BROWSERS.includes(platform));
}

/** True where a phone or a tablet shows it. */
export function hasMobile({ platforms }: Pick<Draft, 'platforms'>): boolean {
  return ['IOS', 'ANDROID', 'HUAWEI'].some((platform) => platforms.includes(platform));
}

/** True for an e-mail, whose text is HTML and so goes nowhere else. */
export function isMail({ platforms }: Pick<Draft, 'platforms'>): boolean {
  return platforms.includes('EMAIL');
}

/** True for a push to devices or browsers. */
export function hasPush({ platforms }: Pick<Draft, 'platforms'>): boolean {
  return platforms.some((platform) => !ADDRESSED.includes(platform));
}

/** True where WhatsApp shows a template. */
export function hasTemplate({ platforms, whatsapp }: Pick<Draft, 'platforms' | 'whatsapp'>): boolean {
  return platforms.includes('WHATSAPP') && whatsapp.name !== '';
}

/** True where a template lacks one of its values. */
export function lacksValue(draft: Draft): boolean {
  return hasTemplate(draft) && isIncomplete(draft.whatsapp);
}

/** True where only a template is shown, whose text the message has for reports. */
export function isTemplateAlone(draft: Draft): boolean {
  return hasTemplate(draft) && draft.platforms.length === 1;
}

/** True where a mail has its HTML or blocks, and another message its text. */
export function hasText(draft: Draft): boolean {
  return isMail(draft) ? isMailWritten(draft.mail) : textOf(draft) !== '';
}

function textOf(draft: Draft): string {
  const text = draft.text.trim();
  return text === '' && isTemplateAlone(draft) ? filledBody(draft.whatsapp) : text;
}

/** The message with its mail; undefined while something is missing without which there is none. */
export function writtenOf(draft: Draft): Written | undefined {
  const message = messageOf(draft);
  if (message === undefined || !isMail(draft)) {
    return message && { message };
  }
  const content = mailContentOf(draft.mail);
  const languages = draft.languages.flatMap(({ name, mail }) => {
    const own = isMailWritten(mail) ? mailContentOf(mail) : undefined;
    return own === undefined ? [] : [[name, own] as const];
  });
  return {
    message,
    ...(content && {
      mail: { ...content, ...(languages.length > 0 && { languages: Object.fromEntries(languages) }) },
    }),
  };
}

/** The person and the language of the preview: a person sees the current text, in any language. */
export function shownOf({ extId, language }: Draft, written: Written | undefined): Shown {
  const person = extId.trim();
  const parts = written?.message.languages;
  const isThere = parts !== undefined && (language === MAIN || Object.hasOwn(parts, language));
  return person === '' ? {} : { extId: person, ...(isThere && { language }) };
}

/** The message that the server checks; undefined while a required part is missing. */
export function messageOf(draft: Draft): Message | undefined {
  const [name, title, link, icon] = [draft.name, draft.title, draft.link, draft.icon].map((field) => field.trim()) as [
    string,
    string,
    string,
    string,
  ];
  if (name === '' || draft.platforms.length === 0 || !hasText(draft)) {
    return undefined;
  }
  if (isMail(draft)) {
    return mailMessageOf(draft, name);
  }
  const has = (platform: string): boolean => draft.platforms.includes(platform);
  return {
    title: name,
    text: textOf(draft),
    platforms: PLATFORMS.filter(has),
    ...mobileOf('ios', has('IOS'), title, draft),
    ...mobileOf('android', has('ANDROID') || has('HUAWEI') || has('INBOX'), title, draft),
    ...(title !== '' && hasBrowser(draft) && { personalizedTitle: title }),
    ...(link !== '' && { click: clickOf(link) }),
    ...(icon !== '' && hasBrowser(draft) && { iconUrl: icon }),
    ...(draft.picture.trim() !== '' && hasBrowser(draft) && { wpChromeImage: draft.picture.trim() }),
    ...buttonsOf(draft),
    ...(hasPush(draft) && messageExtrasOf(draft)),
    ...messageRichOf(draft, { isPush: hasPush(draft), isSms: has('SMS') }),
    ...(hasTemplate(draft) && { whatsapp: partOf(draft.whatsapp) }),
    ...languagesOf(draft),
    ...messageTermsOf(draft),
  };
}

function mobileOf(part: 'ios' | 'android', isChosen: boolean, title: string, draft: Draft): Partial<Message> {
  const mediaUrl = draft.picture.trim();
  const mobile: MobilePart = {
    ...(title !== '' && { title }),
    ...(mediaUrl !== '' && { mediaUrl }),
    ...mobileExtrasOf(draft),
    ...mobileRichOf(part, draft),
  };
  return isChosen && Object.keys(mobile).length > 0 ? { [part]: mobile } : {};
}

function buttonsOf(draft: Draft): Pick<Message, 'buttonSet'> {
  if (draft.buttonSet === '' || !hasPush(draft)) {
    return {};
  }
  const links = draft.buttonLinks.filter(({ url }) => url.trim() !== '');
  return {
    buttonSet: { id: Number(draft.buttonSet), ...Object.fromEntries(links.map(({ name, url }) => [name, url.trim()])) },
  };
}

function mailMessageOf(draft: Draft, name: string): Message {
  const { mail } = draft;
  const [subject, from, senderName] = [draft.subject, draft.from, draft.senderName].map((field) => field.trim());
  const parts = draft.languages.flatMap(({ name: language, title, mail: own }): [string, LanguagePart][] => {
    const headline = title.trim();
    return isMailWritten(own)
      ? [[language, { ...(headline && { title: headline }), ...(own.kind === 'html' && { text: own.html }) }]]
      : [];
  });
  return {
    title: name,
    ...(mail.kind === 'html' && { text: mail.html }),
    platforms: ['EMAIL'],
    ...(subject && { subject }),
    ...(from && { from }),
    ...(senderName && { senderName }),
    ...(parts.length > 0 && { languages: Object.fromEntries(parts) }),
    ...messageRichOf(draft, { isPush: false, isSms: false }),
    ...messageTermsOf(draft),
  };
}

function clickOf(link: string): Click {
  return /^https?:/i.test(link) ? { url: link } : { deeplink: link };
}

function languagesOf({ languages }: Draft): Pick<Message, 'languages'> {
  const parts = languages.flatMap(({ name, ...typed }): [string, LanguagePart][] => {
    const [title, text, link] = [typed.title.trim(), typed.text.trim(), typed.link.trim()];
    return text === '' ? [] : [[name, { ...(title && { title }), text, ...(link && { click: clickOf(link) }) }]];
  });
  return parts.length === 0 ? {} : { languages: Object.fromEntries(parts) };
}

/** Languages that were added and have no text yet. */
export function listUnwritten(draft: Draft): string[] {
  return draft.languages.flatMap(({ name, text, mail }) =>
    (isMail(draft) ? isMailWritten(mail) : text.trim() !== '') ? [] : [name],
  );
}

/**
 * The whole campaign; undefined while something is missing.
 *
 * @param zone  in which a time is typed, an IANA name
 * @param types  say of which type a value is
 */
export function campaignOf(draft: Draft, zone: string, types: KnownTypes): ComposedCampaign | undefined {
  const written = writtenOf(draft);
  const target = audienceOf(draft, types);
  const schedule = scheduleOf(draft, zone);
  const isWritten =
    listUnwritten(draft).length === 0 && !lacksValue(draft) && !(hasPush(draft) && isCustomBroken(draft));
  if (written === undefined || !isWritten || target === undefined || schedule === undefined) {
    return undefined;
  }
  return { ...written, target, ...schedule, ...campaignTermsOf(draft) };
}

/** Undefined while there is no such time. */
export function scheduleOf(draft: Draft, zone: string): Pick<ComposedCampaign, 'schedule'> | undefined {
  const { when, at, repeat } = draft;
  if (when === 'now') {
    return {};
  }
  const also = { ...lateOf(draft), ...repeatOf(repeat, at) };
  if (when === 'local') {
    return readWall(at) === undefined ? undefined : { schedule: { startTime: at, localTimezone: true, ...also } };
  }
  const startTime = instantOf(at, zone);
  return startTime === undefined ? undefined : { schedule: { startTime, ...also } };
}
