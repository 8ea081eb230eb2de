import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import type { AndroidPart, Button, ButtonSet, Click, IosPart, MobilePart, Page } from '../model/message-part.types.js';
import type { Platform } from '../model/platforms.js';
import { compact } from '../model/clean-values.js';
import type {
  AndroidPartDto,
  ButtonSetDto,
  ClickActionDto,
  IosPartDto,
  CarouselPageDto,
  PlatformButtonSetDto,
} from './message-parts.dto.js';

const SECONDS = { d: 86_400, h: 3600, m: 60 } as const;
/** The longest time for which FCM keeps a message (its `ttl`, "four weeks"); the other providers keep no longer. */
const MAX_TTL = 28 * SECONDS.d;

/** "15d", "2h", "30m" → seconds. */
export function toTtlSeconds(ttl: string | undefined): number | undefined {
  const [, count, unit] = /(\d+)([dhm])/.exec(ttl ?? '') ?? [];
  return unit === 'd' || unit === 'h' || unit === 'm' ? Math.min(Number(count) * SECONDS[unit], MAX_TTL) : undefined;
}

export function toClick({ url, deeplink }: ClickActionDto = {}): Click | undefined {
  return url !== undefined ? { url } : deeplink !== undefined ? { deeplink } : undefined;
}

export function toIos(part: IosPartDto = {}): IosPart {
  return compact<IosPart>({ ...toMobile(part), badge: part.badge });
}

export function toAndroid(part: AndroidPartDto = {}): AndroidPart {
  return compact<AndroidPart>({ ...toMobile(part), vibration: part.vibration, bigText: part.bigText });
}

function toMobile(part: IosPartDto | AndroidPartDto): MobilePart {
  return {
    title: part.title,
    subtitle: part.subtitle,
    mediaUrl: part.mediaUrl,
    sound: part.sound,
    thumbnailUrl: part.thumbnailUrl,
    carousel: toPages(part.carousel),
    slider: toPages(part.slider),
  };
}

export function toPages(pages: readonly CarouselPageDto[] | undefined): Page[] | undefined {
  return pages?.map(({ title, content, itemImageUrl, clickAction: { deepLinkUrl, url } = {} }) =>
    compact<Page>({
      title,
      content,
      itemImageUrl,
      link: toClick(deepLinkUrl ? { deeplink: deepLinkUrl } : { url }),
    }),
  );
}

/** JSON that its decorator has made a clean copy of. */
export function toJson(json: Record<string, unknown> | undefined): JsonObject | undefined {
  return json as JsonObject | undefined;
}

/** A button set for all platforms, or one for each browser platform. */
export function toButtons(set: ButtonSetDto | undefined): Pick<Message, 'buttonSet' | 'buttonSets'> {
  if (!set) {
    return {};
  }
  const { id, platforms } = set;
  const sets = [...platforms].map(([platform, buttons]) => [platform, toButtonSet(buttons.id, buttons)]);
  return {
    ...(id !== undefined && { buttonSet: toButtonSet(id, set) }),
    ...(platforms.size > 0 && { buttonSets: Object.fromEntries(sets) as Partial<Record<Platform, ButtonSet>> }),
  };
}

type Buttons = Pick<PlatformButtonSetDto, 'buttonNames' | 'urls' | 'setAttrOrTag'>;

function toButtonSet(id: number, { buttonNames = new Map(), urls, setAttrOrTag = new Map() }: Buttons): ButtonSet {
  const buttons = new Map<string, Button>();
  for (const [old, newName] of buttonNames) {
    const name = newName.trim() === '' ? old : newName;
    buttons.set(name, compact<Button>({ name, replaces: name === old ? undefined : old }));
  }
  for (const [name, url] of urls) {
    buttons.set(name, { ...(buttons.get(name) ?? { name }), url });
  }
  for (const [name, sets] of setAttrOrTag) {
    buttons.set(name, { ...(buttons.get(name) ?? { name }), sets });
  }
  return { id, buttons: [...buttons.values()] };
}
