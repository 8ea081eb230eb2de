import type { ApnsPayload } from '#libs/channels';
import type { Filler } from './filler.js';
import type { LanguagePart, Message, Shown } from './message.types.js';
import { mobileData, pushParts, pushText } from './push-parts.js';
import { compact } from './reading.js';

/**
 * An APNs payload as "Generating a remote notification" has it. Custom keys are peers of `aps` and can never be `aps`:
 * the client's own data stays inside `customJson`. A background push has `content-available` alone and priority 5, or
 * APNs refuses it. `mutable-content` lets the application's service extension fetch media and lay out pages.
 */
export function renderApns(
  message: Message,
  language: LanguagePart | undefined,
  filler: Filler,
): { payload: ApnsPayload; shown: Shown } {
  const { ios } = message;
  const shown = compact<Shown>({
    title: filler.optional(language?.title ?? ios.title),
    text: pushText(message, language, filler),
    subText: filler.optional(message.personalizedSubText) ?? filler.optional(ios.subtitle),
  });
  const parts = pushParts(message, 'IOS', language, filler, shown);
  const data = mobileData(message, ios, parts, filler);
  if (parts.quiet) {
    return {
      payload: { body: { aps: { 'content-available': 1 }, ...data }, pushType: 'background', priority: 5 },
      shown,
    };
  }
  const isRich = Boolean(data.mediaUrl ?? data.thumbnailUrl ?? data.carousel ?? data.slider);
  const aps = compact({
    alert: compact({ title: shown.title, subtitle: shown.subText, body: shown.text }),
    sound: ios.sound ?? 'default',
    badge: ios.badge,
    'mutable-content': isRich ? 1 : undefined,
    'thread-id': message.threadId,
    category: parts.buttonSet && `buttonSet-${parts.buttonSet.id}`,
  });
  return { payload: { body: { aps, ...data }, pushType: 'alert', priority: 10 }, shown };
}
