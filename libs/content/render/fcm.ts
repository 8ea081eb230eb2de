import type { FcmPayload } from '#libs/channels';
import type { PlaceholderFiller } from '../template/placeholder-filler.js';
import type { LanguagePart, Message, DisplayedText } from '../model/message.types.js';
import { createMobileData, mobileText, preparePush } from './push-parts.js';
import { compact } from '../model/compact.js';

/**
 * An FCM v1 `message` (REST reference, `projects.messages`) without its token. `data` maps strings to strings, so
 * structures are JSON. A silent push has data only, and the application decides what to show.
 */
export function renderFcm(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: FcmPayload; shown: DisplayedText } {
  const { android } = message;
  const shown = mobileText(message, android, language, filler);
  const parts = preparePush(message, 'ANDROID', language, filler, shown);
  const data = compact({
    ...createMobileData(message, android, parts, filler),
    subText: shown.subText,
    bigText: filler.fillRequired(android.bigText),
    threadId: filler.fillOptional(message.threadId),
  });
  if (parts.isSilent) {
    return { payload: { message: { data: toTexts(data), android: { priority: 'NORMAL' } } }, shown };
  }
  const notification = compact({ title: shown.title, body: shown.text });
  const sound = android.sound === 'default' ? undefined : android.sound;
  const androidNotification = compact({
    image: data.mediaUrl !== undefined && /^https?:\/\//i.test(data.mediaUrl) ? data.mediaUrl : undefined,
    sound,
    // Since Android 8 the notification channel has the sound. Without such a channel the default of the application is
    // used.
    channel_id: sound === undefined ? undefined : `sound-${sound}`,
    default_sound: sound === undefined ? true : undefined,
    default_vibrate_timings: android.vibration === true ? true : undefined,
  });
  return {
    payload: {
      message: { notification, data: toTexts(data), android: { priority: 'HIGH', notification: androidNotification } },
    },
    shown,
  };
}

function toTexts(data: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
