import { describe, expect, it } from 'vitest';
import { slowTexts } from '../../../test/support/rooms/hostile-texts.js';
import { readFitting } from './fitting-units.js';
import { readFragment, writeFragment } from './rich-fragment.js';
import type { ReadUnit, TextKind } from './translation.types.js';
import { writeXliff } from './xliff/xliff.js';

const orRefused =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text);
    } catch {
      return undefined;
    }
  };

function judge(kind: TextKind): (target: string) => unknown {
  return (target) => {
    const unit = { id: '0.text', source: 'Hi', target };
    return readFitting([{ ...unit, kind }], [unit], () => ({ templates: 'liquid', blocks: {} }), 'units');
  };
}

function write(kind: TextKind): (source: string) => string {
  return (source) => {
    const unit = { id: '0.text', kind, source, target: source, state: 'translated' } as ReadUnit;
    return writeXliff({ key: 'draft-1', source: 'en', target: 'tr', units: [unit] });
  };
}

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  'a translation of HTML': judge('html'),
  'a translation of a rich text': judge('rich'),
  'a translation of a text': judge('text'),
  'a file with HTML': write('html'),
  'a file with a text': write('text'),
  readFragment: (text) => readFragment(text, ['https://a.example']),
  writeFragment: (text) => writeFragment([{ pieces: [{ type: 'text', text }] }]),
};

describe('Time for hostile texts', () => {
  it.each(Object.entries(FUNCTIONS))(
    'The time for a hostile text does not grow with the square of its length in %s',
    async (_, read) => expect(await slowTexts(orRefused(read))).toEqual([]),
  );
});
