import type { FcmPayload } from '#libs/channels';
import type { Filler } from './filler.js';
import type { LanguagePart, Message, Shown } from './message.types.js';
import { mobileData, mobileWords, pushParts } from './push-parts.js';
import { compact } from './reading.js';

/**
 * An FCM v1 `message` (REST reference, `projects.messages`) without its token. `data` maps texts to texts: structures
 * go in as JSON. A quiet push is data only, so that the application alone decides what is seen.
 */
export function renderFcm(
  message: Message,
  language: LanguagePart | undefined,
  filler: Filler,
): { payload: FcmPayload; shown: Shown } {
  const { android } = message;
  const shown = mobileWords(message, android, language, filler);
  const parts = pushParts(message, 'ANDROID', language, filler, shown);
  const data = compact({
    ...mobileData(message, android, parts, filler),
    subText: shown.subText,
    bigText: filler.optional(android.bigText),
    threadId: message.threadId,
  });
  if (parts.quiet) {
    return { payload: { message: { data: asTexts(data), android: { priority: 'NORMAL' } } }, shown };
  }
  const notification = compact({ title: shown.title, body: shown.text });
  const sound = android.sound === 'default' ? undefined : android.sound;
  const look = compact({
    image: android.mediaUrl !== undefined && /^https?:\/\//i.test(android.mediaUrl) ? android.mediaUrl : undefined,
    sound,
    // Since Android 8 the channel has the sound; without such a channel the application's own is taken.
    channel_id: sound === undefined ? undefined : `sound-${sound}`,
    default_sound: sound === undefined ? true : undefined,
    default_vibrate_timings: android.vibration === true ? true : undefined,
  });
  return {
    payload: { message: { notification, data: asTexts(data), android: { priority: 'HIGH', notification: look } } },
    shown,
  };
}

function asTexts(data: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
