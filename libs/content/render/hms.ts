import { toHmsMessage, type HmsPayload } from '#libs/channels';
import type { PlaceholderFiller } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import { compact } from '../model/clean-values.js';
import type { ChannelContent } from './channel-content.js';
import { createMobileData, mobileText, preparePush, type RenderedButton } from './push-parts.js';

/** Huawei, "Push Kit REST API: downlink messages": bytes of a message without its token. */
const MAX_HMS_BYTES = 4096;
const MAX_BUTTONS = 3;
const MAX_BUTTON_NAME = 40;
/** Characters of the data of a button, without what the sender adds to it. */
const MAX_BUTTON_DATA = 1024 - 64;

/** The longest values that a sender adds for one recipient. */
const LONGEST = {
  messageId: '00000000-0000-0000-0000-000000000000',
  collapseId: 'x'.repeat(64),
  ttlSeconds: 1_296_000,
};

/**
 * A message of Huawei's Push Kit, with the fields of Android. Its custom keys are those of FCM, so one app reads both.
 * The system draws it and opens the app on a tap: links stand in the data, as on Android. Push Kit wants title and text,
 * so where a message has one of them it stands in both places. A silent push is data alone.
 */
function renderHms(
  message: Message,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: HmsPayload; shown: DisplayedText } {
  const { android } = message;
  const shown = mobileText(message, android, language, filler);
  const parts = preparePush(message, 'HUAWEI', language, filler, shown);
  const bigText = filler.fillRequired(android.bigText);
  const threadId = filler.fillOptional(message.threadId);
  const data = compact({
    ...createMobileData(message, android, parts, filler),
    subText: shown.subText,
    bigText,
    threadId,
  });
  const title = shown.title ?? shown.text;
  if (parts.isSilent || title === undefined) {
    return { payload: { data, android: { urgency: 'NORMAL' }, buttons: [] }, shown };
  }
  const sound = android.sound === 'default' ? undefined : android.sound;
  const notification = compact({
    title,
    body: shown.text ?? title,
    click_action: { type: 3 },
    image: data.mediaUrl !== undefined && /^https:\/\//i.test(data.mediaUrl) ? data.mediaUrl : undefined,
    notify_summary: shown.subText,
    ...(bigText !== undefined && { style: 1, big_title: title, big_body: bigText }),
    group: threadId,
    // The file of a sound has no ending here. A channel has the sound since Android 8, as with FCM.
    ...(sound !== undefined && {
      sound: `/raw/${sound.replace(/\.[^.]*$/, '')}`,
      default_sound: false,
      channel_id: `sound-${sound}`,
    }),
    use_default_vibrate: android.vibration === true ? true : undefined,
  });
  return {
    payload: { data, android: { notification }, buttons: toButtons(parts.buttonSet?.buttons ?? []) },
    shown,
  };
}

/** A message is measured with the longest values of a recipient. */
export const HMS_CONTENT: ChannelContent<'hms'> = {
  render: (message, _variant, language, filler) => renderHms(message, language, filler),
  measure: (payload) => ({
    bytes: Buffer.byteLength(JSON.stringify(toHmsMessage(payload, LONGEST))),
    limit: MAX_HMS_BYTES,
  }),
  readInboxData: ({ data }) => data,
};

/**
 * The first three buttons, which open the app with their data. Data that is too long for a button is left out there: the
 * app finds it in the message, by the number of the button.
 */
function toButtons(buttons: readonly RenderedButton[]): HmsPayload['buttons'] {
  return buttons.slice(0, MAX_BUTTONS).map(({ name, ...rest }, index) => {
    const data = compact({ button: String(index), ...rest });
    return {
      name: Array.from(name).slice(0, MAX_BUTTON_NAME).join('').trim() || String(index + 1),
      action_type: 0,
      data: JSON.stringify(data).length <= MAX_BUTTON_DATA ? data : { button: String(index) },
    };
  });
}
