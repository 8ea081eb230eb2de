import { describe, expect, it } from 'vitest';
import { composeText } from './composed-text.js';

const decompose = (text: string): string => text.normalize('NFD');

describe('composeText', () => {
  it('composeText composes the words around links, and keeps the links', () => {
    const url = `https://example.com/${decompose('café')}`;
    const text = `${decompose('Für Ännchen:')} ${url} ${decompose('über')}`;
    const start = text.indexOf(url);
    const link = { start, end: start + url.length, url, isFixed: true, template: url };
    const composed = composeText({ text, links: [link], end: text.length });
    expect(composed.text).toBe(`Für Ännchen: ${url} über`);
    expect(composed.links.map((moved) => composed.text.slice(moved.start, moved.end))).toEqual([url]);
    expect(composed.end).toBe(composed.text.length);
  });

  it('composeText returns a composed text itself', () => {
    const filled = { text: 'Für 😀', links: [], end: 6 };
    expect(composeText(filled)).toBe(filled);
  });
});
