import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounceReport } from '#libs/channels';

/** Samples of RFC 3464 (appendix E) and RFC 5965 (appendix B), and reports of common mail servers. */
const sample = async (name: string): Promise<string> =>
  (await readFile(new URL(`mail-reports/${name}.eml`, import.meta.url), 'utf8')).replaceAll('\n', '\r\n');
const read = (text: string | Uint8Array) => readBounceReport(Buffer.from(text));

const report = (part: string, type = 'message/delivery-status') =>
  [
    'From: MAILER-DAEMON@relay.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    `Content-Type: ${type}`,
    '',
    part,
    '--b--',
    '',
  ].join('\r\n');
const failed = (status: string, diagnostic?: string) =>
  report(
    `Reporting-MTA: dns; relay.example\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: ${status}\r\n${
      diagnostic === undefined ? '' : `Diagnostic-Code: smtp; ${diagnostic}\r\n`
    }`,
  );

describe('Delivery status notifications', () => {
  it.each([
    ['rfc3464-expired', { kind: 'bounce', code: '4.0.0', reason: 'EXPIRED', isDead: false }],
    ['rfc3464-several', { kind: 'bounce', code: '5.0.0', reason: 'REFUSED', isDead: false }],
    ['rfc3464-delayed', { kind: 'notice', code: '4.0.0' }],
    ['postfix-unknown-user', { kind: 'bounce', code: '5.1.1', reason: 'INVALID_ADDRESS', isDead: true }],
    ['postfix-full', { kind: 'bounce', code: '5.2.2', reason: 'MAILBOX_FULL', isDead: false }],
    ['exchange-not-found', { kind: 'bounce', code: '5.1.10', reason: 'INVALID_ADDRESS', isDead: true }],
    ['exim-blocked', { kind: 'bounce', code: '5.1.1', reason: 'REFUSED', isDead: false }],
    ['gmail-disabled', { kind: 'bounce', code: '5.2.1', reason: 'UNREACHABLE', isDead: false }],
    ['vacation', { kind: 'other' }],
  ])('The sample %s is read with its kind, code and reason', async (name, expected) => {
    expect(await read(await sample(name))).toMatchObject(expected);
  });

  it.each([
    ['5.1.1', '550 5.1.1 user unknown', '5.1.1', true],
    ['5.0.0', '550 User unknown', '5.0.0', true],
    ['5.0.0', '550 5.2.1 <a@b.example>... User Unknown', '5.2.1', true],
    ['5.1.1', '550 5.7.1 IP address blacklisted by recipient', '5.7.1', false],
    ['5.1.1', '552 5.2.2 Over quota', '5.2.2', false],
    ['5.1.1', '550 5.1.1 192.0.2.1 has sent to too many recipients this hour', '5.1.1', false],
    ['5.1.2', undefined, '5.1.2', true],
    ['5.4.4', '550 5.4.4 Invalid domain', '5.4.4', false],
    ['4.1.1', '450 4.1.1 Recipient address rejected: User unknown', '4.1.1', false],
    ['5.7.1', '550 5.7.1 Message refused', '5.7.1', false],
    ['', '550 No such user here', '550', true],
    ['5.0.0', '550 5.0.0 Refused; 550-5.1.1 No mailbox', '5.1.1', true],
    ['5.1.1', '550 5.1.1 sender verification failed', '5.1.1', false],
    ['5.0.0', '450 4.1.0 a@b.example: user unknown', '4.1.0', false],
    ['5.0.0', '550 Host release.4.96.1 of policy.example: unknown user', '5.0.0', true],
    ['x', undefined, '', false],
  ])(
    'A bounce of status %j and answer %j has the code %s and the dead flag %s',
    async (status, diagnostic, code, isDead) => {
      expect(await read(failed(status, diagnostic))).toMatchObject({ kind: 'bounce', code, isDead });
    },
  );

  it.each(['delayed', 'delivered', 'relayed', 'expanded', 'Delayed (warning)'])(
    'A delivery status notification is a notice when its action is %s',
    async (action) => {
      const text = report(`Reporting-MTA: dns; x\r\n\r\nAction: ${action}\r\nStatus: 5.1.1\r\n`);
      expect(await read(text)).toMatchObject({ kind: 'notice', code: '5.1.1' });
    },
  );

  it('Notifications in UTF-8 (RFC 6533), with bare line feeds, in base64 or an unknown charset are read', async () => {
    const dead = { kind: 'bounce', code: '5.1.1', isDead: true };
    expect(
      await read(failed('5.1.1').replace('message/delivery-status', 'message/global-delivery-status')),
    ).toMatchObject(dead);
    expect(await read(failed('5.1.1').replaceAll('\r\n', '\n'))).toMatchObject(dead);
    const encoded = Buffer.from('Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\n').toString('base64');
    expect(await read(report(encoded, 'message/delivery-status\r\nContent-Transfer-Encoding: base64'))).toMatchObject(
      dead,
    );
    expect(await read(failed('5.1.1').replace('-status\r\n', '-status; charset=x-klingon\r\n'))).toMatchObject(dead);
  });

  it('A delivery status notification names the recipient of the message', async () => {
    const group = 'Original-Recipient: rfc822;<a@b.example>\r\nFinal-Recipient: RFC822; c@d.example (via x)';
    expect(await read(report(`X: y\r\n\r\nAction: failed\r\n${group}\r\n`))).toMatchObject({
      addresses: ['a@b.example', 'c@d.example'],
    });
    expect(await read(failed('5.1.1'))).toMatchObject({ addresses: ['a@b.example'] });
  });

  it('A delivery status notification may name its recipient without a domain or by a number', async () => {
    expect(await read(failed('5.1.1', '550 5.1.1 user unknown').replace('a@b.example', '1@b.example'))).toMatchObject({
      code: '5.1.1',
      isDead: true,
    });
    for (const diagnostic of [
      '550 policy: user unknown',
      '550 5.1.1 <policy> user unknown',
      '550 5.1.1 no such user',
    ]) {
      const text = failed('5.0.0', diagnostic).replace('a@b.example', 'policy');
      expect(await read(text)).toMatchObject({ isDead: true, addresses: ['policy'] });
    }
    const text = failed('5.1.1', '550 5.1.1 refused by policy').replace('a@b.example', '');
    expect(await read(text)).toMatchObject({ isDead: false });
  });

  it('A delivery status notification keeps at most 1,000 characters of its text', async () => {
    const actual = await read(failed('5.1.1', `550 5.1.1 ${'x'.repeat(5000)}`));
    expect('text' in actual && actual.text.length).toBe(1000);
  });
});

describe('Feedback reports', () => {
  it('A feedback report is a complaint and keeps the envelope sender of the message if it names it', async () => {
    expect(await read(await sample('rfc5965-minimal'))).toMatchObject({
      kind: 'complaint',
      code: 'abuse',
      mailFrom: [],
    });
    expect(await read(await sample('rfc5965-full'))).toMatchObject({
      kind: 'complaint',
      code: 'abuse',
      mailFrom: ['<somespammer@example.net>', '<bounce@example.net>'],
    });
  });

  it.each(['auth-failure', 'not-spam', 'virus'])('A feedback report of type %s is not a complaint', async (type) => {
    const text = (await sample('rfc5965-minimal')).replace('Feedback-Type: abuse', `Feedback-Type: ${type}`);
    expect(await read(text)).toMatchObject({ kind: 'notice', code: type });
  });
});

describe('Hostile mail', () => {
  const nested = (depth: number): string => {
    let part = 'Content-Type: message/delivery-status\r\n\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n';
    for (let level = 0; level < depth; level++) {
      part = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${part}\r\n--b${level}--\r\n`;
    }
    return `From: x@y.example\r\n${part}`;
  };

  it.each([
    ['nothing', ''],
    ['parts a thousand deep', nested(1000)],
    ['half a megabyte of header', `X: ${'y'.repeat(500_000)}\r\n${failed('5.1.1')}`],
    ['a hundred thousand header lines', `${'X: y\r\n'.repeat(100_000)}${failed('5.1.1')}`],
    ['a boundary that never comes', 'Content-Type: multipart/report; boundary=zz\r\n\r\nStatus: 5.1.1\r\n'],
    [
      'a report inside the returned message',
      report(failed('5.1.1').replaceAll('boundary=b', 'boundary=c').replaceAll('--b', '--c'), 'message/rfc822'),
    ],
  ])('A mail is not taken for a report: %s', async (_, text) => {
    expect(await read(text)).toEqual({ kind: 'other' });
  });

  it('A mail with hundreds of thousands of groups or fields is read about as fast as any other', async () => {
    const startedAt = performance.now();
    await read(report('\r\n\r\nA: b'.repeat(200_000)));
    await read(report(`Status: ${'5.'.repeat(200_000)}`));
    await read(report(`Diagnostic-Code: ${'user '.repeat(100_000)}\r\nAction: failed`));
    // Without limits, the first of them takes several seconds.
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('readBounceReport never throws for any bytes', async () => {
    const pieces = fc.constantFrom(
      'Content-Type: multipart/report; boundary=b\r\n',
      '--b\r\n',
      '--b--',
      'Content-Type: message/delivery-status\r\n',
      'Content-Type: message/feedback-report\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      '\r\n',
      'Action: failed\r\n',
      'Status: 5.1.1\r\n',
      'Feedback-Type: abuse\r\n',
      ' \t',
      ':',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 }), async (parts) => {
        const { kind } = await read(parts.join(''));
        expect(['bounce', 'notice', 'complaint', 'other']).toContain(kind);
      }),
      { numRuns: 500 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        await read(bytes);
      }),
    );
  });
});
