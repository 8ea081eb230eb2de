import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { checkSizes, type Message } from '#libs/content';
import { bulkMessage, DefinitionDto, definitionMessage, directMessage, sendPart } from '#libs/content/parse';
import { readDto } from '#platform/validation';
import { parseSend } from '../../../test/support/rooms/parse.js';
import { DirectSendDto } from '../transactional/send.dto.js';
import { BulkNotificationDto } from './requests/bulk.dto.js';

type MessageKind = 'bulk' | 'definition' | 'direct';

const ALL = { sendToAll: true };

/** Readers of the body of each operation; a bulk send is for all users unless it says otherwise. */
function parseMessage(raw: unknown, { kind }: { kind: MessageKind }): Message {
  switch (kind) {
    case 'bulk': {
      const body: unknown = Array.isArray(raw) ? raw : { target: ALL, ...(raw as object) };
      return bulkMessage(readDto(BulkNotificationDto, body));
    }
    case 'definition':
      return definitionMessage(readDto(DefinitionDto, raw));
    case 'direct':
      return directMessage(readDto(DirectSendDto, { target: { email: 'a@example.com' }, ...(raw as object) }));
  }
}

const bulk = { title: 'Offer', platforms: ['IOS', 'ANDROID'], text: 'Hello' };
const definition = { title: 'Offer', platforms: ['IOS'], message: 'Hello' };

function parseBulk(message: object, outer: object = {}): Message {
  return parseMessage({ message: { ...bulk, ...message }, target: { sendToAll: true }, ...outer }, { kind: 'bulk' });
}
function refusal(raw: unknown, kind: MessageKind = 'bulk'): [number, string] {
  try {
    parseMessage(raw, { kind });
  } catch (error) {
    if (error instanceof AppError) {
      return [error.code, error.message];
    }
    throw error;
  }
  throw new Error('accepted');
}

describe('Required fields of a bulk send', () => {
  it.each<[unknown, number, string]>([
    [[], 2004, 'The body should be an object'],
    [{}, 2020, 'message is required'],
    [{ message: 7 }, 2004, "Field 'message' should be an object"],
    [{ message: {} }, 2020, 'message.title is required'],
    [{ message: { text: 'x' } }, 2020, 'message.title is required'],
    [{ message: { title: 5, platforms: 5 } }, 2004, "Field 'message.title' should be a text"],
    [{ message: { title: 'x', text: 'x' } }, 2020, 'message.platforms is required'],
    [{ message: { title: 'x', text: 'x', platforms: [] } }, 2020, 'message.platforms is required'],
    [{ message: { title: 'x', platforms: 'IOS' } }, 2004, "Field 'message.platforms' should be an array"],
    [{ message: { title: 'x', platforms: ['TOASTER'] } }, 2004, "Unknown platform 'TOASTER' in 'message.platforms'"],
    [
      { message: { title: 'x', platforms: ['constructor'] } },
      2004,
      "Unknown platform 'constructor' in 'message.platforms'",
    ],
    [{ message: { title: 'x', platforms: ['IOS'] } }, 2020, 'message.text is required'],
    [{ message: { title: 'x', platforms: ['IOS'], text: '  ' } }, 2020, 'message.text is required'],
    [{ message: 'Hello', platforms: ['IOS'] }, 2020, 'title is required'],
  ])('The body %j is refused with %i %s', (raw, code, text) => {
    expect(refusal(raw)).toEqual([code, text]);
  });
});

describe('Forms and types of message fields', () => {
  it.each<[object, string]>([
    [{ ttl: 15 }, "Field 'message.ttl' should be a text"],
    [{ ttl: '15' }, "Field 'message.ttl' should be a number above 0 followed by d, h or m"],
    [{ ttl: '0d' }, "Field 'message.ttl' should be a number above 0 followed by d, h or m"],
    [{ ttl: '-1h' }, "Field 'message.ttl' should be a number above 0 followed by d, h or m"],
    [{ ios: [] }, "Field 'message.ios' should be an object"],
    [{ ios: { badge: -1 } }, "Field 'message.ios.badge' should be a boolean or a whole number"],
    [{ android: { vibration: 'yes' } }, "Field 'message.android.vibration' should be a boolean"],
    [{ ios: { carousel: [1] } }, "Field 'message.ios.carousel[0]' should be an object"],
    [{ android: { slider: [{ itemImageUrl: 1 }] } }, "Field 'message.android.slider[0].itemImageUrl' should be a text"],
    [{ click: { url: 'https://a', deeplink: 'a://b' } }, "Field 'message.click' takes one of url and deeplink"],
    [{ click: 'https://a' }, "Field 'message.click' should be an object"],
    [{ customJson: '{}' }, "Field 'message.customJson' should be an object"],
    [{ languages: { tr: 'x' } }, "Field 'message.languages.tr' should be an object"],
    [{ languages: { tr: { text: 1 } } }, "Field 'message.languages.tr.text' should be a text"],
    [{ inbox: 'true' }, "Field 'message.inbox' should be a boolean"],
    [{ wpChromeImage: 'http://a/b.png' }, "Field 'message.wpChromeImage' should start with https"],
    [{ buttonSet: { id: '1' } }, "Field 'message.buttonSet.id' should be a whole number"],
    [{ buttonSet: { id: 1, Yes: 5 } }, "Field 'message.buttonSet.Yes' should be a text"],
    [{ categories: [true] }, "Field 'message.categories' should hold names or ids of categories"],
  ])('A message with %j is refused with 2004', (part, text) => {
    expect(refusal({ message: { ...bulk, ...part } })).toEqual([2004, text]);
  });

  it('CHROME and FIREFOX need an icon unless the application has one or the message is a definition', () => {
    expect(refusal({ message: { ...bulk, platforms: ['FIREFOX'] } })).toEqual([2020, 'message.iconUrl is required']);
    const request = readDto(BulkNotificationDto, { message: { ...bulk, platforms: ['CHROME'] }, target: ALL });
    expect(bulkMessage(request, 'https://a/icon.png')).toMatchObject({ iconUrl: 'https://a/icon.png' });
    const noIcon = parseMessage({ ...definition, platforms: ['CHROME'] }, { kind: 'definition' });
    expect(noIcon).not.toHaveProperty('iconUrl');
  });

  it('A button set needs an id, and a hook needs a name', () => {
    expect(refusal({ message: { ...bulk, buttonSet: {} } })).toEqual([2020, 'message.buttonSet.id is required']);
    expect(refusal({ message: { ...bulk, hook: {} } })).toEqual([2020, 'message.hook.name is required']);
  });

  it('A customJson that is nested 50,000 levels deep is refused with 2004', () => {
    const deep: object = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(refusal({ message: { ...bulk, customJson: deep } })[0]).toBe(2004);
  });

  it('A message with 201 languages is refused with 2004', () => {
    const languages = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`l${n}`, { text: 'x' }]));
    expect(refusal({ message: { ...bulk, languages } })[0]).toBe(2004);
  });
});

describe('Lenient reading of a message', () => {
  it('False and null count as absent, and unknown fields are ignored', () => {
    const message = parseBulk({
      ios: false,
      click: { doNothing: false, url: 'https://a' },
      customJson: null,
      extRef: {},
    });
    expect(message.click).toEqual({ url: 'https://a' });
    expect(message.ios).toEqual({});
    expect('customJson' in message).toBe(false);
  });

  it('The top-level form is accepted, with message as the text and one carousel for both platforms', () => {
    const message = parseMessage(
      {
        title: 'Offer',
        message: 'Hello',
        platforms: ['IOS', 'ANDROID'],
        carousel: [{ title: 'One', clickAction: { action: 'DEEP_LINK', deepLinkUrl: 'app://1' } }],
        ios: { slider: [{ itemImageUrl: 'i', clickAction: { url: 'https://a' } }] },
        target: { sendToAll: true },
      },
      { kind: 'bulk' },
    );
    expect(message.text).toBe('Hello');
    expect(message.android.carousel).toEqual([{ title: 'One', link: { deeplink: 'app://1' } }]);
    expect(message.ios.slider).toEqual([{ itemImageUrl: 'i', link: { url: 'https://a' } }]);
  });

  it('Languages beside the message are read, and fields inside the message win over those outside', () => {
    expect(parseBulk({}, { languages: { tr: { text: 'Merhaba' } } }).languages).toEqual({ tr: { text: 'Merhaba' } });
    expect(parseBulk({ title: 'inside' }, { title: 'outside' }).title).toBe('inside');
  });

  it('Reserved names never become own keys of the message', () => {
    const raw: object = JSON.parse(
      '{"customJson":{"__proto__":{"x":1},"constructor":1,"ok":{"__proto__":2}},"languages":{"__proto__":{"text":"x"}}}',
    );
    const message = parseBulk(raw);
    expect(JSON.stringify(message.customJson)).toBe('{"ok":{}}');
    expect(JSON.stringify(message.languages)).toBe('{}');
    expect(Object.getPrototypeOf(message.customJson)).toBe(Object.prototype);
  });

  it('Texts lose their NUL characters, and lone surrogates are replaced', () => {
    const message = parseBulk({ text: 'a\0b\ud83d', customJson: { 'k\0': 'v\0' } });
    expect(message.text).toBe('ab\ufffd');
    expect(message.customJson).toEqual({ k: 'v' });
  });

  it('A time to live is read in minutes and days, and is at most 28 days', () => {
    expect(parseBulk({ ttl: '30m' }).ttlSeconds).toBe(1800);
    expect(parseBulk({ ttl: '15d' }).ttlSeconds).toBe(15 * 86_400);
    expect(parseBulk({ ttl: '999d' }).ttlSeconds).toBe(28 * 86_400);
  });

  it('Buttons are read with their new names, and button sets for each browser', () => {
    const buttonSet = {
      id: 1,
      buttonNames: { button1: '10 GB', button2: '15 GB' },
      '10 GB': 'https://a',
      '15 GB': 'https://b',
    };
    expect(parseBulk({ buttonSet }).buttonSet).toEqual({
      id: 1,
      buttons: [
        { name: '10 GB', replaces: 'button1', url: 'https://a' },
        { name: '15 GB', replaces: 'button2', url: 'https://b' },
      ],
    });
    const perPlatform = parseBulk({ buttonSet: { CHROME: { id: 1, Yes: 'https://a' }, EDGE: { id: 2 } } });
    expect(perPlatform.buttonSet).toBeUndefined();
    expect(perPlatform.buttonSets).toEqual({
      CHROME: { id: 1, buttons: [{ name: 'Yes', url: 'https://a' }] },
      EDGE: { id: 2, buttons: [] },
    });
    const sets = { setOnClick: 'PROFILE_ATTR', attrName: 'team', attrValue: 'X' };
    expect(parseBulk({ buttonSet: { id: 4, setAttrOrTag: { X: sets } } }).buttonSet?.buttons).toEqual([
      { name: 'X', sets },
    ]);
  });

  it('Categories are read as a single name and as a list of ids and names', () => {
    expect(parseBulk({ categories: 'News' }).categories).toEqual(['News']);
    expect(parseBulk({ categories: [1, 'News'] }).categories).toEqual([1, 'News']);
  });
});

describe('Definitions and direct sends', () => {
  it('A definition without title or message is silent, and one without platforms is refused', () => {
    expect(parseMessage({ platforms: ['IOS'] }, { kind: 'definition' }).silent).toBe(true);
    expect(parseMessage({ title: 'x', platforms: ['IOS'] }, { kind: 'definition' }).silent).toBe(true);
    expect('silent' in parseMessage(definition, { kind: 'definition' })).toBe(false);
    expect(refusal({ title: 'x', message: 'y' }, 'definition')).toEqual([2020, 'platforms is required']);
  });

  it('A definition that stands inside the field message is accepted', () => {
    const inside = { message: { ...definition, text: 'other' } };
    expect(parseMessage(inside, { kind: 'definition' }).text).toBe('Hello');
    expect(parseMessage({ message: { ...bulk } }, { kind: 'definition' }).text).toBe('Hello');
  });

  it('An e-mail or SMS without content is refused, and so is a sender that is no address', () => {
    const mail = { title: 'x', platforms: ['EMAIL'], target: { email: 'a@example.com' } };
    expect(refusal(mail, 'direct')[0]).toBe(5041);
    expect(refusal({ ...mail, message: '<p>', from: 'a@b\r\nBcc: c@d' }, 'direct')[0]).toBe(6000);
    expect(refusal({ ...mail, platforms: ['SMS'] }, 'direct')).toEqual([2020, 'message is required']);
    expect(refusal({ ...mail, title: undefined, message: 'x' }, 'direct')).toEqual([2020, 'title is required']);
    const read = parseMessage(
      { ...mail, message: '<p>', from: 'a@b.example', senderName: 'A', subject: 'S' },
      { kind: 'direct' },
    );
    expect(read).toMatchObject({
      text: '<p>',
      from: 'a@b.example',
      senderName: 'A',
      subject: 'S',
      platforms: ['EMAIL'],
    });
  });
});

describe('Message sizes', () => {
  const LARGE = { code: 2101 };
  const sizesOf = (raw: object, kind: MessageKind = 'bulk') => checkSizes(parseMessage(raw, { kind }));

  it('A message that is too large for its provider is refused, even in one language only', async () => {
    const long = 'x'.repeat(4000);
    await expect(sizesOf({ message: { ...bulk, text: long } })).rejects.toMatchObject(LARGE);
    await expect(sizesOf({ message: { ...bulk, languages: { tr: { text: long } } } })).rejects.toMatchObject({
      ...LARGE,
      message: "The message is larger than its provider takes on IOS in language 'tr'",
    });
    await expect(sizesOf({ message: { ...bulk, personalizedMessage: `@{name}${long}` } })).rejects.toMatchObject(LARGE);
    await expect(sizesOf({ message: { ...bulk, text: 'x'.repeat(3700) } })).resolves.toBeUndefined();
    const sms = { title: 'x', platforms: ['SMS'], message: 'x'.repeat(1601) };
    await expect(sizesOf(sms, 'direct')).rejects.toMatchObject(LARGE);
  });

  it('The size of a message is counted in bytes, not in characters', async () => {
    await expect(sizesOf({ message: { ...bulk, text: 'é'.repeat(2000) } })).rejects.toMatchObject(LARGE);
  });
});

describe('Message of a transactional send', () => {
  it('A send reads the fields that it may change, and keeps booleans that are false', () => {
    const send = parseSend({ params: { name: 'J' }, inbox: false, doNotNotify: true, ttl: '1h', ios: { sound: 's' } });
    expect(send).toEqual({
      params: { name: 'J' },
      inbox: false,
      doNotNotify: true,
      ttlSeconds: 3600,
      ios: { sound: 's' },
      android: {},
    });
    expect(sendPart()).toEqual({ ios: {}, android: {} });
    expect(() => parseSend({ params: [] })).toThrow("Field 'message.params' should be an object");
  });
});
