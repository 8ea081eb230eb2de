import { afterEach, describe, expect, it } from 'vitest';
import { refusalOf, speakRefusals } from '../../../apps/panel/api/refusal.js';
import { refusals } from '../../../apps/panel/words/refusals-tr.js';
import { CATALOGUE } from '#platform/errors';

const answer = (code: string, path = '') =>
  Response.json({ requestId: 'req-1', problems: [{ code, path, text: 'In English' }] }, { status: 409 });

describe('what refusals say in another language', () => {
  afterEach(() => speakRefusals({}));

  it('has words for every code that the server can answer, and for no other', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
    expect(Object.values(refusals).filter((text) => !/^\p{Lu}.*[.]$/u.test(text))).toEqual([]);
  });

  it('is told in place of the words of the server, with the field', async () => {
    speakRefusals(refusals);
    expect((await refusalOf(answer('own_request'))).message).toBe(refusals['own_request']);
    const { problems, code } = await refusalOf(answer('malformed', 'limit'));
    expect(problems[0]?.text).toBe(`${refusals['malformed']} (limit)`);
    expect(code).toBe('malformed');
  });

  it('is that of the server for a code that is not known, and in English', async () => {
    speakRefusals(refusals);
    expect((await refusalOf(answer('from_the_future'))).message).toBe('In English');
    speakRefusals({});
    expect((await refusalOf(answer('own_request'))).message).toBe('In English');
  });
});
