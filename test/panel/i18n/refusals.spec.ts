import { afterEach, describe, expect, it } from 'vitest';
import { refusalOf, setRefusalTexts } from '../../../apps/panel/api/refusal.js';
import { refusals } from '../../../apps/panel/i18n/refusals-tr.js';
import { CATALOGUE } from '#platform/errors';

const answer = (code: string, path = '') =>
  Response.json({ requestId: 'req-1', problems: [{ code, path, text: 'In English' }] }, { status: 409 });

describe('Refusals in another language', () => {
  afterEach(() => setRefusalTexts({}));

  it('A language has words for every code that the server can answer, and for no other', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
    expect(Object.values(refusals).filter((text) => !/^\p{Lu}.*[.]$/u.test(text))).toEqual([]);
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
});
