import type { ApnsPayload } from '#libs/channels';
import type { PlaceholderFiller } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import type { Platform } from '../model/platforms.js';
import { renderLiveActivity } from './live-activity.js';
import { browserText, createMobileData, mobileText, preparePush } from './push-parts.js';
import { compact } from '../model/clean-values.js';

/**
 * An APNs payload ("Generating a remote notification"). Custom keys are beside `aps` and cannot replace it: data of the
 * client is inside `customJson`. A background push has only `content-available` and priority 5, or APNs refuses it.
 * `mutable-content` lets the service extension of the application fetch media and lay out pages. The category is the
 * button set, which the application registers under this name. On a Mac the texts are those of browsers.
 */
export function renderApns(
  message: Message,
  platform: Platform,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
  launchedAt: number,
): { payload: ApnsPayload; shown: DisplayedText } {
  const ios = platform === 'IOS' ? message.ios : {};
  const shown =
    platform === 'IOS' ? mobileText(message, ios, language, filler) : browserText(message, language, filler);
  if (message.liveActivity) {
    return { payload: renderLiveActivity(message, message.liveActivity, shown, filler, launchedAt), shown };
  }
  const parts = preparePush(message, platform, language, filler, shown);
  const data = createMobileData(message, ios, parts, filler);
  if (parts.isSilent) {
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
    'thread-id': filler.fillOptional(message.threadId),
    category: parts.buttonSet && `buttonSet-${parts.buttonSet.id}`,
    // APNs refuses Safari pushes without it ("Configuring Safari push notifications"). The link of a click is in `url`.
    'url-args': platform === 'SAFARI' ? [] : undefined,
  });
  return { payload: { body: { aps, ...data }, pushType: 'alert', priority: 10 }, shown };
}
