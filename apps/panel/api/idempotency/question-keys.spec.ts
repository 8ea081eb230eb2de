import { describe, expect, it } from 'vitest';
import { QuestionKeys } from './question-keys.js';

const TO_ADA = { text: 'Hello', to: ['ada'] };
const TO_BEN = { text: 'Hello', to: ['ben'] };

describe('keys of questions', () => {
  it('are the same for one question until it is answered, whatever is asked between', () => {
    const keys = new QuestionKeys();
    const first = keys.keyOf(TO_ADA);
    expect(keys.keyOf(TO_BEN)).not.toBe(first);
    keys.forget(TO_BEN);
    expect(keys.keyOf({ ...TO_ADA })).toBe(first);
    keys.forget(TO_ADA);
    expect(keys.keyOf(TO_ADA)).not.toBe(first);
  });

  it('differ for questions that differ in anything', () => {
    const keys = new QuestionKeys();
    const questions = [TO_ADA, TO_BEN, { ...TO_ADA, language: 'tr' }, { ...TO_ADA, to: ['ada', 'ben'] }];
    expect(new Set(questions.map((question) => keys.keyOf(question))).size).toBe(questions.length);
  });
});
