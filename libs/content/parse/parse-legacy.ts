import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import type { Message } from '../model/message.types.js';
import { isPlatform, PLATFORMS, type Platform } from '../model/platforms.js';
import { cleanObject, compact, Fields } from '../model/json-values.js';
import { checkSizes } from '../render/size-check.js';

/** `1.1`: everything at the top level; `1.2`: `notification` and `target` (interface, section 9). */
export type LegacyVersion = '1.1' | '1.2';

/** A legacy push as it is sent on: its message, and whom it asks for. */
export interface LegacyPush {
  message: Message;
  tags?: string[];
  /** Profile attribute code to value, and what the request calls the field. */
  customFields?: { of: Record<string, unknown>; field: string };
  /** The device token of one device. */
  registrationId?: string;
}

/**
 * Reads the body of a legacy push (interface, section 9; decisions, section 8). Without `platforms` it goes to every
 * platform of devices; its title is shown, and browsers get it without an icon.
 *
 * @throws AppError missing_field, malformed, push_too_large
 */
export function parseLegacy(raw: unknown, version: LegacyVersion): LegacyPush {
  if (!isJsonObject(raw)) {
    throw malformed('The body should be an object');
  }
  const top = new Fields('', [raw]);
  const notification = version === '1.1' ? top : top.inside('notification');
  const target = version === '1.1' ? top : top.inside('target');
  const [title, text] = [requireText(notification, 'title'), requireText(notification, 'notificationMsg')];
  const customJson = notification.object('customJson');
  const message = compact<Message>({
    title,
    text,
    platforms: parsePlatforms(target),
    ios: { title },
    android: compact({ title, mediaUrl: notification.text('largeIconUrl') }),
    richPushHtml: notification.text('richPushHtml'),
    customJson: customJson && cleanObject(customJson, notification.named('customJson')),
  });
  checkSizes(message);
  const customFields = target.object('customFields');
  return compact<LegacyPush>({
    message,
    tags: parseTexts(target, 'tags'),
    customFields:
      customFields && Object.keys(customFields).length > 0
        ? { of: customFields, field: target.named('customFields') }
        : undefined,
    registrationId: version === '1.1' ? top.text('registrationId') : undefined,
  });
}

const DEVICE_PLATFORMS = Object.keys(PLATFORMS)
  .filter(isPlatform)
  .filter((platform) => platform !== 'EMAIL' && platform !== 'SMS');

/** None, or an empty list: all of them. Clients of these versions write names in any case. */
function parsePlatforms(target: Fields): Platform[] {
  const named = parseTexts(target, 'platforms') ?? [];
  const platforms = named.map((name) => {
    const platform = DEVICE_PLATFORMS.find((device) => device === name.toUpperCase());
    if (!platform) {
      throw malformed(`Unknown platform '${name.slice(0, 40)}' in '${target.named('platforms')}'`);
    }
    return platform;
  });
  return platforms.length > 0 ? [...new Set(platforms)] : DEVICE_PLATFORMS;
}

/** A list of texts, or one text; undefined when there is none. */
function parseTexts(fields: Fields, name: string): string[] | undefined {
  const value = fields.raw(name);
  const list: unknown[] | undefined = value === undefined || Array.isArray(value) ? value : [value];
  const texts = list?.map((item) => {
    if (typeof item !== 'string') {
      throw malformed(`Field '${fields.named(name)}' should be an array of texts`);
    }
    return item;
  });
  return texts && texts.length > 0 ? texts : undefined;
}

function requireText(fields: Fields, name: string): string {
  const value = fields.text(name);
  if (value === undefined) {
    throw missing(fields.named(name));
  }
  return value;
}
