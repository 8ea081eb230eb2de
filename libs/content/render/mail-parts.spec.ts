import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../test/support/rooms/parse.js';
import { AppError } from '#platform/errors';
import { createRenderPlan } from './render-plan.js';

/** The words that a reader sees of an HTML text, spaces joined. */
function wordsOf(html: string): string {
  const read = (nodes: DefaultTreeAdapterTypes.ChildNode[]): string =>
    nodes
      .map((node) =>
        'value' in node ? node.value : node.nodeName === 'br' ? ' ' : 'childNodes' in node ? read(node.childNodes) : '',
      )
      .join('');
  return join(read(parseFragment(html).childNodes));
}
const join = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The two parts of an e-mail as their readers see them; null: it is refused. */
function partsOf(body: string, profile: Record<string, string>): { html: string; text: string } | null {
  try {
    const message = parseDefinition({ title: 'T', platforms: ['EMAIL'], message: body });
    const rendered = createRenderPlan(message).render({ platform: 'EMAIL', profile });
    if (rendered.kind !== 'ok' || rendered.channel !== 'smtp') {
      return { html: '-', text: '-' };
    }
    return { html: wordsOf(rendered.payload.html ?? ''), text: join(rendered.payload.text ?? '') };
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return null;
  }
}

describe('The parts of an e-mail', () => {
  it.each([
    ['Dear @{name&nbsp;| friend}!', 'Dear Ann!', 'Dear friend!'],
    ['Dear @{ name |<b>K</b>}!', 'Dear Ann!', 'Dear K!'],
    ['Dear @{na<i>me</i>|K &amp; L}!', 'Dear Ann!', 'Dear K & L!'],
    ['Dear @{name|&lt;b&gt;}!', 'Dear Ann!', 'Dear <b>!'],
    ['Dear @&#123;name|a\n  b&#125;!', 'Dear Ann!', 'Dear a b!'],
    ['Dear @%7Bname%7CK%7D!', 'Dear Ann!', 'Dear K!'],
    ['<p title="@{x|<3}">Dear <b>@{name|you}</b>!</p>', 'Dear Ann!', 'Dear you!'],
  ])('Both parts of %s say the same, with a value and without', (body, filled, fallback) => {
    expect(partsOf(body, { name: 'Ann' })).toEqual({ html: filled, text: filled });
    expect(partsOf(body, {})).toEqual({ html: fallback, text: fallback });
  });

  it('Both parts of a random e-mail say the same, or it is refused', () => {
    const inside = fc.array(
      fc.constantFrom(
        'name',
        '|',
        '&nbsp;',
        ' ',
        '<b>',
        '</b>',
        '&amp;',
        '&lt;',
        '}',
        '<br>',
        'K',
        '\n',
        "'",
        '"',
        '%20',
      ),
      { maxLength: 7 },
    );
    const braces = fc.constantFrom(
      ['@{', '}'],
      ['&#64;{', '&#125;'],
      ['@&lbrace;', '&rcub;'],
      ['@%7B', '%7D'],
      ['@{', ''],
    );
    let accepted = 0;
    fc.assert(
      fc.property(braces, inside, fc.constantFrom('Ann', ''), ([open, close], parts, name) => {
        const parted = partsOf(`<p>Dear ${open}name|${parts.join('')}${close}!</p>`, { name });
        accepted += parted === null || parted.html === '-' ? 0 : 1;
        expect(parted?.text).toBe(parted?.html);
        expect(parted?.text ?? '').not.toMatch(/@\{|@%7B/);
      }),
      { seed: 5, numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
