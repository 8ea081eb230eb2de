import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/support/corpora/corpus.js';
import { domainOfMailbox, fitsEnvelope, listEarlierKeys, readMailbox, toAsciiDomain, toMailboxKey } from './mailbox.js';

interface AddressLine {
  input: string;
  expected: string | null;
  script: string;
}

describe('readMailbox', () => {
  const lines = readCorpus<AddressLine>('addresses');

  it('The corpora have hundreds of addresses in at least twelve scripts', () => {
    expect(lines.length).toBeGreaterThanOrEqual(200);
    expect(new Set(lines.map(({ script }) => script)).size).toBeGreaterThanOrEqual(12);
  });

  it('Every address of the corpora is read as its line says', () => {
    const read = lines.map(({ input }) => ({ input, expected: readMailbox(input) ?? null }));
    expect(read).toEqual(lines.map(({ input, expected }) => ({ input, expected })));
  });

  it('An address that was read is read as itself', () => {
    const addresses = lines.flatMap(({ expected }) => expected ?? []);
    expect(addresses.map(readMailbox)).toEqual(addresses);
  });
});

describe('fitsEnvelope', () => {
  it.each(['jo@example.com', 'jo+tag@example.co.uk', "o'neil@example.com", 'jörg@exämple.de'])(
    'fitsEnvelope accepts %s',
    (address) => {
      expect(fitsEnvelope(address)).toBe(true);
    },
  );

  it.each([
    'jo',
    'jo@',
    '@example.com',
    'jo@a@b',
    'jo@example.com\r\nRCPT TO:<x@y.z>',
    'jo@example.com\u0000',
    'jo <jo@example.com>',
    'a@b.c, d@e.f',
    '"jo"@example.com',
    `${'a'.repeat(250)}@b.cd`,
    '',
  ])('fitsEnvelope rejects %j', (address) => {
    expect(fitsEnvelope(address)).toBe(false);
  });
});

describe('toMailboxKey', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['ADA@MÜLLER.example', 'ada@xn--mller-kva.example'],
    ['ada@XN--MLLER-KVA.example', 'ada@xn--mller-kva.example'],
    ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example'],
    ['rene\u0301e@example.com', 'renée@example.com'],
    ['RENÉE@example.com', 'renée@example.com'],
    ['иван@ПОЧТА.рф', 'иван@xn--80a1acny.xn--p1ai'],
    ['ИВАН@почта.рф', 'иван@xn--80a1acny.xn--p1ai'],
    ['user@例え。テスト', 'user@xn--r8jz45g.xn--zckzah'],
    ['+905321110012', '+905321110012'],
    ['telegram:-100123', 'telegram:-100123'],
    ['no address, Ö', 'no address, ö'],
  ])('The address %j has the key %j', (address, key) => {
    expect(toMailboxKey(address)).toBe(key);
    expect(toMailboxKey(key)).toBe(key);
  });

  it('Addresses that differ in more than their spelling have different keys', () => {
    const addresses = [
      'a@mueller.example',
      'a@müller.example',
      'a@muller.example',
      'ä@muller.example',
      'ae@muller.example',
    ];
    expect(new Set(addresses.map(toMailboxKey)).size).toBe(addresses.length);
  });
});

describe('listEarlierKeys', () => {
  it('An address of ASCII has had no other key', () => {
    expect(['Ada@Example.com', '+905321110012', 'slack:U012ABCDEF'].map(listEarlierKeys)).toEqual([[], [], []]);
  });

  it('The keys of earlier releases are found from every spelling of a mailbox', () => {
    const spellings = ['rené@müller.example', 'rene\u0301@mu\u0308ller.example', 'René@xn--mller-kva.example'];
    for (const written of spellings) {
      for (const asked of spellings) {
        expect([toMailboxKey(asked), ...listEarlierKeys(asked)]).toContain(written.toLowerCase());
      }
    }
  });
});

describe('toAsciiDomain', () => {
  it.each([
    ['Müller.Example', 'xn--mller-kva.example'],
    ['EXAMPLE.com', 'example.com'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['müller.example/path', 'müller.example/path'],
    ['', ''],
  ])('The domain %j is %j in ASCII', (domain, ascii) => expect(toAsciiDomain(domain)).toBe(ascii));

  it('The domain of an address stands after its last @ sign', () => {
    expect(domainOfMailbox('a@b@Müller.example')).toBe('xn--mller-kva.example');
  });
});
