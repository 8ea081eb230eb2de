import { describe, expect, it } from 'vitest';
import { mergeChoices } from './merge-choices.js';
import type { StoredChoice, TopicState } from './topic.types.js';

const [FROM, TO] = [1024, 2048];
const choicesOf = (uid: number, ...words: [channel: number, state: TopicState][]): StoredChoice[] =>
  words.map(([channel, state]) => ({ uid, categoryId: 1, channel, state }));
const merged = (...choices: StoredChoice[]): string[] =>
  mergeChoices(choices, TO)
    .map(({ uid, channel, state }) => `${uid === TO ? '' : 'other '}${channel} ${state}`)
    .toSorted();

describe('mergeChoices', () => {
  it.each<[string, [number, TopicState][], [number, TopicState][], string[]]>([
    ['the word of one user alone', [[1, 'on']], [], ['1 on']],
    ['the refusal of one user', [[0, 'off']], [[0, 'on']], ['0 off']],
    ['the refusal of all before the yes to a channel', [[0, 'off']], [[1, 'on']], ['0 off', '1 off']],
    [
      'the yes to a channel of the user who refused the rest',
      [
        [0, 'off'],
        [1, 'on'],
      ],
      [],
      ['0 off', '1 on'],
    ],
    ['the refusal of a channel before the yes to all', [[0, 'on']], [[2, 'off']], ['0 on', '2 off']],
    ['an open question before a yes', [[1, 'on']], [[1, 'pending']], ['1 pending']],
    ['a refusal before an open question', [[1, 'off']], [[1, 'pending']], ['1 off']],
    [
      'a refusal that stands beside an open question',
      [
        [0, 'off'],
        [0, 'pending'],
      ],
      [],
      ['0 off'],
    ],
  ])('The merged user has %s, whichever user merges', (_, words, others, expected) => {
    expect(merged(...choicesOf(FROM, ...words), ...choicesOf(TO, ...others))).toEqual(expected);
    expect(merged(...choicesOf(TO, ...words), ...choicesOf(FROM, ...others))).toEqual(expected);
  });

  it('Topics do not meet', () => {
    const choices: StoredChoice[] = [
      { uid: FROM, categoryId: 1, channel: 0, state: 'off' },
      { uid: TO, categoryId: 2, channel: 0, state: 'on' },
    ];
    expect(mergeChoices(choices, TO)).toEqual(choices.map((choice) => ({ ...choice, uid: TO })));
  });
});
