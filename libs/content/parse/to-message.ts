import { malformed, missing } from '#platform/errors';
import { writtenName } from '#platform/validation';
import type { Message, SendPart } from '../model/message.types.js';
import type { LanguagePart, MobilePart, Page } from '../model/message-part.types.js';
import { PLATFORMS, type Platform } from '../model/platforms.js';
import { compact } from '../model/clean-values.js';
import { contentOf } from '../render/channel-contents.js';
import { refuseUnknownItems } from '../liquid/template-uses.js';
import { keepBlocks, withUsedBlocks, type TemplateSettings } from '../liquid/used-blocks.js';
import { refuseLiveNames } from '../liquid/live-names.js';
import { refuseBrokenPlaceholders, collectTexts } from '#libs/content/template';
import { readActivityState, readLiveActivity } from './live-activity.js';
import { toWhatsApp } from './to-whatsapp.js';
import { toAndroid, toButtons, toClick, toIos, toJson, toPages, toTtlSeconds } from './to-parts.js';
import type {
  BulkContentDto,
  ChangeableDto,
  DefinitionDto,
  DirectContentDto,
  MessageDto,
  SendMessageDto,
} from './message.dto.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** Specification, section 4.2, rule 3. */
const NEEDS_ICON: ReadonlySet<Platform> = new Set(['CHROME', 'FIREFOX']);

const BADGE_PARAMETER = '_nm_badge_count';

type Head = Pick<Message, 'title' | 'text' | 'platforms' | 'silent'> & { templates: TemplateSettings };

/**
 * The message of a campaign in its normal form.
 *
 * @param defaultIcon  icon of web pushes that name none
 * @param templates    the language of its texts, with the blocks of the application
 * @throws AppError missing_field, email_without_content; malformed for an e-mail larger than 1 MB, and for a placeholder
 *   without an end or a name
 */
export function bulkMessage(
  request: BulkContentDto,
  defaultIcon: string | null = null,
  templates = settingsOf(request),
): Message {
  const { title, text, platforms } = request;
  const head = { title, text, platforms: unique(platforms), templates };
  const message = withIcon(toMessage(request, head, 'text'), defaultIcon);
  if (message.iconUrl === undefined && platforms.some((platform) => NEEDS_ICON.has(platform))) {
    throw missing(writtenName(request, 'iconUrl'));
  }
  return message;
}

/** A message to browsers with this icon, where it names none. */
export function withIcon(message: Message, defaultIcon: string | null): Message {
  return defaultIcon !== null &&
    message.iconUrl === undefined &&
    message.platforms.some((platform) => PLATFORMS[platform].channel === 'webpush')
    ? { ...message, iconUrl: defaultIcon }
    : message;
}

/**
 * The message of a definition. Without title or text it is a silent notification.
 *
 * @throws AppError as `bulkMessage`
 */
export function definitionMessage(request: DefinitionDto, templates = settingsOf(request)): Message {
  const { title, message, text, platforms } = request;
  const shown = message ?? text;
  const silent = title === undefined || shown === undefined ? true : undefined;
  const head: Head = {
    title,
    text: shown,
    platforms: unique(platforms),
    silent,
    templates,
  };
  return toMessage(request, head, textFieldOf(request));
}

/**
 * The message of an e-mail or text message to one address.
 *
 * @throws AppError as `bulkMessage`
 */
export function directMessage(request: DirectContentDto, templates = settingsOf(request)): Message {
  const { title, message, text, platforms } = request;
  const head = { title, text: message ?? text, platforms: unique(platforms) };
  return toMessage(request, { ...head, templates }, textFieldOf(request));
}

/** For requests without an application, which has no blocks. */
function settingsOf({ templates = 'plain' }: MessageDto): TemplateSettings {
  return { language: templates, blocks: new Map(), fetches: new Map() };
}

function textFieldOf({ message }: DefinitionDto | DirectContentDto): 'message' | 'text' {
  return message === undefined ? 'text' : 'message';
}

/** Reads the changes of one transactional send to its definition. @throws AppError malformed for a broken placeholder */
export function sendPart(request: SendMessageDto = {}): SendPart {
  const liveActivity = readActivityState(request);
  const changeable = toChangeable(request);
  refuseBrokenPlaceholders(changeable, (field) => `message.${field}`);
  return compact<SendPart>({
    params: toJson(request.params),
    ...changeable,
    ios: compact({ badge: readBadge(request.params), ...changeable.ios }),
    liveActivity: Object.keys(liveActivity).length > 0 ? liveActivity : undefined,
  });
}

/** The badge of the icon as published clients send it, among the parameters; anything but a number is none. */
function readBadge(params: Record<string, unknown> = {}): number | undefined {
  const badge = Object.hasOwn(params, BADGE_PARAMETER) ? String(params[BADGE_PARAMETER]).trim() : '';
  return /^\d{1,9}$/.test(badge) ? Number(badge) : undefined;
}

/** @param textField  where the request has the text */
function toMessage(request: MessageDto, head: Head, textField: 'message' | 'text'): Message {
  const { carousel, slider, languages, tracking, hook } = request;
  const { ios, android, ...changeable } = toChangeable(request);
  const pages = { carousel: toPages(carousel), slider: toPages(slider) };
  const { templates, ...shown } = head;
  const message = compact<Message>({
    ...shown,
    ...(templates.language === 'liquid' && { templates: templates.language, ...keepBlocks(templates.blocks) }),
    ios: withPages(ios, pages),
    android: withPages(android, pages),
    ...changeable,
    liveActivity: readLiveActivity(request, head, (field) => writtenName(request, field)),
    languages: languages && toLanguages(languages),
    personalizedMessage: request.personalizedMessage,
    personalizedSubText: request.personalizedSubText,
    personalizedTitle: request.personalizedTitle,
    labels: request.labels,
    threadId: request.threadId,
    wpChromeImage: request.wpChromeImage,
    iconUrl: request.iconUrl,
    interactionRequired: request.interactionRequired === true ? true : undefined,
    perUser: request.perUser === true ? true : undefined,
    policy: request.policy,
    hook: hook && { name: hook.name, params: Object.fromEntries(hook.params ?? []) },
    categories: request.categories,
    from: request.from,
    senderName: request.senderName,
    subject: request.subject,
    smsHeader: request.smsHeader,
    whatsapp: request.whatsapp && toWhatsApp(request.whatsapp, writtenName(request, 'whatsapp')),
    tracking: tracking && toTracking(compact({ opens: tracking.opens, clicks: tracking.clicks })),
  });
  checkForPlatforms(message, request);
  checkBodySize(message);
  const nameOf = (field: string): string => writtenName(request, field === 'text' ? textField : field);
  refuseBrokenPlaceholders(message, nameOf);
  if (message.templates) {
    refuseLiveNames(message, templates.fetches, nameOf);
  }
  if (templates.catalogs) {
    refuseUnknownItems(message, templates.catalogs, nameOf);
  }
  return message.blocks ? withUsedBlocks(message, message.blocks) : message;
}

type Changeable = Omit<SendPart, 'params' | 'liveActivity'>;

function toChangeable(request: ChangeableDto): Changeable {
  return {
    click: toClick(request.click),
    ios: toIos(request.ios),
    android: toAndroid(request.android),
    customJson: toJson(request.customJson),
    ttlSeconds: toTtlSeconds(request.ttl),
    inbox: request.inbox,
    doNotNotify: request.doNotNotify,
    transactional: request.transactional === true ? true : undefined,
    smsIysMessageType: toIysType(request.smsIysMessageType),
    smsIysRecipientType: toIysType(request.smsIysRecipientType),
    emailIysMessageType: toIysType(request.emailIysMessageType),
    emailIysRecipientType: toIysType(request.emailIysRecipientType),
    ...toButtons(request.buttonSet),
  };
}

function toIysType(type: string | undefined): string | undefined {
  return type?.trim().toUpperCase();
}

/** A carousel or slider outside the platform blocks serves both platforms, where they have none of their own. */
function withPages<P extends MobilePart>(part: P, pages: { carousel?: Page[]; slider?: Page[] }): P {
  return compact<P>({
    ...part,
    carousel: part.carousel ?? pages.carousel,
    slider: part.slider ?? pages.slider,
  });
}

function toLanguages(languages: NonNullable<MessageDto['languages']>): Record<string, LanguagePart> {
  const parts = [...languages].map(([name, { title, text, click }]) => [
    name,
    compact<LanguagePart>({ title, text, click: toClick(click) }),
  ]);
  return Object.fromEntries(parts) as Record<string, LanguagePart>;
}

function toTracking(tracking: NonNullable<Message['tracking']>): Message['tracking'] {
  return Object.keys(tracking).length > 0 ? tracking : undefined;
}

/** Rules that depend on which platforms are asked for. */
function checkForPlatforms(message: Message, request: MessageDto): void {
  for (const platform of message.platforms) {
    contentOf(PLATFORMS[platform].channel).check?.(message, (field) => writtenName(request, field));
  }
}

/** An e-mail of this size is cut off by every mail program, and costs a hundred times more than others. */
function checkBodySize(message: Message): void {
  const texts = message.platforms.includes('EMAIL') ? collectTexts(message) : [];
  if (texts.some((text) => text.length > MAX_BODY_BYTES || Buffer.byteLength(text) > MAX_BODY_BYTES)) {
    throw malformed('The text of an e-mail is larger than 1 MB');
  }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
