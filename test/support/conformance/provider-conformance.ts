import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { Account, CallbackRequest, Channel, Outcome, Outgoing, Provider, SenderServices } from '#libs/channels';
import { Form, namesOf } from '#platform/forms';
import type { Provider as SimulatorName } from '../../../apps/simulators/server/providers.js';
import { SERVICES, useSimulators } from '../../channels/simulated-accounts.js';

/** Shorter than any deadline of a sender, so that a silent simulator ends a test soon. */
const SHORT: Partial<SenderServices['http1']> = { deadlineMs: 1200, connectMs: 1000 };
const BATCH = 12;

/** An answer of the simulator, and what it means for one recipient. */
export type AnswerCase = readonly [status: number, code: string | undefined, kind: Outcome['kind'], reason: string];

/** What the suite needs to know of a provider. */
export interface Conformance<C extends Channel> {
  channel: C;
  simulator: SimulatorName;
  payload: Outgoing<C>['payload'];
  address(index: number): string;
  /** One case at least for each row of its table. */
  answers: readonly AnswerCase[];
  /** What the proof of a callback is about; absent: its address and body too. Then `sender` says who it is, and no more. */
  proof?: 'sender';
  /** Registers the address of callbacks at the provider, where no message names it. Path and body of the control API. */
  subscribe?(credentials: object, url: string): readonly [path: string, body: object];
}

/**
 * What every provider must do, tried against its simulator: each row of its table, doubt, resets and silence, the end of a
 * lease in mid-batch, callbacks that are proven, an account check, and no secret in any word.
 */
export function testProvider<C extends Channel>(
  provider: Provider,
  { channel, simulator, payload, address, answers, proof, subscribe }: Conformance<C>,
): void {
  const simulated = useSimulators();
  const sender = provider.createSender({ ...SERVICES, http1: SHORT });
  afterAll(() => sender.close());
  let ids = 0;

  const account = async (): Promise<Account> => {
    const { ca, ...places } = simulated.running.endpoints;
    const form = Form.read({}, 'channels', namesOf(provider.credentials.fields));
    const credentials = await provider.credentials.simulate(form, undefined, 1);
    return {
      accountId: (ids += 1),
      appId: 1,
      channel,
      provider: provider.name,
      version: 1,
      credentials,
      origin: { ...places[simulator], ca },
    };
  };
  const messages = (count: number, reportUrl?: string): Outgoing[] =>
    Array.from({ length: count }, (): Outgoing => {
      const messageId = randomUUID();
      const item: Outgoing = {
        messageId,
        address: address((ids += 1)),
        payload,
        collapseId: messageId,
        ttlSeconds: 600,
      };
      return reportUrl === undefined ? item : { ...item, reportUrl };
    });
  const kinds = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ kind }) => kind);
  const secretsOf = ({ credentials }: Account): string[] => {
    const plain = JSON.parse(JSON.stringify(credentials)) as Record<string, unknown>;
    return Object.keys(provider.credentials.secrets).flatMap((path) => {
      const value = path
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], plain);
      return typeof value === 'string' ? [value] : [];
    });
  };

  describe(`the provider ${provider.name}`, () => {
    it('is registered for its channel, with a form, a label and a simulator', () => {
      expect(provider.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(provider.channels).toContain(channel);
      expect(provider.simulator).toBe(simulator);
      expect(namesOf(provider.credentials.fields)).toEqual(
        expect.arrayContaining(Object.keys(provider.credentials.secrets).map((path) => path.split('.')[0])),
      );
      expect(() => provider.credentials.read(Form.read({}, 'channels', []), undefined)).toThrow(/required|should/);
    });

    it('has a case for each row of its table, and a last row for everything', () => {
      const rows = answers.map(([status, code]) =>
        provider.answers.classify(status, ...(code === undefined ? [] : [code])),
      );
      const tried = new Set(rows.map((meaning) => JSON.stringify(meaning)));
      const all = provider.answers.rows.map((row) => {
        const status = typeof row.status === 'object' ? row.status[0] : (row.status ?? 0);
        return JSON.stringify(provider.answers.classify(status, ...(row.codes ?? [])));
      });
      expect(all.filter((row) => !tried.has(row))).toEqual([]);
      expect(provider.answers.classify(599, 'never heard of').reason).toBeTruthy();
    });

    it('sends a batch, each message once', async () => {
      const { outcomes, pause, fault } = await sender.send(await account(), messages(BATCH));
      expect(kinds(outcomes)).toEqual(Array.from({ length: BATCH }, () => 'sent'));
      expect([pause, fault]).toEqual([undefined, undefined]);
      expect(await simulated.counts(simulator)).toMatchObject({ accepted: BATCH, distinct: BATCH });
    });

    it.each(answers.map((row) => [`${row[0]} ${row[1] ?? ''}`, row] as const))(
      'reads the answer %s',
      async (_, row) => {
        const [status, code, kind, reason] = row;
        await simulated.faults({ provider: simulator, share: 1, status, ...(code !== undefined && { reason: code }) });
        const sampled = await account();
        const batch = messages(1);
        const report = await sender.send(sampled, batch);
        expect(report.outcomes).toMatchObject([{ kind, ...(kind !== 'sent' && { reason }) }]);
        expect((await simulated.counts(simulator)).accepted).toBe(kind === 'sent' ? 1 : 0);
        for (const secret of secretsOf(sampled)) {
          expect(JSON.stringify(report)).not.toContain(secret);
        }
        // Words outlive the message. Providers write numbers with the plus or without it.
        const words = [report.fault, ...report.outcomes].map((told) => (told && 'words' in told && told.words) || '');
        expect(words.join(' ')).not.toContain(batch[0]?.address.replace(/^\+/, ''));
      },
    );

    it.each([
      ['is reset before it is taken', { fault: 'reset', when: 'before' }],
      ['is reset after it is taken', { fault: 'reset', when: 'after' }],
      ['gets no answer', { fault: 'hang', when: 'after' }],
    ] as const)('is in doubt about a message that %s', async (_, rule) => {
      await simulated.faults({ provider: simulator, share: 1, ...rule });
      const { outcomes, pause } = await sender.send(await account(), messages(1));
      expect(outcomes).toMatchObject([{ kind: 'unknown', reason: 'OUTCOME_UNKNOWN' }]);
      expect(pause).toBeUndefined();
    });

    it('knows that nothing was taken where nothing listens', async () => {
      const sampled = await account();
      const nowhere = { ...sampled, origin: { host: '127.0.0.1', port: 1, ca: sampled.origin?.ca ?? '' } };
      const { outcomes } = await sender.send(nowhere, messages(1));
      expect(outcomes).toMatchObject([{ kind: 'retry', code: 'ECONNREFUSED', isUntaken: true }]);
      expect(await provider.check(nowhere)).toMatchObject([{ fault: { code: 'ECONNREFUSED' } }]);
    });

    it('sends nothing more when its lease ends in mid-batch', async () => {
      const mayLeave = (index: number): boolean => index < 5;
      const { outcomes } = await sender.send(await account(), messages(BATCH), { mayLeave });
      expect(kinds(outcomes)).toEqual(Array.from({ length: BATCH }, (_, index) => (index < 5 ? 'sent' : 'withheld')));
      expect((await simulated.counts(simulator)).accepted).toBe(5);
    });

    it('tries an account without a message to anybody', async () => {
      const sampled = await account();
      const steps = await provider.check(sampled);
      expect(steps.map(({ fault }) => fault)).toEqual(steps.map(() => undefined));
      expect(steps.length).toBeGreaterThan(0);
      expect((await simulated.counts(simulator)).accepted).toBe(0);
    });

    it.runIf(provider.callbacks)('believes a report of its own, and no other', async () => {
      const sampled = await account();
      const { request, id } = await receiveReport(
        async (url) => {
          const subscription = subscribe?.(sampled.credentials, url);
          if (subscription) {
            await simulated.control('POST', ...subscription);
          }
          await sender.send(sampled, messages(1, url));
        },
        (query) => provider.callbacks?.verify?.(sampled.credentials, query),
      );
      const content = await provider.callbacks?.read(sampled.credentials, request);
      expect(content?.reports).toMatchObject([{ report: { kind: 'delivered' } }]);
      expect(id).not.toBe('');
      const other = await account();
      expect(await provider.callbacks?.read(other.credentials, request)).toBeUndefined();
      const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
      const forged = proof === 'sender' ? withoutProof(changed) : { ...changed, url: `${request.url}x` };
      expect(await provider.callbacks?.read(sampled.credentials, forged)).toBeUndefined();
    });
  });
}

/** The same request with other values in the headers of its provider. */
function withoutProof(request: CallbackRequest): CallbackRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    name.startsWith('x-') ? `${String(value)}0` : value,
  ]);
  return { ...request, headers: Object.fromEntries(headers) as CallbackRequest['headers'] };
}

/** Sends with a callback address of this machine. @returns the first request that comes there */
async function receiveReport(
  send: (url: string) => Promise<unknown>,
  verify: (query: URLSearchParams) => string | undefined,
): Promise<{ request: CallbackRequest; id: string }> {
  let receive: (request: CallbackRequest) => void = () => undefined;
  const first = new Promise<CallbackRequest>((resolve) => {
    receive = resolve;
  });
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      response.end(verify(new URL(incoming.url ?? '/', 'http://callbacks').searchParams));
      return;
    }
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { url = '', headers } = incoming;
      receive({ url: `http://127.0.0.1:${incoming.socket.localPort}${url}`, headers, body: Buffer.concat(parts) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const id = randomUUID();
  try {
    await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/reports/${id}`);
    return { request: await first, id };
  } finally {
    server.close();
  }
}
