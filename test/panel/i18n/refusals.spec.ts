import { afterEach, describe, expect, it } from 'vitest';
import { refusalOf, setRefusalTexts } from '../../../apps/panel/api/refusals/refusal.js';
import { refusals as german } from '../../../apps/panel/i18n/refusals-de.js';
import { refusals } from '../../../apps/panel/i18n/refusals-tr.js';
import { sayRefusal } from '../../../apps/panel/api/refusals/refusal-sentences.js';
import { CATALOGUE } from '#platform/errors';

const answer = (code: string, path = '') =>
  Response.json({ requestId: 'req-1', problems: [{ code, path, text: 'In English' }] }, { status: 409 });

describe('Refusals in another language', () => {
  afterEach(() => setRefusalTexts({}));

  it.each([
    ['Turkish', refusals],
    ['German', german],
  ])('%s has words for every code that the server can answer, and for no other', (_language, texts) => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
    expect(Object.values(texts).filter((text) => !/^\p{Lu}.*[.]$/u.test(text))).toEqual([]);
  });

  it('The words of the language replace the words of the server, with the field', async () => {
    setRefusalTexts(refusals);
    expect((await refusalOf(answer('own_request'))).message).toBe(refusals['own_request']);
    const { problems, code } = await refusalOf(answer('malformed', 'limit'));
    expect(problems[0]?.text).toBe(`${refusals['malformed']} (limit)`);
    expect(code).toBe('malformed');
  });

  it('The words of the server stay for an unknown code, and in English', async () => {
    setRefusalTexts(refusals);
    expect((await refusalOf(answer('from_the_future'))).message).toBe('In English');
    setRefusalTexts({});
    expect((await refusalOf(answer('own_request'))).message).toBe('In English');
  });

  it('A refusal of a field is a sentence, which names the field without its place in the request', () => {
    const sentences = {
      type: (field: string, kind: string, place: string) => `${field} is ${kind} ${place}`,
      list: (field: string, kind: string) => `${field} are ${kind}`,
      types: { INT: 'whole', DATE: 'a day' },
      missing: (field: string) => `${field} is missing`,
      empty: (field: string) => `${field} is empty`,
    };
    const sayBoth = (text: string) => [true, false].map((isEnglish) => sayRefusal(text, sentences, isEnglish));
    for (const [text, english, other] of [
      ["Field 'profile.age' should be of type INT (at index 0)", 'age is whole 1', 'age is whole 1'],
      ["Field 'profile.born' should be of type DATE, for example 2026-11-28", 'born is a day ', 'born is a day '],
      ["Field 'profile.ages' should be an array of INT", 'ages are whole', 'ages are whole'],
      ['message.text is required', 'text is missing', 'text is missing'],
      ["Field 'keys[2]' should not be empty", 'keys is empty', 'keys is empty'],
      ["Field 'keys' should have an entry", '“keys” should have an entry', undefined],
      ["Field 'html': it has no text", '“html”: it has no text', undefined],
      ["Field 'x' should be of type PHOTO", '“x” should be of type PHOTO', undefined],
      ['There is no draft 7', undefined, undefined],
    ]) {
      expect(sayBoth(text ?? ''), text).toEqual([english, other]);
    }
  });
});
