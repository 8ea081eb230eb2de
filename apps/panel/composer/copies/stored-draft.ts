import type { ComposedCampaign, Message, Written } from '../../api/compose/message.js';
import { formOfContent } from '../../mails/mail-form.js';
import type { KnownTypes } from '../../targets/lines.js';
import { describeTarget } from '../../targets/stored-target.js';
import { EVERYBODY } from '../../targets/written-audience.js';
import { campaignOf, newDraft, type Draft } from '../form/draft.js';
import { sortedText } from '../drafts/form.js';
import { extrasOf } from '../extras/extras.js';
import { richOf } from '../rich/rich.js';
import { repeatFormOf } from '../form/repeat.js';
import { termsOf } from '../terms/terms.js';
import { formOfPart } from '../whatsapp/whatsapp-form.js';
import { localOf } from '../../widgets/times/zoned-time.js';

interface StoredClick {
  url?: string;
  deeplink?: string;
}

/** A stored message may come from the interface itself, and so have any form. */
export type StoredMessage = Partial<Omit<Message, 'click' | 'languages' | 'categories'>> & {
  categories?: unknown;
  click?: StoredClick;
  languages?: Record<string, { title?: string; text?: string; click?: StoredClick }>;
};

interface StoredDraft {
  message?: StoredMessage;
  mail?: Written['mail'];
  target?: object;
  schedule?: Partial<Omit<NonNullable<ComposedCampaign['schedule']>, 'localTimezone'>> & { localTimezone?: boolean };
  speed?: ComposedCampaign['speed'];
  limit?: number;
  options?: NonNullable<ComposedCampaign['options']>;
}

/**
 * The draft that says what was asked for earlier; undefined for what the composer cannot write.
 *
 * @param stored  as `campaignOf` made it, perhaps with its fields in another order
 */
export function draftOf(stored: object, zone: string, types: KnownTypes): Draft | undefined {
  const { message, mail, target, schedule, speed, limit, options } = stored as StoredDraft;
  const audience = draftAudience(target);
  const draft: Draft = {
    ...newDraft(),
    ...draftMessage(message, mail),
    ...audience,
    ...termsOf(message, { speed, limit, options }),
    ...draftTime(schedule, zone),
    late: richOf(undefined, schedule).late,
    repeat: repeatFormOf(schedule),
  };
  const again = campaignOf(draft, zone, types);
  return audience && again && sortedText({ ...again, target }) === sortedText(stored) ? draft : undefined;
}

/** Reads the fields of a draft from a stored message; fields that the composer does not write are left out. */
export function draftMessage(message: StoredMessage | undefined, mail: Written['mail']): Partial<Draft> {
  const { click, ios, android, personalizedTitle, languages, buttonSet, whatsapp } = message ?? {};
  const { id: buttonSetId, ...buttonLinks } = buttonSet ?? {};
  return {
    name: message?.title ?? '',
    platforms: message?.platforms ?? [],
    title: ios?.title ?? android?.title ?? personalizedTitle ?? '',
    text: message?.text ?? '',
    link: click?.url ?? click?.deeplink ?? '',
    icon: message?.iconUrl ?? '',
    picture: ios?.mediaUrl ?? android?.mediaUrl ?? message?.wpChromeImage ?? '',
    buttonSet: buttonSetId === undefined ? '' : String(buttonSetId),
    buttonLinks: Object.entries(buttonLinks).flatMap(([name, url]) => (typeof url === 'string' ? [{ name, url }] : [])),
    whatsapp: formOfPart(whatsapp),
    ...extrasOf(message),
    ...richOf(message, undefined),
    subject: message?.subject ?? '',
    from: message?.from ?? '',
    senderName: message?.senderName ?? '',
    mail: formOfContent(mail, message?.text ?? ''),
    languages: Object.entries(languages ?? {}).map(([name, part]) => ({
      name,
      title: part.title ?? '',
      text: part.text ?? '',
      link: part.click?.url ?? part.click?.deeplink ?? '',
      mail: formOfContent(mail?.languages?.[name], part.text ?? ''),
    })),
  };
}

function draftTime(schedule: StoredDraft['schedule'], zone: string): Partial<Pick<Draft, 'when' | 'at'>> {
  const { startTime, localTimezone } = schedule ?? {};
  if (startTime === undefined) {
    return {};
  }
  return localTimezone === true ? { when: 'local', at: startTime } : { when: 'later', at: localOf(startTime, zone) };
}

/** Reads the audience of a target. Lines match a stored target exactly or not at all, so they need no comparison. */
export function draftAudience(target: unknown): Pick<Draft, 'segment' | 'described' | 'lines'> | undefined {
  const { lines } = newDraft();
  const [[form, value] = ['', undefined], ...more] = Object.entries(target ?? {}) as [string, unknown][];
  if (more.length === 0 && form === 'sendToAll' && value === true) {
    return { segment: EVERYBODY, described: false, lines };
  }
  const [name, ...rest] = form === 'segment' && Array.isArray(value) ? (value as unknown[]) : [];
  if (more.length === 0 && typeof name === 'string' && name !== EVERYBODY && rest.length === 0) {
    return { segment: name, described: false, lines };
  }
  const root = describeTarget(target);
  return root && { segment: EVERYBODY, described: true, lines: root };
}
