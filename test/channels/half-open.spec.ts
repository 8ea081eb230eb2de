import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ApnsSender, type Channel, FcmSender, HTTP2_LIMITS, type Outgoing, type Sender } from '#libs/channels';
import { type FrozenLine, openLine } from '../support/frozen-line.js';
import { useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
/** A silent connection is given up after this time. */
const LIMITS = { ...HTTP2_LIMITS, deadlineMs: 1000, silenceMs: 300 };
const COUNT = 20;

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function messages<C extends 'apns' | 'fcm'>(payload: Outgoing<C>['payload']): Outgoing<C>[] {
  return Array.from({ length: COUNT }, (_, n) => ({
    messageId: randomUUID(),
    address: randomUUID().replaceAll('-', '').repeat(2) + String(n),
    payload,
    collapseId: 'offer-1',
    ttlSeconds: 600,
  }));
}

/** An account that is reached over a line of its own. */
async function overLine<C extends Channel>(channel: C) {
  const account = simulated.account(channel);
  const { host, port, ca } = account.origin ?? { host: '', port: 0, ca: '' };
  const line = await openLine(port);
  open.push(line);
  return { line, account: { ...account, origin: { host, port: line.port, ca } } };
}

async function expectToSurvive<C extends 'apns' | 'fcm'>(
  sender: Sender<C>,
  { line, account }: { line: FrozenLine; account: Parameters<Sender<C>['send']>[0] },
  batch: () => Outgoing<C>[],
): Promise<void> {
  open.unshift(sender);
  expect((await sender.send(account, batch())).outcomes).toEqual(
    Array.from({ length: COUNT }, () => ({ kind: 'sent' })),
  );
  line.freeze();
  const { outcomes } = await sender.send(account, batch());
  // Whether what was written into a dead line arrived nobody can tell; nobody is called sent, failed or dead for it.
  expect(outcomes).toHaveLength(COUNT);
  expect(outcomes.filter(({ kind }) => kind !== 'unknown' && kind !== 'retry')).toEqual([]);
  expect((await sender.send(account, batch())).outcomes).toEqual(
    Array.from({ length: COUNT }, () => ({ kind: 'sent' })),
  );
}

describe('a connection whose other end is gone without a word', () => {
  it('to Apple: the batch is settled, and the next goes over another', async () => {
    const line = await overLine('apns');
    const payload = { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 } as const;
    await expectToSurvive(new ApnsSender(LIMITS), line, () => messages<'apns'>(payload));
  });

  it('to Google: the batch is settled, and the next goes over another', async () => {
    const line = await overLine('fcm');
    await expectToSurvive(new FcmSender(LIMITS), line, () =>
      messages<'fcm'>({ message: { notification: { body: 'Hi' } } }),
    );
  });
});
