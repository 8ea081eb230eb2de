import { describe, expect, it } from 'vitest';
import { resolveMailFrom } from './mail-from.js';

const ACCOUNT = {
  from: 'shop@mail.example.org',
  fromDomains: ['exämple.de'],
  dkim: { domain: 'example.org', selector: 's', key: '' },
};

describe('resolveMailFrom', () => {
  it.each([
    [undefined, 'shop@mail.example.org'],
    ['news@mail.example.org', 'news@mail.example.org'],
    ['news@EXAMPLE.org', 'news@EXAMPLE.org'],
    ['news@a.example.org', 'news@a.example.org'],
    ['news@xn--exmple-cua.de', 'news@xn--exmple-cua.de'],
  ])('resolveMailFrom accepts the sender %j', (fromAddress, from) => {
    expect(resolveMailFrom({ ...(fromAddress !== undefined && { fromAddress }) }, ACCOUNT, false)).toEqual({ from });
  });

  it.each(['news@example.com', 'news@notexample.org', 'news@example.org.evil.com'])(
    'The account sends from its own address instead of %s, which becomes the reply address',
    (fromAddress) => {
      expect(resolveMailFrom({ fromAddress }, ACCOUNT, false)).toEqual({ from: ACCOUNT.from, replyTo: fromAddress });
    },
  );

  it('resolveMailFrom accepts every sender at a simulated relay', () => {
    expect(resolveMailFrom({ fromAddress: 'news@example.com' }, ACCOUNT, true)).toEqual({ from: 'news@example.com' });
  });
});
