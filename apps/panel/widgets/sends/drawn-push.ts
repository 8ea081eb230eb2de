import type { ComposedPayload } from '../../api/compose/compose.js';
import type { PushCard } from '../../api/simulators.js';

/** A push as its payload draws it. */
export interface DrawnPush extends Omit<PushCard, 'slides'> {
  /** The text that an Android phone shows when the push is opened out; null: the same as before. */
  bigText: string | null;
  slides: { title: string; text: string; picture: string | null }[];
}

/** Fields that the payload alone does not have. */
const EMPTY: Pick<DrawnPush, 'app' | 'subtitle' | 'badge' | 'slides' | 'activity' | 'facts' | 'note' | 'bigText'> = {
  app: null,
  subtitle: null,
  badge: null,
  slides: [],
  activity: null,
  facts: [],
  note: null,
  bigText: null,
};

/** Draws a push as a device does, from its provider's payload; undefined for another channel. */
export function drawPush({ channel, payload }: Pick<ComposedPayload, 'channel' | 'payload'>): DrawnPush | undefined {
  switch (channel) {
    case 'apns': {
      const body = partOf(payload, 'body');
      const alert = partOf(body, 'aps', 'alert');
      const badge = partOf(body, 'aps')['badge'];
      return {
        ...EMPTY,
        device: 'iPhone',
        title: textOf(alert, 'title'),
        subtitle: textOf(alert, 'subtitle'),
        text: textOf(alert, 'body'),
        picture: pictureOf(body),
        badge: typeof badge === 'number' ? String(badge) : null,
        buttons: namesOf(body['buttons']),
        slides: slidesOf(body['carousel'] ?? body['slider']),
      };
    }
    case 'fcm': {
      const message = partOf(payload, 'message');
      const [shown, data] = [partOf(message, 'notification'), partOf(message, 'data')];
      return {
        ...EMPTY,
        ...appParts(data),
        device: 'Android',
        title: textOf(shown, 'title') ?? textOf(data, 'title'),
        text: textOf(shown, 'body') ?? textOf(data, 'text'),
        picture: textOf(partOf(message, 'android', 'notification'), 'image') ?? pictureOf(data),
        buttons: namesOf(data['buttons']),
      };
    }
    case 'hms': {
      const [shown, data] = [partOf(payload, 'android', 'notification'), partOf(payload, 'data')];
      return {
        ...EMPTY,
        ...appParts(data),
        device: 'Android',
        title: textOf(shown, 'title') ?? textOf(data, 'title'),
        subtitle: textOf(shown, 'notify_summary') ?? textOf(data, 'subText'),
        text: textOf(shown, 'body') ?? textOf(data, 'text'),
        bigText: textOf(shown, 'big_body') ?? textOf(data, 'bigText'),
        picture: textOf(shown, 'image') ?? pictureOf(data),
        buttons: namesOf(partOf(payload)['buttons']),
      };
    }
    case 'webpush': {
      const body = partOf(payload, 'body');
      return {
        ...EMPTY,
        device: 'Browser',
        title: textOf(body, 'title'),
        text: textOf(body, 'body'),
        picture: textOf(body, 'image'),
        buttons: namesOf(body['actions']),
      };
    }
    default:
      return undefined;
  }
}

/** The part of an Android payload's data that an app draws; structures are JSON there with FCM. */
function appParts(data: Part): Pick<DrawnPush, 'subtitle' | 'bigText' | 'slides'> {
  return {
    subtitle: textOf(data, 'subText'),
    bigText: textOf(data, 'bigText'),
    slides: slidesOf(data['carousel'] ?? data['slider']),
  };
}

function pictureOf(data: Part): string | null {
  return textOf(data, 'mediaUrl') ?? textOf(data, 'thumbnailUrl');
}

function slidesOf(value: unknown): DrawnPush['slides'] {
  return listOf(parsed(value)).map((page) => ({
    title: textOf(page, 'title') ?? '',
    text: textOf(page, 'content') ?? '',
    picture: textOf(page, 'itemImageUrl'),
  }));
}

/** Parses JSON in a text; other values stay as they are. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The text of a message to a number or in a chat; undefined for another channel. */
export function smsText({ channel, payload }: Pick<ComposedPayload, 'channel' | 'payload'>): string | undefined {
  const part = partOf(payload);
  if (channel === 'whatsapp') {
    return (
      templateText(payload) ??
      textOf(part, 'body') ??
      textOf(part, 'caption') ??
      textOf(partOf(payload, 'file'), 'link') ??
      ''
    );
  }
  if (channel === 'chat') {
    return textOf(part, 'text') ?? '';
  }
  return channel === 'sms' ? (textOf(part, 'body') ?? '') : undefined;
}

/** A template of WhatsApp with its values: Meta keeps its text. Undefined for another message. */
function templateText(payload: ComposedPayload['payload']): string | undefined {
  const template = partOf(payload, 'template');
  const { name, components } = template;
  const values = listOf(components)
    .flatMap((component) => listOf(component['parameters']))
    .flatMap((parameter) => textOf(parameter, 'text') ?? []);
  return typeof name === 'string' ? [name, ...values].join(' · ') : undefined;
}

function listOf(value: unknown): Part[] {
  return Array.isArray(value) ? value.filter(isPart) : [];
}

type Part = Readonly<Record<string, unknown>>;

function partOf(value: unknown, ...path: string[]): Part {
  const found = path.reduce<unknown>((inner, name) => (isPart(inner) ? inner[name] : undefined), value);
  return isPart(found) ? found : {};
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null;
}

function textOf(part: Part, name: string): string | null {
  const value = part[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function namesOf(buttons: unknown): string[] {
  return listOf(parsed(buttons)).flatMap((button) => textOf(button, 'name') ?? textOf(button, 'title') ?? []);
}
