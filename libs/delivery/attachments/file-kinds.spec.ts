import { describe, expect, it } from 'vitest';
import { findClaimedKind, FileKindChecker } from './file-kinds.js';

const checkContent = (name: string, content: Buffer, pieceBytes: number): boolean => {
  const kind = findClaimedKind(name, '');
  if (!kind) {
    return false;
  }
  const checker = new FileKindChecker(kind);
  for (let at = 0; at < content.length; at += pieceBytes) {
    if (!checker.addBytes(content.subarray(at, at + pieceBytes))) {
      return false;
    }
  }
  return checker.matchesKind();
};
const zip = (...words: string[]): Buffer =>
  Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(9000), Buffer.from(words.join('\0')), Buffer.alloc(500)]);
const text = (value: string | Buffer): Buffer => Buffer.concat([Buffer.from(value), Buffer.alloc(5000, 'word ')]);

/** The result does not depend on the size of the pieces. */
describe.each([1, 7, 4096, 100_000])('FileKindChecker, in pieces of %i bytes', (pieceBytes) => {
  it('FileKindChecker accepts a workbook in a zip file, but none with macros', () => {
    expect(checkContent('a.xlsx', zip('xl/workbook.xml'), pieceBytes)).toBe(true);
    expect(checkContent('a.xlsx', zip('xl/workbook.bin'), pieceBytes)).toBe(true);
    expect(checkContent('a.xlsx', zip('word/document.xml'), pieceBytes)).toBe(false);
    expect(checkContent('a.xlsx', zip('xl/workbook.xml', 'xl/vbaProject.bin'), pieceBytes)).toBe(false);
  });

  it('FileKindChecker accepts texts of any encoding, and no other content as text', () => {
    for (const content of [
      text('plain'),
      text('Grüße'),
      Buffer.from('Grüße', 'latin1'),
      text(Buffer.from('fffe4100', 'hex')),
    ]) {
      expect(checkContent('a.txt', content, pieceBytes)).toBe(true);
    }
    expect(checkContent('a.txt', Buffer.alloc(0), pieceBytes)).toBe(true);
    expect(checkContent('a.csv', Buffer.concat([Buffer.from('a;b\n'), Buffer.alloc(9)]), pieceBytes)).toBe(false);
    expect(checkContent('a.txt', text('MZ\u0090\0\u0003'), pieceBytes)).toBe(false);
    expect(checkContent('a.txt', text('\u007fELF\u0002\u0001'), pieceBytes)).toBe(false);
  });

  it('FileKindChecker checks the first bytes of each kind', () => {
    const stream = Buffer.alloc(1000);
    [0, 188, 376].forEach((at) => (stream[at] = 0x47));
    expect(checkContent('a.mpeg', stream, pieceBytes)).toBe(true);
    expect(checkContent('a.mpeg', Buffer.from('G'), pieceBytes)).toBe(false);
    expect(checkContent('a.pdf', Buffer.from(' %PDF-1.7'), pieceBytes)).toBe(false);
    expect(checkContent('a.avi', Buffer.from('RIFF\0\0\0\0WAVEfmt '), pieceBytes)).toBe(false);
  });
});

/** Files in the form that systems of shops and banks export. */
const EXPORT = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>${'td {} '.repeat(900)}</style></head>
<body><TABLE><tr><td>Grüße</td></tr></TABLE></body></html>`;

describe.each([7, 4096, 100_000])('HTML tables under the name of a workbook, in pieces of %i bytes', (pieceBytes) => {
  it.each([
    ['an export', EXPORT, true],
    ['a mere table', '\u{FEFF}\n<table border=1><tr><td>1</td></tr></table>', true],
    ['a page without a table', '<html><body>Hello</body></html>', false],
    ['a page with a script', EXPORT.replace('<body>', '<body><SCRIPT>alert(1)</SCRIPT>'), false],
    ['a text that names a table', 'see <table>', false],
    ['a table in a program', `<table>${'\0'.repeat(9)}`, false],
  ])('FileKindChecker decides about HTML under the name of a workbook: %s', (_, content, isAccepted) => {
    expect(checkContent('a.xls', Buffer.from(content), pieceBytes)).toBe(isAccepted);
  });

  it('A table in HTML is neither a workbook of a newer kind nor a picture', () => {
    expect(checkContent('a.xlsx', Buffer.from(EXPORT), pieceBytes)).toBe(false);
    expect(checkContent('a.png', Buffer.from(EXPORT), pieceBytes)).toBe(false);
  });
});

describe('findClaimedKind', () => {
  it.each([
    ['invoice', 'application/pdf', 'application/pdf'],
    ['Report 11.2026', 'text/csv', 'text/csv'],
    ['Report 11.2026.pdf', 'text/csv', 'application/pdf'],
    ['a.PDF', 'application/octet-stream', 'application/pdf'],
    ['a.pdf', 'text/html', 'application/pdf'],
    ['a', 'image/x-citrix-png', 'image/png'],
    ['a', 'Text/CSV; charset=utf-8', 'text/csv'],
    ['a.tar.csv', '', 'text/csv'],
  ])('The file %s (%s) claims to be %s', (name, type, kind) => {
    expect(findClaimedKind(name, type)?.type).toBe(kind);
  });

  it.each([
    ['a.exe', 'application/pdf'],
    ['a.7z', 'application/pdf'],
    ['invoice', ''],
    ['a.pdf.js', 'application/pdf'],
    ['a.constructor', 'text/plain'],
    ['a.', 'text/plain'],
    ['a', 'application/octet-stream'],
    ['a', 'toString'],
  ])('findClaimedKind finds no kind for %s (%s)', (name, type) => {
    expect(findClaimedKind(name, type)).toBeUndefined();
  });
});
