import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIREFOX_SCREEN, FIREFOX_STORIES } from '../support/panel/matrix/firefox.js';
import { SCREENS } from '../support/panel/screens/screens.js';

const SUBJECT = /findBrowsers\('([^']+)'\)/g;
const stories = readdirSync('test/panel', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e-spec.ts'))
  .map((file) => readFileSync(`test/panel/${file}`, 'utf8'));

describe('Stories and screens in Firefox', () => {
  it('Every story chosen for Firefox exists', () => {
    const subjects = stories.flatMap((text) => [...text.matchAll(SUBJECT)].map(([, subject]) => subject));
    expect([...FIREFOX_STORIES].filter((subject) => !subjects.includes(subject))).toEqual([]);
    expect(subjects.length).toBe(new Set(subjects).size);
    expect(subjects.length).toBeGreaterThan(FIREFOX_STORIES.size);
  });

  it('The screen chosen for Firefox exists', () => {
    expect(SCREENS.map(({ name }): string => name)).toContain(FIREFOX_SCREEN);
  });
});
