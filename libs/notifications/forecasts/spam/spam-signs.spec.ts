import { describe, expect, it } from 'vitest';
import type { Message } from '#libs/content';
import { readMailParts } from './mail-parts.js';
import { findPictureSigns, findSubjectSigns } from './spam-signs.js';

const MESSAGE: Message = { platforms: ['EMAIL'], ios: {}, android: {} };

describe('Signs of spam', () => {
  it.each([
    ['EVERYTHING IS CHEAPER', ['capital_subject']],
    ['ALLES GÜNSTIGER @{name|you}', ['capital_subject']],
    ['Only today!!', ['exclaiming_subject']],
    ['NOW! EVERYTHING CHEAPER!', ['capital_subject', 'exclaiming_subject']],
    ['Sale!', []],
    ['SALE', []],
    ['@{name|SOMEBODY}, {{ "HELLO!!" }}', []],
    ['すべて安い', []],
    [undefined, []],
  ])('The subject %s has the signs %j', (subject, codes) => {
    expect(findSubjectSigns({ ...MESSAGE, ...(subject !== undefined && { subject }) }).map(({ code }) => code)).toEqual(
      codes,
    );
  });

  it('The subject of a language is named by its field', () => {
    const [sign] = findSubjectSigns({ ...MESSAGE, languages: { tr: { title: 'HER ŞEY UCUZLADI' } } });
    expect(sign).toMatchObject({ code: 'capital_subject', field: 'message.languages.tr.title' });
  });

  it.each([
    ['<img src="https://a.example/a.png"><p>Look at this</p>', 1],
    [`<title>${'title '.repeat(20)}</title><style>${'p{} '.repeat(20)}</style><img src="a.png">`, 1],
    [`<img src="a.png"><p>${'words '.repeat(20)}</p>`, 0],
    ['<p>Short, and without a picture</p>', 0],
  ])('The mail %s has %i signs in its pictures', (html, n) => {
    expect(findPictureSigns(readMailParts(html), 'message.text')).toHaveLength(n);
  });
});
