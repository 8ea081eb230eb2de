import { describe, expect, it } from 'vitest';
import { readBounceReport } from '#libs/channels';
import { LinkTokenService, ReturnPathService } from '#libs/delivery/engagement';
import { MasterKey } from '#platform/crypto';
import { countSmsSegments, createRenderPlan, type Message, type Platform } from '#libs/content';
import { fillLinkTemplate, findLinkTemplates, findTrustedOrigins } from '#libs/content/template';
import { readCsvText } from '#platform/csv';
import { isPublicName, parsePublicHttpsUrl } from '#platform/net';
import {
  faultOfId,
  parsePhoneNumber,
  readMailbox,
  readReportedZone,
  readTextCommand,
  toMailboxKey,
  trimInvisible,
} from '#platform/spelling';
import { parseJson } from '../../apps/gateway/http/body/parse-json.js';
import { HOSTILE_TEXTS, slowTexts } from '../support/rooms/hostile-texts.js';

const message = (text: string): Message => ({
  platforms: ['EMAIL', 'SMS', 'IOS'],
  subject: 'S',
  text,
  click: { url: `@{a}${text}` },
  ios: { title: text },
  android: {},
});
const render = (text: string, platform: Platform) =>
  createRenderPlan({ ...message(text), platforms: [platform] }).render({ platform, profile: { a: text.slice(0, 50) } });

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};
const tryCsv = (text: string) => attempt(() => readCsvText(text));

/** Texts of clients, recipients or strangers, and their readers. */
const READERS: Record<string, (text: string) => unknown> = {
  'the body of an e-mail': (text) => render(text, 'EMAIL'),
  'a text message': (text) => render(text, 'SMS'),
  'a push and its link': (text) => render(text, 'IOS'),
  'the links of a message': (text) => findLinkTemplates(message(text)),
  'the origins of a message': (text) => findTrustedOrigins(message(text)),
  'the page of a short link': (text) => fillLinkTemplate(`https://a.example/${text}`, message(''), { a: text }),
  'segments of a text message': countSmsSegments,
  'a command by text message': (text) => readTextCommand(text),
  'a phone number': (text) => parsePhoneNumber(text, 'TR'),
  'an e-mail address': (text) => [readMailbox(text), readMailbox(`${text}@example.com`), toMailboxKey(text)],
  'the id of a user': (text) => [trimInvisible(text), faultOfId(text)],
  'a file of users': (text) => tryCsv(text),
  'a time zone': readReportedZone,
  'the address of a server': (text) => [parsePublicHttpsUrl(`https://${text}`), isPublicName(text)],
};

describe('Processing time of hostile texts', () => {
  it.each(Object.entries(READERS))('A hostile text is read in time proportional to its length as %s', async (_, read) =>
    expect(await slowTexts(read)).toEqual([]),
  );

  it('A hostile text is read in time proportional to its length as a returned mail', async () => {
    for (const type of ['message/delivery-status', 'multipart/mixed; boundary=x', 'text/plain; charset="']) {
      const read = (text: string) => readBounceReport(Buffer.from(`Content-Type: ${type}\r\n\r\n${text}`));
      expect(await slowTexts(read)).toEqual([]);
    }
  });

  it.each([
    ['a report of qmail', 'Hi. This is the '],
    ['a report of Exim', 'This message was created automatically by mail delivery software.\nA message that you sent '],
    ['a report of Sendmail', 'The original message was received at '],
    ['a report of hMailServer', 'Your message did not reach some or all of the intended recipients.\n'],
    ['a report of OpenSMTPD', 'Hi!\n\nThis is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.\n'],
  ])('A hostile text is read in time proportional to its length as %s', async (_, opening) => {
    const read = (text: string) => readBounceReport(Buffer.from(`Content-Type: text/plain\r\n\r\n${opening}${text}`));
    expect(await slowTexts(read)).toEqual([]);
  });

  it('A hostile text is read in time proportional to its length as the traces of a message', async () => {
    const paths = new ReturnPathService(new LinkTokenService(new MasterKey('k'.repeat(32))));
    const parts = ['bounce+', 'bounce+0123456789', '/u/', '/u/0123456789.', '<0123456789abcdef-', 'unsubscribe+a@'];
    const texts = parts.map((part) => ({ name: part, make: (length: number) => part.repeat(length / part.length) }));
    expect(await slowTexts((text) => paths.findMessages(text), [...HOSTILE_TEXTS, ...texts])).toEqual([]);
  });

  it('A hostile text is read in time proportional to its length as a JSON body or something similar', async () => {
    const parts = ['[', '{', '"', '[[],', '{"a":', '\\', '"\\', '[1,', '{}', ',', ':', '1', ' '];
    const texts = parts.map((part) => ({ name: part, make: (length: number) => part.repeat(length) }));
    const read = (text: string) => parseJson(Buffer.from(text), Number.MAX_SAFE_INTEGER).catch(() => undefined);
    expect(await slowTexts(read, [...HOSTILE_TEXTS, ...texts])).toEqual([]);
  });
});
