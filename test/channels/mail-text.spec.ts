import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { EmailPayload } from '#libs/channels';
import { createMailFields } from '../../libs/channels/mail/mail-fields.js';
import { createMailWriter } from '../../libs/channels/providers/ses/ses-mail.js';

/** RFC 5322, section 2.1.1, without the line end. */
const MAX_LINE = 998;
/** RFC 5322, section 2.1.1: more than this should be folded where it can be. */
const MAX_FOLDED = 78;
const write = createMailWriter({});

async function mailOf(payload: Partial<EmailPayload>) {
  const item = { messageId: 'id-1', address: 'jo@example.com', collapseId: 'c', ttlSeconds: 60 };
  const raw = await write(
    createMailFields(
      { ...item, payload: { subject: 'Hello', html: '<p>x</p>', ...payload } },
      { from: 'shop@example.org' },
    ),
  );
  const text = raw.toString('latin1');
  const lines = text.split('\r\n');
  expect(lines.every((line) => line.length <= MAX_LINE && !/[\r\n]/.test(line))).toBe(true);
  return { text, head: text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n'), mail: await PostalMime.parse(raw) };
}

const fileOf = (name: string) => {
  const content = randomBytes(40);
  return { name, type: 'text/plain', size: content.length, open: () => Readable.from([content]) };
};

const TEXTS: [name: string, text: string][] = [
  ['a word of 1,200 letters', 'x'.repeat(1200)],
  ['a word of 1,200 letters between others', `Order ${'x'.repeat(1200)} is here`],
  ['long words one after another', `${'y'.repeat(300)} ${'z'.repeat(300)} `.repeat(4).trim()],
  ['an encoded word', '=?UTF-8?B?SGk=?='],
  ['an encoded word among others', 'See =?UTF-8?Q?Hi?= and =?iso-8859-1?Q?=E4?= there'],
  ['half an encoded word', 'Is a =?b or a ?= c'],
  ['an encoded word with quotes', '"=?utf-8?q?a b?="'],
  ['umlauts of 600 letters', 'ü'.repeat(600)],
  ['emoji', '👩‍👩‍👧 '.repeat(80).trim()],
  ['decomposed accents', 'Cafe\u0301 '.repeat(60).trim()],
  ['commas, quotes and backslashes', 'Shop, "the best" \\ (really) <now>; a@b.c: yes'],
  ['only blanks between words', `a${' '.repeat(200)}b`],
  ['blanks of more than a line', `a${' '.repeat(1200)}b`],
  ['Chinese', '欢迎'.repeat(100)],
  ['a name like any', 'Shop of Ann'],
];

describe('The text of an e-mail as it leaves', () => {
  it.each(TEXTS)('A subject with %s is read as it was written', async (_, subject) => {
    const { head, mail } = await mailOf({ subject });
    expect(mail.subject).toBe(subject);
    expect(head.filter((line) => line.length > MAX_FOLDED)).toEqual([]);
    expect(head.filter((line) => line.startsWith('Subject:'))).toHaveLength(1);
  });

  it.each(TEXTS)('A sender whose name is %s is read as it was written', async (_, fromName) => {
    const { head, mail } = await mailOf({ fromName });
    expect(mail.from).toEqual({ name: fromName, address: 'shop@example.org' });
    expect(head.filter((line) => line.length > MAX_FOLDED)).toEqual([]);
  });

  it.each([
    ['ASCII', '<p>'.concat('word '.repeat(2000), '</p>')],
    ['one word', `<p>${'x'.repeat(5000)}</p>`],
    ['umlauts', `<p>${'ü'.repeat(5000)}</p>`],
    ['carriage returns alone', `<p>${`${'x'.repeat(60)}\r`.repeat(100)}</p>`],
    ['line ends of each kind', 'a\rb\nc\r\nd\n\re'],
    ['dots at the beginning of lines', '.\r\n..\r\n.a\r\n'],
    ['a From at the beginning of a line', 'From me\r\nFrom you'],
    ['200,000 characters', `<p>${'x'.repeat(200_000)}</p>`],
  ])('Bodies with %s have no line over 998 octets', async (_, body) => {
    const { mail } = await mailOf({ html: body, text: body });
    const plain = (text = '') => text.replace(/\r\n?|\n/g, '\n').trimEnd();
    expect([plain(mail.html), plain(mail.text)]).toEqual([plain(body), plain(body)]);
  });

  it.each([
    'report.pdf',
    'a_b.txt',
    'Größe.txt',
    'Rechnung März 2026, final (2).txt',
    '=_UTF-8_B_SGk=_=.txt',
    "it's 100%.txt",
    `${'n'.repeat(146)}.txt`,
    `${'ü'.repeat(146)}.txt`,
    '报告.txt',
    '👍.txt',
    'a;b="c".txt',
    'back\\slash.txt',
  ])('A file with the name %s is read under this name', async (name) => {
    const { mail, text } = await mailOf({ attachments: [fileOf(name)] });
    expect(mail.attachments).toMatchObject([{ filename: name }]);
    // Programs that know no RFC 2231 read this one.
    expect(text).toMatch(/; ?\s*name=/);
  });
});
