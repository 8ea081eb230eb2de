import { PLATFORMS, type Message } from '#libs/content';
import type { InboxMessage, Status, Words } from './inbox.types.js';

/** What of a message the inbox keeps, in the message's own form. */
export type Content = Pick<Message, 'title' | 'text' | 'click' | 'customJson' | 'labels'> & {
  ios: Pick<Message['ios'], 'title' | 'subtitle' | 'mediaUrl'>;
  android: Pick<Message['android'], 'title' | 'subtitle' | 'mediaUrl' | 'thumbnailUrl'>;
};

/** Words that are not those of the content; null: the content has some, this recipient got none. */
export type Personal = { [W in keyof Words]?: string | null };

/** A stored message with its content. */
export interface StoredMessage {
  piid: number;
  status: Status;
  /** When it was sent, in epoch milliseconds. */
  sts: number;
  platform: number;
  personal: Personal | null;
  msgId: number;
  categories: number[];
  content: Content;
}

export function contentOf({ title, text, click, customJson, labels, ios, android }: Message): Content {
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

/** What differs from the content's own words, or null when nothing does: then the row stores nothing. */
export function personalPart(words: Words, content: Content, platform: number): Personal | null {
  const own = wordsOf(content, platform);
  const personal: Personal = {};
  let differs = false;
  for (const name of ['title', 'text', 'subText', 'deeplink', 'url'] as const) {
    // A push without a title is listed under that of its message.
    const word = words[name] ?? (name === 'title' ? content.title : undefined);
    if (word !== own[name]) {
      personal[name] = word ?? null;
      differs = true;
    }
  }
  return differs ? personal : null;
}

export function toInboxMessage(row: StoredMessage, extId: string | null): InboxMessage {
  const { content, personal } = row;
  const words = { ...wordsOf(content, row.platform), ...personal };
  return {
    msgId: row.msgId,
    ...(extId !== null && { extID: extId }),
    pushInstanceId: row.piid,
    title: words.title ?? '',
    message: words.text ?? '',
    status: row.status,
    sts: row.sts,
    deeplink: words.deeplink ?? null,
    url: words.url ?? null,
    androidMediaUrl: content.android.mediaUrl ?? null,
    iosMediaUrl: content.ios.mediaUrl ?? null,
    androidThumbnail: content.android.thumbnailUrl ?? null,
    personalizedMsg: personal?.text ?? null,
    personalizedTitle: personal?.title ?? null,
    subText: words.subText ?? null,
    customParams: content.customJson ?? {},
    ctg: row.categories,
    lbl: content.labels === undefined ? [] : [content.labels],
  };
}

/** The words that a platform shows when nothing is made for the recipient. */
function wordsOf({ title, text, click, ios, android }: Content, platform: number): Words {
  const part = platform === PLATFORMS.IOS.number ? ios : platform === PLATFORMS.ANDROID.number ? android : {};
  return { title: part.title ?? title, text, subText: part.subtitle, ...click };
}
