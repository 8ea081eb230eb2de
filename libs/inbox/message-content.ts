import { PLATFORMS, type Message } from '#libs/content';
import { hasPlaceholder } from '#libs/content/template';
import type { InboxMessage, InboxStatus, RenderedText } from './inbox.types.js';

/** The fields in which recipients may differ. Of pictures beside the text only Android has a place in the inbox. */
const COMPARED = ['title', 'text', 'subText', 'deeplink', 'url', 'mediaUrl'] as const;

/** The part of a message that the inbox stores, in the form of the message. */
export type InboxContent = Pick<Message, 'title' | 'text' | 'click' | 'customJson' | 'labels'> & {
  ios: Pick<Message['ios'], 'title' | 'subtitle' | 'mediaUrl'>;
  android: Pick<Message['android'], 'title' | 'subtitle' | 'mediaUrl' | 'thumbnailUrl'>;
};

/** Text that differs from the content; null: the content has a text and this recipient has none. */
export type PersonalText = { [W in keyof RenderedText]?: string | null };

/** A stored message with its content. */
export interface StoredMessage {
  piid: number;
  status: InboxStatus;
  /** When it was sent, in epoch milliseconds. */
  sts: number;
  platform: number;
  personal: PersonalText | null;
  msgId: number;
  categories: number[];
  content: InboxContent;
}

/** A message as its row has it: `personal` may be a sealed text. */
export type StoredRow = Omit<StoredMessage, 'personal'> & { personal: PersonalText | string | null };

export function extractContent({ title, text, click, customJson, labels, ios, android }: Message): InboxContent {
  return {
    title,
    text,
    click,
    customJson,
    labels,
    ios: { title: ios.title, subtitle: ios.subtitle, mediaUrl: ios.mediaUrl },
    android: {
      title: android.title,
      subtitle: android.subtitle,
      mediaUrl: android.mediaUrl,
      thumbnailUrl: android.thumbnailUrl,
    },
  };
}

/** The difference between a recipient's text and the content; null when there is none, and the row stores nothing. */
export function extractPersonalText(
  renderedText: RenderedText,
  content: InboxContent,
  platform: number,
): PersonalText | null {
  const defaults = getDefaultText(content, platform);
  const personal: PersonalText = {};
  let differs = false;
  for (const name of isAndroid(platform) ? [...COMPARED, 'thumbnailUrl' as const] : COMPARED) {
    // A push without a title is listed with the title of its message.
    const text = renderedText[name] ?? (name === 'title' ? content.title : undefined);
    if (text !== defaults[name]) {
      personal[name] = text ?? null;
      differs = true;
    }
  }
  return differs ? personal : null;
}

export function toInboxMessage(row: StoredMessage, extId: string | null): InboxMessage {
  const { content, personal } = row;
  const text = { ...getDefaultText(content, row.platform), ...personal };
  const ownMedia = fixedUrl(text.mediaUrl);
  const { IOS } = PLATFORMS;
  return {
    msgId: row.msgId,
    ...(extId !== null && { extID: extId }),
    pushInstanceId: row.piid,
    title: text.title ?? '',
    message: text.text ?? '',
    status: row.status,
    sts: row.sts,
    deeplink: text.deeplink ?? null,
    url: text.url ?? null,
    androidMediaUrl: isAndroid(row.platform) ? ownMedia : fixedUrl(content.android.mediaUrl),
    iosMediaUrl: row.platform === IOS.number ? ownMedia : fixedUrl(content.ios.mediaUrl),
    androidThumbnail: fixedUrl(isAndroid(row.platform) ? text.thumbnailUrl : content.android.thumbnailUrl),
    personalizedMsg: personal?.text ?? null,
    personalizedTitle: personal?.title ?? null,
    subText: text.subText ?? null,
    customParams: content.customJson ?? {},
    ctg: row.categories,
    lbl: content.labels === undefined ? [] : [content.labels],
  };
}

/** The text that a platform shows without personalization. */
function getDefaultText({ title, text, click, ios, android }: InboxContent, platform: number): RenderedText {
  const part: Partial<InboxContent['android']> =
    platform === PLATFORMS.IOS.number ? ios : isAndroid(platform) ? android : {};
  const { subtitle: subText, mediaUrl, thumbnailUrl } = part;
  return { title: part.title ?? title, text, subText, mediaUrl, thumbnailUrl, ...click };
}

/** Devices of Huawei have the content of Android. */
function isAndroid(platform: number): boolean {
  return platform === PLATFORMS.ANDROID.number || platform === PLATFORMS.HUAWEI.number;
}

/** An address without placeholders. One with placeholders was filled for another platform, or had no value. */
function fixedUrl(url: string | null | undefined): string | null {
  return url === null || url === undefined || hasPlaceholder(url) ? null : url;
}
