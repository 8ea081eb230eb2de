import { describe, expect, it } from 'vitest';
import { PLATFORMS, type Message } from '#libs/content';
import type { RenderedText } from './inbox.types.js';
import { extractContent, extractPersonalText, toInboxMessage, type StoredMessage } from './message-content.js';

const [IOS, ANDROID, CHROME] = [PLATFORMS.IOS.number, PLATFORMS.ANDROID.number, PLATFORMS.CHROME.number];
const MESSAGE: Message = {
  title: 'Campaign',
  text: 'Default',
  platforms: ['IOS', 'ANDROID', 'CHROME'],
  ios: { title: 'For iOS', subtitle: 'Below' },
  android: { mediaUrl: 'https://example.com/a.png' },
  click: { deeplink: 'shop://all' },
};
const CONTENT = extractContent(MESSAGE);
const PICTURE = { mediaUrl: 'https://example.com/a.png' };

/** The stored text of a push, and what is read back. */
function roundTrip(
  words: RenderedText,
  platform: number,
): [StoredMessage['personal'], RenderedText & { personal: unknown[] }] {
  const personal = extractPersonalText(words, CONTENT, platform);
  const row: StoredMessage = {
    piid: 1025,
    status: 'UNREAD',
    sts: 0,
    platform,
    personal,
    msgId: 1,
    categories: [],
    content: JSON.parse(JSON.stringify(CONTENT)) as typeof CONTENT,
  };
  const { title, message, subText, deeplink, url, personalizedTitle, personalizedMsg } = toInboxMessage(row, 'x');
  const read = {
    title,
    text: message,
    ...(subText !== null && { subText }),
    ...(deeplink !== null && { deeplink }),
    ...(url !== null && { url }),
  };
  return [personal, { ...read, personal: [personalizedTitle, personalizedMsg] }];
}

describe('Stored text of a push', () => {
  it('Nothing personal is stored when everyone on the platform got the same push', () => {
    const ios = { title: 'For iOS', text: 'Default', subText: 'Below', deeplink: 'shop://all' };
    expect(roundTrip(ios, IOS)).toEqual([null, { ...ios, personal: [null, null] }]);
    const android = { text: 'Default', deeplink: 'shop://all' };
    expect(roundTrip({ ...android, ...PICTURE }, ANDROID)).toEqual([
      null,
      { ...android, title: 'Campaign', personal: [null, null] },
    ]);
    const chrome = { ...android, title: 'Campaign' };
    expect(roundTrip(chrome, CHROME)).toEqual([null, { ...chrome, personal: [null, null] }]);
  });

  it('Only the personalized text of a push is stored', () => {
    const words = { title: 'For iOS', text: 'Hi Ann', subText: 'Below', deeplink: 'shop://all' };
    expect(roundTrip(words, IOS)).toEqual([{ text: 'Hi Ann' }, { ...words, personal: [null, 'Hi Ann'] }]);
    const linked = { title: 'Ann!', text: 'Default', deeplink: 'shop://ann' };
    expect(roundTrip(linked, CHROME)).toEqual([
      { title: 'Ann!', deeplink: 'shop://ann' },
      { ...linked, personal: ['Ann!', null] },
    ]);
  });

  it('The stored text of a push marks texts that the recipient did not get', () => {
    const words = { title: 'For iOS', text: 'Default' };
    expect(roundTrip(words, IOS)).toEqual([
      { subText: null, deeplink: null },
      { ...words, personal: [null, null] },
    ]);
  });

  it('The stored text of a push distinguishes a page from a deeplink', () => {
    const words = { text: 'Default', url: 'https://example.com/ann' };
    expect(roundTrip({ ...words, ...PICTURE }, ANDROID)).toEqual([
      { deeplink: null, url: 'https://example.com/ann' },
      { ...words, title: 'Campaign', personal: [null, null] },
    ]);
  });
});

describe('Message without text', () => {
  it('A message without text reads as empty texts', () => {
    const content = extractContent({ platforms: ['IOS'], silent: true, ios: {}, android: {} });
    expect(extractPersonalText({}, content, IOS)).toBeNull();
    const row = {
      piid: 1,
      status: 'READ',
      sts: 5,
      platform: IOS,
      personal: null,
      msgId: 7,
      categories: [2],
    };
    expect(toInboxMessage({ ...row, status: 'READ', content }, null)).toMatchObject({
      title: '',
      message: '',
      sts: 5,
      msgId: 7,
      ctg: [2],
    });
    expect(toInboxMessage({ ...row, status: 'READ', content }, null)).not.toHaveProperty('extID');
  });
});

describe('Pictures of a push', () => {
  const template = 'https://example.com/@{x}.png';
  const content = extractContent({
    ...MESSAGE,
    ios: { mediaUrl: template },
    android: { mediaUrl: template, thumbnailUrl: template },
  });
  const read = (platform: number, pictures: RenderedText) => {
    const personal = extractPersonalText({ title: 'Campaign', text: 'Default', ...pictures }, content, platform);
    const row = { piid: 1, status: 'UNREAD' as const, sts: 0, platform, personal, msgId: 1, categories: [], content };
    const { androidMediaUrl, iosMediaUrl, androidThumbnail } = toInboxMessage(row, 'x');
    return [androidMediaUrl, iosMediaUrl, androidThumbnail];
  };
  const [a, b] = ['https://example.com/a.png', 'https://example.com/b.png'];

  it('The pictures of a push in the inbox are the received ones, and never a placeholder', () => {
    expect(read(ANDROID, { mediaUrl: a, thumbnailUrl: b })).toEqual([a, null, b]);
    expect(read(IOS, { mediaUrl: a, thumbnailUrl: b })).toEqual([null, a, null]);
    expect(read(ANDROID, {})).toEqual([null, null, null]);
    expect(read(CHROME, {})).toEqual([null, null, null]);
  });
});
