import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SmsPayload } from '#libs/channels';
import { CHANNELS } from '#libs/channels/definitions';
import { createRenderPlan, RenderBudget, type Message } from '#libs/content';
import { findLinkTemplates } from '#libs/content/template';
import { MasterKey } from '#platform/crypto';
import type { LinkRewriting } from './link-rewriting.js';
import { LinkTokenService } from '../link-token.service.js';
import { TextMessageLinks } from './text-message-links.js';

const BASE = 'https://go.shop.example';
const SHORT = /https:\/\/go\.shop\.example\/s\/([0-9A-Za-z]+)/g;
const tokens = new LinkTokenService(new MasterKey('a master key for these tests only'));
const REF = { dispatchId: 77, channel: CHANNELS.sms, recipientId: 4097 };
const PROFILE = { host: 'evil.example', code: 'x1', blank: '' };

function toMessage(text: string, more: Partial<Message> = {}): Message {
  return { platforms: ['SMS'], text, ios: {}, android: {}, ...more };
}

function sms(message: Message, base = BASE, clicks = true): SmsPayload {
  const links: LinkRewriting = new TextMessageLinks(tokens, message, { base, clicks });
  const rendered = createRenderPlan(message).render({ platform: 'SMS', profile: PROFILE });
  if (rendered.kind !== 'ok') {
    throw new Error(rendered.reason);
  }
  const rewritten = links.rewriteLinks(rendered, REF, '+905321234567', new RenderBudget());
  if ('failure' in rewritten) {
    throw new Error(rewritten.failure);
  }
  return rewritten.payload as SmsPayload;
}

/** The pages of the short links, with their placeholders, and the text around them. */
function read(message: Message): { pages: (string | undefined)[]; around: string[] } {
  const templates = findLinkTemplates(message);
  const { body } = sms(message);
  const pages = [...body.matchAll(SHORT)].map(
    ([, token = '']) => templates[tokens.readToken('short', token)?.index ?? -1],
  );
  return { pages, around: body.split(/https:\/\/go\.shop\.example\/s\/[0-9A-Za-z]+/) };
}

describe('Links of a text message', () => {
  it('Links of a text message become short links with their index in the message', () => {
    const message = toMessage('Hi @{code}: https://shop.example/a-rather-long-address/@{code}, https://b.example/.');
    expect(read(message)).toEqual({
      pages: ['https://shop.example/a-rather-long-address/@{code}', 'https://b.example/'],
      around: ['Hi x1: ', ', ', '.'],
    });
    expect(
      sms(message)
        .body.match(SHORT)
        ?.every((link) => link.length <= 50),
    ).toBe(true);
    expect(sms(message).segments).toBe(1);
  });

  it.each([
    ["Gelin https://shop.example/tr'de!", ['https://shop.example/tr'], ['Gelin ', "'de!"]],
    ['Gelin https://shop.example/tr’de…', ['https://shop.example/tr'], ['Gelin ', '’de…']],
    ['https://shop.example/m…', ['https://shop.example/m'], ['', '…']],
    ['请点击https://shop.example/a。谢谢', ['https://shop.example/a'], ['请点击', '。谢谢']],
    ['https://shop.example/a에서 확인', ['https://shop.example/a'], ['', '에서 확인']],
    ['زوروا https://shop.example/a؟', ['https://shop.example/a'], ['زوروا ', '؟']],
    ['देखें https://shop.example/a।', ['https://shop.example/a'], ['देखें ', '।']],
    ["https://shop.example/@{code}'de", ['https://shop.example/@{code}'], ['', "'de"]],
    ['https://shop.example/@{code}に', ['https://shop.example/@{code}'], ['', 'に']],
    ["https://shop.example/@{blank}'de", ['https://shop.example/@{blank}'], ['', "'de"]],
    ['https://shop.example/@{blank}に', ['https://shop.example/@{blank}'], ['', 'に']],
    ['https://shop.example/@%7Bcode%7D!', ['https://shop.example/@{code}'], ['', '!']],
    ['(https://shop.example/a_(b))', ['https://shop.example/a_(b)'], ['(', ')']],
    ['https://a.example,https://b.example', ['https://a.example', 'https://b.example'], ['', ',', '']],
  ])('The short links of %s lead where the text says, and the rest of the text stays', (text, pages, around) =>
    expect(read(toMessage(text))).toEqual({ pages, around }),
  );

  it('The links of an HTML text that goes out as a text message become short too', () => {
    const html = `<p><a href="https://shop.example/?a=1&amp;b=@{code}">Shop</a>'ta</p> https://b.example/`;
    expect(read(toMessage(html, { platforms: ['EMAIL', 'SMS'] }))).toEqual({
      pages: ['https://shop.example/?a=1&b=@{code}', 'https://b.example/'],
      around: ['Shop [', "]'ta\n\n", ''],
    });
  });

  it('A link of a text message stays unchanged with a host from an attribute, or in a long text', () => {
    expect(sms(toMessage('https://@{host}/')).body).toBe('https://evil.example/');
    const long = `${'x'.repeat(1570)} https://b.example/`;
    expect(sms(toMessage(long), `https://${'a'.repeat(60)}.example`).body).toBe(long);
  });
});

describe('The preference link of a text message', () => {
  const PREFERENCES = /https:\/\/go\.shop\.example\/p\/([0-9A-Za-z]+)/;
  const linkIn = (text: string): string => {
    const [link = '', token = ''] = PREFERENCES.exec(text) ?? [];
    expect(tokens.readToken('preferences', token)).toMatchObject(REF);
    return link;
  };

  it.each([true, false])('The link is filled, whether links are tracked (%s)', (clicks) => {
    const { body, segments } = sms(toMessage('Choose: @{preferencesUrl}. https://b.example/'), BASE, clicks);
    expect(body).toMatch(clicks ? /\. https:\/\/go\.shop\.example\/s\// : /\. https:\/\/b\.example\/$/);
    expect(body.startsWith(`Choose: ${linkIn(body)}. `)).toBe(true);
    expect(segments).toBe(1);
  });

  it('The link stands in texts of a language, in those that are HTML, and in another address', () => {
    const html = toMessage('<a href="@{preferencesUrl}">Choose</a>', { platforms: ['EMAIL', 'SMS'] });
    expect(sms(html).body).toBe(`Choose [${linkIn(sms(html).body)}]`);
    const { body } = sms(toMessage('https://shop.example/?r=@{preferencesUrl}'));
    expect(body.startsWith('https://shop.example/?r=https%3A%2F%2F')).toBe(true);
    linkIn(decodeURIComponent(body));
  });

  it('A text that becomes too long with the link does not leave', () => {
    const message = toMessage(`${'x'.repeat(1560)} @{preferencesUrl}`);
    expect(() => sms(message, `https://${'a'.repeat(60)}.example`)).toThrow('PAYLOAD_TOO_LARGE');
  });

  it('The link to unsubscribe is none of a text message', () => {
    expect(() => sms(toMessage('Bye @{unsubscribeUrl}'))).toThrow();
  });
});

/** Words of a script, what its people write right after a link, and whether the next word may follow at once. */
const SCRIPTS = {
  Latin: {
    words: ['Gelin', 'görün', 'ürünler', 'şimdi'],
    after: ["'de ", '’den, ', '! ', '…', '» ', ' – '],
    joined: false,
  },
  Cyrillic: { words: ['скидка', 'сейчас', 'ещё'], after: ['! ', '». ', '—', ', ', '“ '], joined: false },
  Arabic: { words: ['زوروا', 'الآن', 'خصم'], after: ['، ', '؟ ', '؛ ', '» ', '. '], joined: false },
  Devanagari: { words: ['देखें', 'आज', 'छूट'], after: ['। ', '॥ ', '! ', '” '], joined: false },
  Han: { words: ['优惠', '请看', '今天'], after: ['。', '，', '！', '」', '…'], joined: true },
  Kana: { words: ['セール', 'こちら', 'どうぞ'], after: ['。', '、', '』', '・', '！'], joined: true },
  Hangul: { words: ['할인', '지금', '확인'], after: ['. ', '! ', '」', '…'], joined: true },
  Thai: { words: ['ลดราคา', 'วันนี้', 'ดู'], after: [' ', '! ', '” '], joined: true },
} as const;

const script = fc.constantFrom(...Object.values(SCRIPTS));
const texts = script.chain(({ words, after, joined }) => {
  const word = fc.constantFrom<string>(...words);
  const path = fc.constantFrom(
    '',
    '/',
    '/a',
    '/a-b_c',
    '/a_(b)',
    '/@{code}',
    '/a?x=1&y[]=2',
    '/a?x=@{code}',
    '/50%25',
    '/@{blank}',
  );
  const ownPath = word.map((name) => `/${name}`);
  const host = fc.constantFrom('https://shop.example', 'http://b.example:8080', 'HTTPS://C.example');
  const next = fc.oneof(fc.constantFrom<string>(...after), joined ? word : fc.constant(' '));
  const link = fc.oneof(
    fc.record({ link: fc.tuple(host, path).map((parts) => parts.join('')), next }),
    fc.record({
      link: fc.tuple(host, ownPath).map((parts) => parts.join('')),
      next: fc.constantFrom<string>(...after),
    }),
  );
  const wordsAlone = fc.record({ link: fc.constant(''), next: word.map((name) => (joined ? name : ` ${name} `)) });
  // A word right after a slash or a value is a part of the address.
  const isClear = ({ link: address, next: rest }: { link: string; next: string }): boolean =>
    address === '' || !address.endsWith('/') || !/^\p{L}/u.test(rest);
  return fc.array(fc.oneof(link.filter(isClear), wordsAlone), { minLength: 1, maxLength: 6 });
});

describe('Links in random texts of many scripts', () => {
  it('Every short link leads where the text says, and no character of the text is lost', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        // A link needs something before it that is no part of the link before.
        const text = parts.map(({ link, next }) => `${link}${next}`).join(' ');
        const links = parts.flatMap(({ link }) => (link === '' ? [] : [link]));
        const message = toMessage(text);
        const { pages, around } = read(message);
        expect(pages).toEqual(links);
        const fill = (template: string): string => template.replace('@{code}', 'x1').replace('@{blank}', '');
        const whole = around.map((part, index) => part + fill(pages[index] ?? '')).join('');
        expect(whole).toBe(fill(text.replaceAll('@{blank}', '')).replaceAll('@{code}', 'x1'));
      }),
      { seed: 11, numRuns: 3000 },
    );
  });
});
