import type { WebPushPayload } from '#libs/channels';
import type { PlaceholderFiller } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import type { Platform } from '../model/platforms.js';
import { browserText, preparePush } from './push-parts.js';
import { compact } from '../model/clean-values.js';

/** Safari shows no image in a notification. */
const WITHOUT_IMAGE: ReadonlySet<Platform> = new Set(['MACOS', 'SAFARI']);

/**
 * JSON for the service worker: the fields of `showNotification` (Notifications API), and the links of clicks. `silent`:
 * nothing is displayed. The sender adds `tag`, with which a later message replaces this one, and `heraldId`.
 */
export function renderWebPush(
  message: Message,
  platform: Platform,
  language: LanguagePart | undefined,
  filler: PlaceholderFiller,
): { payload: WebPushPayload; shown: DisplayedText } {
  const shown = browserText(message, language, filler);
  const parts = preparePush(message, platform, language, filler, shown);
  const actions = parts.buttonSet?.buttons.map((button, index) =>
    compact({
      action: String(index),
      title: button.name,
      url: button.url,
      deeplink: button.deeplink,
      sets: button.sets,
    }),
  );
  const body = compact({
    title: shown.title,
    body: shown.text,
    subText: shown.subText,
    icon: filler.fillMedia(message.iconUrl),
    image: WITHOUT_IMAGE.has(platform) ? undefined : filler.fillMedia(message.wpChromeImage),
    actions: actions && actions.length > 0 ? actions : undefined,
    requireInteraction: message.interactionRequired,
    silent: parts.isSilent ? true : undefined,
    threadId: filler.fillOptional(message.threadId),
    ...parts.link,
    richPushHtml: message.richPushHtml,
    customJson: message.customJson,
    params: message.silent ? message.params : undefined,
  });
  return { payload: { body, urgency: parts.isSilent ? 'low' : 'normal' }, shown };
}
