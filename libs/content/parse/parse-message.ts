import { isJsonObject } from '#platform/collections';
import { AppError, malformed, missing } from '#platform/errors';
import type { Message, MobilePart, SendPart } from '../model/message.types.js';
import {
  parseAndroid,
  parseButtons,
  parseCategories,
  parseClick,
  parseHook,
  parseIos,
  parseLanguages,
  parsePages,
  parseTtl,
} from './parse-message-parts.js';
import { isPlatform, type Platform } from '../model/platforms.js';
import { cleanObject, compact, Fields } from '../model/json-values.js';
import { checkSizes } from '../render/size-check.js';

/** `bulk`: sendBulkNotification; `definition`: createNotificationDefinition; `direct`: sendEmailAndSms. */
export type MessageKind = 'bulk' | 'definition' | 'direct';

export interface ParseOptions {
  kind: MessageKind;
  /** The application's icon for web push; with it `iconUrl` may be left out. */
  defaultIconUrl?: string;
}

/**
 * Reads the whole body of a request into a message (interface, sections 2.6, 4.2 to 4.4; decisions, section 3). The
 * message may stand inside `message` or at the top level, where `message` is then its text; inside wins.
 *
 * @throws AppError missing_field (2020) and malformed (2004), the first fault in the order of the specification;
 *   email_without_content, bad_address, push_too_large
 */
export function parseMessage(raw: unknown, options: ParseOptions): Message {
  if (!isJsonObject(raw)) {
    throw malformed('The body should be an object');
  }
  const inner = raw['message'];
  const fields = isJsonObject(inner) ? new Fields('message', [inner, raw]) : new Fields('', [raw]);
  const wrapped = isJsonObject(inner);
  if (options.kind === 'bulk' && !wrapped && raw['title'] === undefined && raw['text'] === undefined) {
    if (typeof inner !== 'string' && inner !== undefined && inner !== null) {
      throw malformed("Field 'message' should be an object");
    }
    if (typeof inner !== 'string') {
      throw missing('message');
    }
  }
  const head =
    options.kind === 'bulk' ? parseBulkHead(fields, wrapped) : parseDefinitionHead(fields, options.kind, wrapped);
  const rest = parseRest(fields);
  const message = compact<Message>({ ...head, ...rest, iconUrl: rest.iconUrl ?? options.defaultIconUrl });
  checkForPlatforms(message, fields);
  checkSizes(message);
  return message;
}

/**
 * Reads `message` of one sendNotification entry: what it may change in the definition.
 *
 * @throws AppError malformed, missing_field
 */
export function parseSend(raw: unknown): SendPart {
  if (raw !== undefined && raw !== null && raw !== false && !isJsonObject(raw)) {
    throw malformed("Field 'message' should be an object");
  }
  const fields = new Fields('message', [isJsonObject(raw) ? raw : {}]);
  const params = fields.object('params');
  return compact<SendPart>({
    params: params && cleanObject(params, fields.named('params')),
    click: parseClick(fields),
    ios: parseIos(fields),
    android: parseAndroid(fields),
    customJson: parseCustomJson(fields),
    ttlSeconds: parseTtl(fields),
    inbox: fields.boolean('inbox'),
    doNotNotify: fields.boolean('doNotNotify'),
    ...parseButtons(fields),
  });
}

type Head = Pick<Message, 'title' | 'text' | 'platforms' | 'silent' | 'transactional'>;

/** Required, in this order: title, platforms, text (interface, section 4.2). */
function parseBulkHead(fields: Fields, wrapped: boolean): Head {
  const title = requireText(fields, 'title');
  const platforms = parsePlatforms(fields);
  const text = fields.text('text') ?? (wrapped ? undefined : fields.text('message'));
  if (text === undefined) {
    throw missing(fields.named('text'));
  }
  return { title, text, platforms };
}

/** Title and message may be left out of a definition: then it is a silent notification. */
function parseDefinitionHead(fields: Fields, kind: 'definition' | 'direct', wrapped: boolean): Head {
  if (kind === 'direct') {
    const platforms = parsePlatforms(fields);
    return { platforms, title: requireText(fields, 'title'), text: parseContent(fields, wrapped) };
  }
  const title = fields.text('title');
  const text = parseContent(fields, wrapped);
  const platforms = parsePlatforms(fields);
  const silent = title === undefined || text === undefined ? true : undefined;
  return { title, text, platforms, silent, transactional: fields.raw('transactional') === true ? true : undefined };
}

/** `message` of a definition. Inside a `message` object it is that object's own `message`, else `text`. */
function parseContent(fields: Fields, wrapped: boolean): string | undefined {
  const innerMessage = fields.raw('message');
  const text = wrapped && isJsonObject(innerMessage) ? undefined : fields.text('message');
  return text ?? fields.text('text');
}

function parseRest(fields: Fields): Omit<Message, keyof Head> {
  return {
    ios: withPages(parseIos(fields), fields),
    android: withPages(parseAndroid(fields), fields),
    click: parseClick(fields),
    customJson: parseCustomJson(fields),
    ...parseButtons(fields),
    languages: parseLanguages(fields),
    personalizedMessage: fields.text('personalizedMessage'),
    personalizedSubText: fields.text('personalizedSubText'),
    personalizedTitle: fields.text('personalizedTitle'),
    inbox: fields.boolean('inbox'),
    labels: fields.text('labels'),
    threadId: fields.text('threadId'),
    wpChromeImage: fields.text('wpChromeImage'),
    iconUrl: fields.text('iconUrl'),
    interactionRequired: fields.boolean('interactionRequired') === true ? true : undefined,
    hook: parseHook(fields),
    categories: parseCategories(fields),
    ttlSeconds: parseTtl(fields),
    doNotNotify: fields.boolean('doNotNotify'),
    from: fields.text('from'),
    senderName: fields.text('senderName'),
    subject: fields.text('subject'),
    smsHeader: fields.text('smsHeader'),
    tracking: parseTracking(fields),
  };
}

function parseTracking(fields: Fields): Message['tracking'] {
  const tracking = fields.inside('tracking');
  const read = compact({ opens: tracking.boolean('opens'), clicks: tracking.boolean('clicks') });
  return Object.keys(read).length > 0 ? read : undefined;
}

/** A carousel or slider outside the platform blocks serves both platforms, where they have none of their own. */
function withPages<P extends MobilePart>(part: P, fields: Fields): P {
  return compact<P>({
    ...part,
    carousel: part.carousel ?? parsePages(fields, 'carousel'),
    slider: part.slider ?? parsePages(fields, 'slider'),
  });
}

function parseCustomJson(fields: Fields): Message['customJson'] {
  const customJson = fields.object('customJson');
  return customJson && cleanObject(customJson, fields.named('customJson'));
}

function parsePlatforms(fields: Fields): Platform[] {
  const list = fields.array('platforms') ?? [];
  if (list.length === 0) {
    throw missing(fields.named('platforms'));
  }
  const platforms = list.map((item) => {
    if (typeof item !== 'string') {
      throw malformed(`Field '${fields.named('platforms')}' should be an array of texts`);
    }
    if (!isPlatform(item)) {
      throw malformed(`Unknown platform '${item.slice(0, 40)}' in '${fields.named('platforms')}'`);
    }
    return item;
  });
  return [...new Set(platforms)];
}

const ADDRESS_PATTERN = /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]{1,253}$/;

/** Rules that depend on which platforms are asked for. */
function checkForPlatforms(message: Message, fields: Fields): void {
  const has = (platform: Platform): boolean => message.platforms.includes(platform);
  if (message.wpChromeImage !== undefined && !message.wpChromeImage.startsWith('https://')) {
    throw malformed(`Field '${fields.named('wpChromeImage')}' should start with https`);
  }
  if (message.iconUrl === undefined && (has('CHROME') || has('FIREFOX'))) {
    throw missing(fields.named('iconUrl'));
  }
  if (has('EMAIL') && message.text === undefined) {
    throw new AppError('email_without_content', `${fields.named('message')} is required: an e-mail needs content`);
  }
  if (has('EMAIL') && message.subject === undefined && message.title === undefined) {
    throw missing(fields.named('title'));
  }
  if (has('SMS') && message.text === undefined) {
    throw missing(fields.named('message'));
  }
  if (message.from !== undefined && !ADDRESS_PATTERN.test(message.from)) {
    throw new AppError('bad_address', `Field '${fields.named('from')}' should be an e-mail address`);
  }
}

function requireText(fields: Fields, name: string): string {
  const value = fields.text(name);
  if (value === undefined) {
    throw missing(fields.named(name));
  }
  return value;
}
