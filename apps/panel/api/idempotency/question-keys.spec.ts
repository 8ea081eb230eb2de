import { describe, expect, it } from 'vitest';
import { QuestionKeys } from './question-keys.js';

const TO_ADA = { text: 'Hello', to: ['ada'] };
const TO_BEN = { text: 'Hello', to: ['ben'] };

describe('QuestionKeys', () => {
  it('QuestionKeys returns the same key for a question until it is answered', () => {
    const keys = new QuestionKeys();
    const first = keys.keyOf(TO_ADA);
    expect(keys.keyOf(TO_BEN)).not.toBe(first);
    keys.forget(TO_BEN);
    expect(keys.keyOf({ ...TO_ADA })).toBe(first);
    keys.forget(TO_ADA);
    expect(keys.keyOf(TO_ADA)).not.toBe(first);
  });

  it('QuestionKeys returns different keys for different questions', () => {
    const keys = new QuestionKeys();
    const questions = [TO_ADA, TO_BEN, { ...TO_ADA, language: 'tr' }, { ...TO_ADA, to: ['ada', 'ben'] }];
    expect(new Set(questions.map((question) => keys.keyOf(question))).size).toBe(questions.length);
  });
});
