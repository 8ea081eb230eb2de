import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import type {
  AndroidPart,
  Button,
  ButtonSet,
  Click,
  IosPart,
  LanguagePart,
  Message,
  MobilePart,
  Page,
} from '../model/message.types.js';
import { isPlatform, type Platform } from '../model/platforms.js';
import { cleanObject, cleanText, compact, entriesOf, Fields } from '../model/json-values.js';

const SECONDS = { d: 86_400, h: 3600, m: 60 } as const;
/** What FCM keeps at most (its `ttl`, "four weeks"); the other providers keep no longer. */
const MAX_TTL_SECONDS = 28 * SECONDS.d;

/** "15d", "2h", "30m" → seconds. */
export function parseTtl(fields: Fields): number | undefined {
  const text = fields.text('ttl');
  if (text === undefined) {
    return undefined;
  }
  const match = /^(\d{1,9})([dhm])$/.exec(text.trim());
  const unit = match?.[2];
  const seconds = unit === 'd' || unit === 'h' || unit === 'm' ? Number(match?.[1]) * SECONDS[unit] : 0;
  if (seconds === 0) {
    throw malformed(`Field '${fields.named('ttl')}' should be a number above 0 followed by d, h or m`);
  }
  return Math.min(seconds, MAX_TTL_SECONDS);
}

/** `{url}` or `{deeplink}`; both at once is refused, neither counts as no click. */
export function parseClick(fields: Fields): Click | undefined {
  const click = fields.inside('click');
  const url = click.text('url');
  const deeplink = click.text('deeplink');
  if (url !== undefined && deeplink !== undefined) {
    throw malformed(`Field '${fields.named('click')}' takes one of url and deeplink`);
  }
  return url !== undefined ? { url } : deeplink !== undefined ? { deeplink } : undefined;
}

export function parseIos(fields: Fields): IosPart {
  const ios = fields.inside('ios');
  return compact<IosPart>({ ...parseMobile(ios), badge: parseBadge(ios) });
}

export function parseAndroid(fields: Fields): AndroidPart {
  const android = fields.inside('android');
  return compact<AndroidPart>({
    ...parseMobile(android),
    vibration: android.boolean('vibration'),
    bigText: android.text('bigText'),
  });
}

function parseMobile(part: Fields): MobilePart {
  return {
    title: part.text('title'),
    subtitle: part.text('subtitle'),
    mediaUrl: part.text('mediaUrl'),
    sound: part.text('sound'),
    thumbnailUrl: part.text('thumbnailUrl'),
    carousel: parsePages(part, 'carousel'),
    slider: parsePages(part, 'slider'),
  };
}

function parseBadge(ios: Fields): number | undefined {
  const badge = ios.raw('badge');
  if (badge === undefined || badge === true) {
    return badge === true ? 1 : undefined;
  }
  if (typeof badge !== 'number' || !Number.isSafeInteger(badge) || badge < 0) {
    throw malformed(`Field '${ios.named('badge')}' should be a boolean or a whole number`);
  }
  return badge;
}

/** Pages of a carousel or slider; the two differ only in which fields clients give. */
export function parsePages(fields: Fields, name: string): Page[] | undefined {
  return fields.array(name)?.map((item, index) => {
    const path = `${fields.named(name)}[${index}]`;
    if (!isJsonObject(item)) {
      throw malformed(`Field '${path}' should be an object`);
    }
    const page = new Fields(path, [item]);
    const action = page.inside('clickAction');
    const deeplink = action.text('deepLinkUrl');
    const url = action.text('url');
    return compact<Page>({
      title: page.text('title'),
      content: page.text('content'),
      itemImageUrl: page.text('itemImageUrl'),
      link: deeplink !== undefined ? { deeplink } : url !== undefined ? { url } : undefined,
    });
  });
}

/** As many as there are two-letter language tags: every one is rendered when sizes are checked. */
const MAX_LANGUAGES = 200;

export function parseLanguages(fields: Fields): Record<string, LanguagePart> | undefined {
  const languages = fields.object('languages');
  if (!languages) {
    return undefined;
  }
  const entries = entriesOf(languages);
  if (entries.length > MAX_LANGUAGES) {
    throw malformed(`Field '${fields.named('languages')}' holds more than ${MAX_LANGUAGES} languages`);
  }
  const parsed: Record<string, LanguagePart> = {};
  for (const [name, value] of entries) {
    const path = `${fields.named('languages')}.${name}`;
    if (!isJsonObject(value)) {
      throw malformed(`Field '${path}' should be an object`);
    }
    const part = new Fields(path, [value]);
    parsed[name] = compact<LanguagePart>({
      title: part.text('title'),
      text: part.text('text'),
      click: parseClick(part),
    });
  }
  return parsed;
}

/** A button set for all platforms, or one per browser platform under the platform's name (interface, section 2.7). */
export function parseButtons(fields: Fields): Pick<Message, 'buttonSet' | 'buttonSets'> {
  const raw = fields.object('buttonSet');
  if (!raw) {
    return {};
  }
  const perPlatform: Partial<Record<Platform, ButtonSet>> = {};
  for (const [name, value] of entriesOf(raw)) {
    if (isPlatform(name) && isJsonObject(value)) {
      perPlatform[name] = parseButtonSet(new Fields(`${fields.named('buttonSet')}.${name}`, [value]), value);
    }
  }
  const hasOwnSets = Object.keys(perPlatform).length > 0;
  if (hasOwnSets && raw['id'] === undefined) {
    return { buttonSets: perPlatform };
  }
  const buttonSet = parseButtonSet(fields.inside('buttonSet'), raw);
  return hasOwnSets ? { buttonSet, buttonSets: perPlatform } : { buttonSet };
}

const BUTTON_SET_FIELDS = new Set(['id', 'buttonNames', 'setAttrOrTag']);

function parseButtonSet(fields: Fields, raw: Record<string, unknown>): ButtonSet {
  const id = fields.raw('id');
  if (id === undefined) {
    throw missing(fields.named('id'));
  }
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
    throw malformed(`Field '${fields.named('id')}' should be a whole number`);
  }
  const buttons = new Map<string, Button>();
  const names = fields.inside('buttonNames');
  for (const [old] of entriesOf(fields.object('buttonNames') ?? {})) {
    const name = names.text(old) ?? old;
    buttons.set(name, compact<Button>({ name, replaces: name === old ? undefined : old }));
  }
  for (const [name, url] of entriesOf(raw)) {
    if (!BUTTON_SET_FIELDS.has(name) && !isPlatform(name)) {
      if (typeof url !== 'string') {
        throw malformed(`Field '${fields.named(name)}' should be a text`);
      }
      buttons.set(name, { ...(buttons.get(name) ?? { name }), url: cleanText(url) });
    }
  }
  const sets = fields.inside('setAttrOrTag');
  for (const [name] of entriesOf(fields.object('setAttrOrTag') ?? {})) {
    const set = sets.object(name);
    if (set) {
      buttons.set(name, { ...(buttons.get(name) ?? { name }), sets: cleanObject(set, sets.named(name)) });
    }
  }
  return { id, buttons: [...buttons.values()] };
}

export function parseHook(fields: Fields): Message['hook'] {
  if (!fields.object('hook')) {
    return undefined;
  }
  const hook = fields.inside('hook');
  const name = hook.text('name');
  if (name === undefined) {
    throw missing(hook.named('name'));
  }
  const params: Record<string, string> = {};
  const paramFields = hook.inside('params');
  for (const [key] of entriesOf(hook.object('params') ?? {})) {
    params[key] = paramFields.text(key) ?? '';
  }
  return { name, params };
}

/** A name, an id, or an array of either (decisions, section 3). */
export function parseCategories(fields: Fields): (string | number)[] | undefined {
  const raw = fields.raw('categories');
  const list = raw === undefined || Array.isArray(raw) ? raw : [raw];
  return list?.map((item: unknown) => {
    if (typeof item === 'string' && item.trim() !== '') {
      return item;
    }
    if (typeof item === 'number' && Number.isSafeInteger(item)) {
      return item;
    }
    throw malformed(`Field '${fields.named('categories')}' should hold names or ids of categories`);
  });
}
