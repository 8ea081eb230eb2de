import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { readXliff, splitCodes, writeXliff } from './xliff.js';
import type { TextKind, TranslationFile } from '../translation.types.js';

/** The plain rule, whose time grows with the square of the length. */
const IN_TEXT = /(@\{[^{}]{1,200}\}|\{\{.*?\}\}|\{%.*?%\})/s;
const IN_HTML = /(@\{[^{}]{1,200}\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->|<\/?[a-z][^<>]*>)/is;
const PARTS = ['{', '}', '{{', '}}', '{%', '%}', '@{', 'a', ' ', '\n', '<', '>', '<b', '</a', '<!--', '-->', '-', '%'];

/** Texts with what XML, templates and people write. */
const pieces = fc.constantFrom(
  '@{name|x}',
  '{{ a | b: "<" }}',
  '{% if a %}',
  '<p>',
  '&amp;',
  ']]>',
  '\r\n',
  '\u0001',
  '  ',
  '😀',
  '"',
);
const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), { maxLength: 6 })
  .map((parts) =>
    // No text of a database has these.
    parts.join('').replaceAll('\u0000', '').toWellFormed(),
  );

function fileOf(source: string, target: string | null, kind: TextKind = 'text'): TranslationFile {
  return {
    key: '7',
    source: 'en',
    target: 'de',
    units: [
      { id: 'title', kind, source, target, state: target === null ? 'missing' : 'changed' },
      { id: 'text', kind: 'text', source: 'b', target: 'c', state: 'translated' },
    ],
  };
}

describe('XLIFF', () => {
  it('Any text comes back to the last character', () => {
    const kinds = fc.constantFrom<TextKind>('text', 'html', 'rich');
    const property = fc.property(texts, texts, kinds, (source, target, kind) => {
      expect(readXliff(writeXliff(fileOf(source, target, kind)), 'xliff')).toEqual({
        target: 'de',
        units: [
          { id: 'title', source, target },
          { id: 'text', source: 'b', target: 'c' },
        ],
      });
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('A placeholder is a code that a translator moves, and a text without a translation is left out', () => {
    const written = writeXliff(fileOf('Hi @{name}, {{ a }}', null));
    expect(written).toContain('<data id="d1">@{name}</data>');
    expect(written).toContain('Hi <ph id="p1" dataRef="d1"/>, <ph id="p2" dataRef="d2"/>');
    const moved = written.replace(
      /(<unit id="title">[^]*?<\/source>)/,
      '$1<target><ph id="p2" dataRef="d2"/>: <ph id="p1" dataRef="d1"/>!</target>',
    );
    expect(readXliff(moved, 'xliff').units[0]).toEqual({
      id: 'title',
      source: 'Hi @{name}, {{ a }}',
      target: '{{ a }}: @{name}!',
    });
    expect(readXliff(written, 'xliff').units.map(({ id }) => id)).toEqual(['text']);
  });

  it('Tags of HTML and of rich texts are codes, and in a plain text they are words', () => {
    const source = 'Hi <b>@{name}</b>';
    expect(writeXliff(fileOf(source, null, 'rich'))).toContain(
      'Hi <ph id="p1" dataRef="d1"/><ph id="p2" dataRef="d2"/><ph id="p3" dataRef="d3"/>',
    );
    expect(writeXliff(fileOf(source, null))).toContain('Hi &lt;b&gt;<ph id="p1" dataRef="d1"/>&lt;/b&gt;');
  });

  it.each([
    ['nothing', '', 'empty'],
    ['no XML', 'hello', 'xliff'],
    ['an open element', '<xliff version="2.0">', 'xliff'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><xliff version="2.0">&a;</xliff>', 'document type'],
    ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><xliff version="2.0"/>', 'document type'],
    ['an unknown entity', '<xliff version="2.0">&nbsp;</xliff>', 'xliff'],
    ['an instruction', '<?php x ?><xliff version="2.0"/>', 'instructions'],
    ['another version', '<xliff version="1.2"/>', 'XLIFF 2.0'],
    ['a deep tree', `<xliff version="2.0">${'<g>'.repeat(50)}${'</g>'.repeat(50)}</xliff>`, 'deep'],
    ['an unknown text', '<xliff version="2.0"><unit id="a b"/></xliff>', 'no text'],
    ['a character of no text', textOf('<cp hex="0000"/>'), 'no character'],
    ['half a character', textOf('<cp hex="d800"/>'), 'no character'],
    ['a code without data', textOf('<ph id="1" dataRef="constructor"/>'), "no 'data'"],
    ['an unknown element', textOf('<script>x</script>'), 'not read'],
  ])('A file with %s is refused', (_fault, file, reason) => {
    expect(() => readXliff(file, 'xliff')).toThrow(reason);
  });

  it('A file of a megabyte of openings is refused in time', () => {
    expect(() => readXliff('<a>'.repeat(300_000), 'xliff')).toThrow('deep');
    expect(() => readXliff(textOf('<'.repeat(1_000_000)), 'xliff')).toThrow('xliff');
  });
});

describe('Files of translators that are small and mean much', () => {
  it('A long code that is named again and again is refused before it is written out', () => {
    const data = `<originalData><data id="d">${'x'.repeat(100_000)}</data></originalData>`;
    const target = '<ph id="p" dataRef="d"/>'.repeat(100_000);
    const file = textOf(target).replace('<segment>', `${data}<segment>`);
    expect(() => readXliff(file, 'xliff')).toThrow('4000000 characters');
  });

  it('A file with more texts than a request may have is refused', () => {
    const unit = '<unit id="text"><segment><source>a</source><target>b</target></segment></unit>';
    expect(() => readXliff(`<xliff version="2.0">${unit.repeat(5001)}</xliff>`, 'xliff')).toThrow('5000 texts');
  });
});

function textOf(target: string): string {
  return `<xliff version="2.0"><unit id="text"><segment><source/><target>${target}</target></segment></unit></xliff>`;
}

describe('Codes in texts of translators', () => {
  it('Ten thousand random texts are split as the plain rule splits them', () => {
    const random = seeded(58);
    for (let index = 0; index < 10_000; index += 1) {
      const length = 1 + Math.floor(random() * 14);
      const text = Array.from({ length }, () => PARTS[Math.floor(random() * PARTS.length)]).join('');
      expect(splitCodes(text, false), text).toEqual(text.split(IN_TEXT));
      expect(splitCodes(text, true), text).toEqual(text.split(IN_HTML));
    }
  });
});
