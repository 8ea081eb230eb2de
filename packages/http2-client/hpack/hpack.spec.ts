import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { OutputBuffer } from './output-buffer.js';
import { CompressionError } from './compression-error.js';
import { HeaderDecoder } from './header-decoder.js';
import { HeaderEncoder, type HeaderFields } from './header-encoder.js';
import { decodeHuffman } from './huffman.js';
import type { Header } from './static-table.js';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const decodeAll = (blocks: string[], maxListSize = 65_536): Header[][] => {
  const decoder = new HeaderDecoder(maxListSize);
  return blocks.map((block) => decoder.decode(bytes(block)));
};

describe('Examples of RFC 7541, appendix C', () => {
  const requests: Header[][] = [
    [
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'www.example.com'],
    ],
    [
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'www.example.com'],
      ['cache-control', 'no-cache'],
    ],
    [
      [':method', 'GET'],
      [':scheme', 'https'],
      [':path', '/index.html'],
      [':authority', 'www.example.com'],
      ['custom-key', 'custom-value'],
    ],
  ];

  it('HeaderDecoder decodes the examples without Huffman code (RFC 7541, C.3)', () => {
    expect(
      decodeAll([
        '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        '8286 84be 5808 6e6f 2d63 6163 6865',
        '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
      ]),
    ).toEqual(requests);
  });

  it('HeaderDecoder decodes the examples with Huffman code (RFC 7541, C.4)', () => {
    expect(
      decodeAll([
        '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
        '8286 84be 5886 a8eb 1064 9cbf',
        '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
      ]),
    ).toEqual(requests);
  });

  it('HeaderDecoder decodes the examples with evictions from a table of 256 bytes (RFC 7541, C.6)', () => {
    const lists = decodeAll([
      '3fe1 01 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
      '4883 640e ffc1 c0bf',
      '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ]);
    expect(lists.map(([first]) => first)).toEqual([
      [':status', '302'],
      [':status', '307'],
      [':status', '200'],
    ]);
    expect(lists[1]).toEqual([
      [':status', '307'],
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
      ['location', 'https://www.example.com'],
    ]);
    expect(lists[2]?.slice(1)).toEqual([
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
      ['location', 'https://www.example.com'],
      ['content-encoding', 'gzip'],
      ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
    ]);
  });
});

describe('Unreadable header blocks', () => {
  it.each([
    ['the index 0', '80'],
    ['an index beyond the tables', 'c0'],
    ['a number that does not end', 'ffff ffff ffff ffff ffff'],
    ['a block that ends in a number', 'ff'],
    ['a string that is longer than its block', '4003 6162'],
    ['a Huffman string with the end of a string inside', '4085 ffff ffff ff 00'],
    ['a Huffman string with eight bits of padding', '4082 1fff 00'],
    ['a Huffman string with padding of zeroes', '4081 00 00'],
    ['a size of the table above ours', '3fe2 1f'],
    ['a size of the table after a header', '8220'],
  ])('HeaderDecoder rejects %s', (_what, block) => {
    expect(() => decodeAll([block])).toThrow(CompressionError);
  });

  it('HeaderDecoder rejects a list above the size limit, also when the table repeats it', () => {
    const long = `4001 617f 8103 ${'62'.repeat(512)}`;
    expect(() => decodeAll([long, 'be'.repeat(20)], 8192)).toThrow('too large');
  });

  it('decodeHuffman rejects a code of 30 bits that stands for no symbol', () => {
    expect(() => decodeHuffman(bytes('ffff fffd'), 0, 4)).toThrow(CompressionError);
  });
});

it('HeaderDecoder decodes what HeaderEncoder encodes, for any sizes of the table', () => {
  const text = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 200,
  });
  const header = fc.record({
    name: fc.constantFrom('authorization', 'apns-topic', 'x-a', 'x-b', ':path', 'te', 'content-type'),
    value: fc.oneof(text, fc.constantFrom('same', 'x'.repeat(3000), '')),
    isPersonal: fc.boolean(),
  });
  const sharedByMessages: HeaderFields[] = [
    { ':method': 'POST', authorization: 'bearer x', 'apns-topic': 'a', 'x-a': 1 },
    { authorization: 'bearer y', 'x-b': undefined, 'content-type': 'x'.repeat(3000) },
    { 'x-a': 'y'.repeat(5000) },
  ];
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...sharedByMessages) },
    { weight: 5, arbitrary: fc.array(header, { maxLength: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 6000 }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const output = new OutputBuffer();
      const encoder = new HeaderEncoder();
      const decoder = new HeaderDecoder(1_000_000);
      for (const each of steps) {
        if (typeof each === 'number') {
          encoder.setMaxSize(each);
          continue;
        }
        encoder.beginBlock(output);
        if (!Array.isArray(each)) {
          encoder.writeSharedFields(output, each);
          const values = Object.entries(each).filter(([name, value]) => value !== undefined && !name.startsWith(':'));
          expect(decoder.decode(output.take())).toEqual(values.map(([name, value]) => [name, String(value)]));
          continue;
        }
        for (const { name, value, isPersonal } of each) {
          if (isPersonal) {
            encoder.writePersonal(output, name, value);
          } else {
            encoder.writeShared(output, name, value);
          }
        }
        expect(decoder.decode(output.take())).toEqual(each.map(({ name, value }) => [name, value]));
      }
    }),
    { numRuns: 300 },
  );
});

it('A personal value is written in the form that no table keeps (RFC 7541, section 6.2.3)', () => {
  const output = new OutputBuffer();
  const encoder = new HeaderEncoder();
  encoder.writePersonal(output, ':path', '/3/device/secret');
  const first = output.take();
  encoder.writePersonal(output, ':path', '/3/device/secret');
  expect(output.take()).toEqual(first);
  expect((first[0] ?? 0) & 0xf0).toBe(0x10);
});

it('Headers that messages share are encoded once, and each repetition takes two bytes', () => {
  const output = new OutputBuffer();
  const encoder = new HeaderEncoder();
  const fields = { ':method': 'POST', authorization: 'bearer x', 'apns-topic': 'com.example.app' };
  const lengths = Array.from({ length: 3 }, () => {
    encoder.writeSharedFields(output, fields);
    return output.take().length;
  });
  expect(lengths.slice(1)).toEqual([2, 2]);
});
