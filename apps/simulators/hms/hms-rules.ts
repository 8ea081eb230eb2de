import { isJsonObject } from '#platform/collections';

/** Bytes of a message without its tokens. */
const MAX_BYTES = 4096;
const MAX_TOKENS = 1000;
const MAX_TTL_SECONDS = 1_296_000;
const MAX_BUTTONS = 3;
const MAX_BUTTON_NAME = 40;
const MAX_BUTTON_DATA = 1024;

/** A code of Push Kit and its words. */
export type HmsRefusal = readonly [code: string, message: string];
type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the refusal of a message by Push Kit; undefined: none. Limits and required fields are from Huawei, "Push Kit
 * REST API: downlink messages".
 */
export function findRefusal(message: unknown): HmsRefusal | undefined {
  if (!isJsonObject(message)) {
    return structure('message');
  }
  const { token: tokens, topic, condition, ...content } = message;
  const targets = [tokens, topic, condition].filter((target) => target !== undefined);
  if (targets.length !== 1) {
    return structure('token, topic and condition');
  }
  if (tokens !== undefined && !isListOfTexts(tokens)) {
    return structure('token');
  }
  if (Array.isArray(tokens) && (tokens.length === 0 || tokens.length > MAX_TOKENS)) {
    return ['80300010', 'The number of tokens in the message body does not meet the default value'];
  }
  const { data, notification, android = {} } = content;
  if (!isJsonObject(android) || (notification !== undefined && !isJsonObject(notification))) {
    return structure('android');
  }
  if (data !== undefined && typeof data !== 'string') {
    return structure('data');
  }
  if (data === undefined && notification === undefined && android['notification'] === undefined) {
    return structure('message without a payload');
  }
  return (
    findOptionRefusal(android) ??
    (android['notification'] === undefined ? undefined : findShownRefusal(android['notification'], notification)) ??
    (Buffer.byteLength(JSON.stringify(content)) > MAX_BYTES
      ? ['80300008', 'The size of the message body exceeds the default value (4096 bytes)']
      : undefined)
  );
}

function findOptionRefusal({ ttl, collapse_key: key, urgency }: Fields): HmsRefusal | undefined {
  if (ttl !== undefined) {
    const seconds = typeof ttl === 'string' ? Number(/^(\d+(?:\.\d{1,9})?)s?$/i.exec(ttl)?.[1]) : Number.NaN;
    if (!(seconds <= MAX_TTL_SECONDS)) {
      return structure('ttl');
    }
    if (seconds === 0) {
      return ['80100004', 'The expiration time of the message is earlier than the current time'];
    }
  }
  if (key !== undefined && !(Number.isInteger(key) && Number(key) >= -1 && Number(key) <= 100)) {
    return ['80100013', 'Invalid collapse_key'];
  }
  return urgency === undefined || urgency === 'HIGH' || urgency === 'NORMAL' ? undefined : structure('urgency');
}

function findShownRefusal(shown: unknown, shared: Fields = {}): HmsRefusal | undefined {
  if (!isJsonObject(shown)) {
    return structure('android.notification');
  }
  const { title = shared['title'], body = shared['body'], image, style, buttons } = shown;
  if (!isText(title) || !isText(body)) {
    return structure('title and body');
  }
  if (!isJsonObject(shown['click_action']) || !isTap(shown['click_action'])) {
    return structure('click_action');
  }
  if (image !== undefined && !isSecureUrl(image)) {
    return structure('image');
  }
  if (style !== undefined && style !== 0 && style !== 1 && style !== 3) {
    return structure('style');
  }
  if (style === 1 && !(isText(shown['big_title']) && isText(shown['big_body']))) {
    return structure('big_title and big_body');
  }
  if (shown['default_sound'] === false && !isText(shown['sound'])) {
    return structure('sound');
  }
  const isSound = buttons === undefined || (Array.isArray(buttons) && buttons.length <= MAX_BUTTONS);
  return isSound && (buttons ?? []).every(isButton) ? undefined : structure('buttons');
}

/** A tap opens a page of the app by intent or action, a URL, or the app. */
function isTap({ type, intent, action, url }: Fields): boolean {
  return (type === 1 && (isText(intent) || isText(action))) || (type === 2 && isSecureUrl(url)) || type === 3;
}

function isButton(button: unknown): boolean {
  if (!isJsonObject(button)) {
    return false;
  }
  const { name, action_type: type, intent_type: intentType, intent, data } = button;
  const isComplete =
    type === 0 ||
    (type === 1 && (intentType === 0 || intentType === 1) && isText(intent)) ||
    (type === 2 && isSecureUrl(intent)) ||
    type === 3 ||
    (type === 4 && isText(data));
  return (
    isText(name) &&
    name.length <= MAX_BUTTON_NAME &&
    isComplete &&
    (data === undefined || (typeof data === 'string' && data.length <= MAX_BUTTON_DATA))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => isText(entry));
}

function isSecureUrl(value: unknown): boolean {
  return isText(value) && URL.parse(value)?.protocol === 'https:';
}

function structure(field: string): HmsRefusal {
  return ['80100003', `Illegal payload: ${field}`];
}
