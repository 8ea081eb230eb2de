import type { FcmPayload } from '#libs/channels';
import type { PlaceholderFiller } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import { createMobileData, mobileText, preparePush } from './push-parts.js';
import { compact } from '../model/clean-values.js';

/**
 * An FCM v1 `message` (REST reference, `projects.messages`) without its token. `data` maps strings to strings, so
 * structures are JSON. Beside a `notification` the system shows a message while the app is in the background, and does
 * not wake it (Firebase, "Receive messages in an Android app").
 *
 * - A message that the app draws is data alone, of high priority, with everything that is to be shown.
 * - A silent push is data alone, and the application decides what to show.
 *
 * @param isDrawn  the app draws the notification
 */
export function renderFcm(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
  isDrawn: boolean,
): { payload: FcmPayload; shown: DisplayedText } {
  const { android } = message;
  const shown = mobileText(message, android, language, filler);
  const parts = preparePush(message, 'ANDROID', language, filler, shown);
  const data = compact({
    ...createMobileData(message, android, parts, filler, isDrawn),
    subText: shown.subText,
    bigText: filler.fillRequired(android.bigText),
    threadId: filler.fillOptional(message.threadId),
  });
  if (parts.isSilent) {
    return { payload: { message: { data: toTexts(data), android: { priority: 'NORMAL' } } }, shown };
  }
  const sound = android.sound === 'default' ? undefined : android.sound;
  // Since Android 8 the notification channel has the sound. Without such a channel the default of the application is
  // used.
  const channelId = sound === undefined ? undefined : `sound-${sound}`;
  if (isDrawn) {
    const drawn = compact({
      ...data,
      display: 'app',
      sound: sound ?? 'default',
      channelId,
      vibration: android.vibration === true ? true : undefined,
    });
    return {
      payload: { message: { data: toTexts(drawn), android: { priority: 'HIGH' } }, isDrawnByApp: true },
      shown,
    };
  }
  const notification = compact({ title: shown.title, body: shown.text });
  const androidNotification = compact({
    image: data.mediaUrl !== undefined && /^https?:\/\//i.test(data.mediaUrl) ? data.mediaUrl : undefined,
    sound,
    channel_id: channelId,
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

/** Tests if a message has parts that the system does not show: then only the app can draw it whole. */
export function needsApp({ android, buttonSet, buttonSets, personalizedSubText, threadId }: Message): boolean {
  const { carousel, slider, bigText, subtitle, thumbnailUrl } = android;
  return [
    carousel,
    slider,
    buttonSets?.ANDROID ?? buttonSet,
    bigText,
    subtitle,
    personalizedSubText,
    threadId,
    thumbnailUrl,
  ].some((part) => part !== undefined);
}

function toTexts(data: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
