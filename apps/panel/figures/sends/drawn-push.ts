import type { ComposedPayload } from '../../api/compose/compose.js';
import type { PushCard } from '../../api/simulators.js';

/** What the payload alone does not tell. */
const EMPTY: Pick<PushCard, 'app' | 'subtitle' | 'badge' | 'slides' | 'activity' | 'facts' | 'note'> = {
  app: null,
  subtitle: null,
  badge: null,
  slides: [],
  activity: null,
  facts: [],
  note: null,
};

/** A push as a device draws it, from what its provider is given; undefined for what is no push. */
export function drawPush({ channel, payload }: Pick<ComposedPayload, 'channel' | 'payload'>): PushCard | undefined {
  switch (channel) {
    case 'apns': {
      const body = partOf(payload, 'body');
      const alert = partOf(body, 'aps', 'alert');
      return {
        ...EMPTY,
        device: 'iPhone',
        title: textOf(alert, 'title'),
        subtitle: textOf(alert, 'subtitle'),
        text: textOf(alert, 'body'),
        picture: textOf(body, 'mediaUrl'),
        buttons: namesOf(body),
      };
    }
    case 'fcm': {
      const message = partOf(payload, 'message');
      const [shown, data] = [partOf(message, 'notification'), partOf(message, 'data')];
      return {
        ...EMPTY,
        device: 'Android',
        title: textOf(shown, 'title') ?? textOf(data, 'title'),
        text: textOf(shown, 'body') ?? textOf(data, 'text'),
        picture: textOf(shown, 'image') ?? textOf(data, 'mediaUrl'),
        buttons: [],
      };
    }
    case 'hms': {
      const [shown, data] = [partOf(payload, 'android', 'notification'), partOf(payload, 'data')];
      return {
        ...EMPTY,
        device: 'Android',
        title: textOf(shown, 'title') ?? textOf(data, 'title'),
        text: textOf(shown, 'body') ?? textOf(data, 'text'),
        picture: textOf(shown, 'image'),
        buttons: namesOf(partOf(payload)),
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
        buttons: namesOf(body),
      };
    }
    default:
      return undefined;
  }
}

/** The text of a message to a number or in a chat; undefined for what is none. */
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

/** A template of WhatsApp with its values: its words are at Meta. Undefined for what is none. */
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

function namesOf({ buttons }: Part): string[] {
  return Array.isArray(buttons) ? buttons.flatMap((button: unknown) => textOf(partOf(button), 'name') ?? []) : [];
}
