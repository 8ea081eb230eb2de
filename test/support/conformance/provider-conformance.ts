import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Account, CallbackRequest, Outcome, Outgoing, Provider } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { Form, namesOf } from '#platform/forms';
import type { FaultRule } from '../../../apps/simulators/server/fault-injector.js';
import type { Provider as SimulatorName } from '../../../apps/simulators/server/providers.js';
import { SERVICES, useSimulators, type Simulated } from '../../channels/simulated-accounts.js';
import { type CallbackInbox, openCallbackInbox } from './callback-inbox.js';

/** In place of a sender's own times, so that a silent simulator ends a test soon. */
const SHORT = { deadlineMs: 1200, connectMs: 1000 };
const BATCH = 12;
/** Age of a request that says the same however old it is. */
const LONG_MS = 24 * 60 * 60_000;
/** More than any sender has in flight for one account. */
const LARGE_BATCH = 320;
/** More than a sender over HTTP/1.1 has in flight. */
const BUSY_BATCH = 120;

/**
 * An answer of the simulator, and its meaning for one recipient. `rule` configures the simulator where status and code
 * do not suffice.
 */
export type AnswerCase = readonly [
  status: number,
  code: string | undefined,
  kind: Outcome['kind'],
  reason: string,
  rule?: Partial<FaultRule>,
];

/** The suite's parameters of a provider. */
export interface Conformance<C extends Channel> {
  channel: C;
  simulator: SimulatorName;
  payload: Outgoing<C>['payload'];
  address(index: number, simulated: Simulated): string | Promise<string>;
  /** The address names the server itself: the same one where nothing listens. Its account is checked without a server. */
  nowhere?(address: string): string;
  /** One case at least for each row of its table. */
  answers: readonly AnswerCase[];
  /** The scope of a callback's proof; absent: its address and body too. With `sender` it proves only the sender. */
  proof?: 'sender';
  /** A person's message to an account, by the control API, where the provider reports nothing of its messages. */
  writes?(credentials: object): readonly [path: string, body: object];
  /** Answers that no rule of its simulator gives. They are tried elsewhere. */
  elsewhere?: readonly (readonly [status: number, code: string])[];
}

/**
 * Tries the duties of every provider against its simulator: each row of its table, doubt, resets and silence. It
 * includes the end of a lease in mid-batch, proven callbacks, an account check, and messages without secrets.
 */
export function testProvider<C extends Channel>(
  provider: Provider,
  { channel, simulator, payload, address, nowhere, answers, elsewhere = [], proof, writes }: Conformance<C>,
): void {
  const simulated = useSimulators();
  const sender = provider.createSender(SERVICES);
  const hasty = provider.createSender({ ...SERVICES, http1: SHORT, http2: { ...SERVICES.http2, ...SHORT } });
  afterAll(() => Promise.all([sender.close(), hasty.close()]));
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
  const messages = (count: number, reportUrl?: string): Promise<Outgoing[]> =>
    Promise.all(
      Array.from({ length: count }, async (): Promise<Outgoing> => {
        const messageId = randomUUID();
        const item: Outgoing = {
          messageId,
          address: await address((ids += 1), simulated),
          payload,
          collapseId: messageId,
          ttlSeconds: 600,
        };
        return reportUrl === undefined ? item : { ...item, reportUrl };
      }),
    );
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

  describe(`Provider ${provider.name}`, () => {
    it(`${provider.name} is registered for its channel, with a form, a label and a simulator`, () => {
      expect(provider.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(provider.channels).toContain(channel);
      expect(provider.simulator).toBe(simulator);
      expect(namesOf(provider.credentials.fields)).toEqual(
        expect.arrayContaining(Object.keys(provider.credentials.secrets).map((path) => path.split('.')[0])),
      );
      expect(() => provider.credentials.read(Form.read({}, 'channels', []), undefined)).toThrow(/required|should/);
    });

    it(`The answers of ${provider.name} have a case for each row of its table, and a last row for everything`, () => {
      const rows = [...answers, ...elsewhere].map(([status, code]) =>
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

    it(`${provider.name} sends a batch, each message once`, async () => {
      const { outcomes, pause, fault } = await sender.send(await account(), await messages(BATCH));
      expect(kinds(outcomes)).toEqual(Array.from({ length: BATCH }, () => 'sent'));
      expect([pause, fault]).toEqual([undefined, undefined]);
      expect(await simulated.counts(simulator)).toMatchObject({ accepted: BATCH, distinct: BATCH });
    });

    it.each(answers.map((row) => [`${row[0]} ${row[1] ?? ''}`, row] as const))(
      `${provider.name} reads the answer %s`,
      async (_, row) => {
        const [status, code, kind, reason, rule] = row;
        const usual = { status, ...(code !== undefined && { reason: code }) };
        await simulated.faults({ provider: simulator, share: 1, ...(rule ?? usual) });
        const sampled = await account();
        const batch = await messages(1);
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
    ] as const)(`${provider.name} is in doubt about a message that %s`, async (_, rule) => {
      await simulated.faults({ provider: simulator, share: 1, ...rule });
      const { outcomes, pause } = await hasty.send(await account(), await messages(1));
      expect(outcomes).toMatchObject([{ kind: 'unknown', reason: 'OUTCOME_UNKNOWN' }]);
      expect(pause).toBeUndefined();
    });

    it(`${provider.name} knows that nothing was taken where nothing listens`, async () => {
      const sampled = await account();
      const [item] = await messages(1);
      const away = { ...sampled, origin: { host: '127.0.0.1', port: 1, ca: sampled.origin?.ca ?? '' } };
      const lost = item ? [{ ...item, address: nowhere?.(item.address) ?? item.address }] : [];
      const { outcomes } = await sender.send(away, lost);
      expect(outcomes).toMatchObject([{ kind: 'retry', code: 'ECONNREFUSED', isUntaken: true }]);
      if (!nowhere) {
        expect(await provider.check(away, SERVICES)).toMatchObject([{ fault: { code: 'ECONNREFUSED' } }]);
      }
    });

    it(`${provider.name} sends nothing more when its lease ends in mid-batch`, async () => {
      const mayLeave = (index: number): boolean => index < 5;
      const { outcomes } = await sender.send(await account(), await messages(BATCH), { mayLeave });
      expect(kinds(outcomes)).toEqual(Array.from({ length: BATCH }, (_, index) => (index < 5 ? 'sent' : 'withheld')));
      expect((await simulated.counts(simulator)).accepted).toBe(5);
    });

    it(`${provider.name} sends a batch that is larger than its limits, each message once`, async () => {
      await simulated.faults({ provider: simulator, share: 1, latencyMs: 5 });
      const sampled = await account();
      let open = await messages(BUSY_BATCH);
      // On a busy machine a connection may come too late: what proves that it has not left is sent again.
      for (let attempt = 0; open.length > 0 && attempt < 5; attempt += 1) {
        const { outcomes } = await sender.send(sampled, open);
        expect(outcomes.filter((outcome) => outcome.kind !== 'sent' && !('isUntaken' in outcome))).toEqual([]);
        open = open.filter((_, index) => outcomes[index]?.kind !== 'sent');
      }
      expect(await simulated.counts(simulator)).toMatchObject({ accepted: BUSY_BATCH, distinct: BUSY_BATCH });
    });

    it(`${provider.name} gives up what it has not begun when the provider is silent`, async () => {
      await simulated.faults({ provider: simulator, share: 1, fault: 'hang' });
      const { outcomes } = await hasty.send(await account(), await messages(LARGE_BATCH));
      const unclear = outcomes.filter((outcome) => outcome.kind !== 'unknown');
      expect(unclear.filter((outcome) => outcome.kind !== 'retry' || !outcome.isUntaken)).toEqual([]);
      expect(unclear.length).toBeGreaterThan(0);
    });

    it(`${provider.name} tries an account without a message to anybody`, async () => {
      const sampled = await account();
      const steps = await provider.check(sampled, SERVICES);
      expect(steps.map(({ fault }) => fault)).toEqual(steps.map(() => undefined));
      expect(steps.length).toBeGreaterThan(0);
      expect((await simulated.counts(simulator)).accepted).toBe(0);
    });

    describe.runIf(provider.callbacks)(`Reports of ${provider.name}`, () => {
      const read = async (account: Account, request: CallbackRequest) =>
        provider.callbacks?.read(account.credentials, request, account.origin);
      /** The inbox answers as the gateway does: after it has read a request, so a subscription is confirmed then. */
      const open = (account: Account): Promise<CallbackInbox> =>
        openCallbackInbox({
          verify: (query) => provider.callbacks?.verify?.(account.credentials, query),
          receive: async (request) => {
            const { answer, reports = [], inbound = [] } = (await read(account, request)) ?? {};
            return { answer: answer?.body, isQuestion: answer !== undefined && reports.length + inbound.length === 0 };
          },
        });
      const subscribe = async (account: Account, url: string): Promise<void> => {
        const place = provider.callbacks?.subscribe?.(account.credentials, url);
        if (place) {
          await simulated.control('POST', ...place);
        }
      };
      /** The next one that says more than that the message is on its way. */
      const nextReport = async (account: Account, inbox: CallbackInbox): Promise<CallbackRequest> => {
        let request = await inbox.next();
        while ((await read(account, request))?.reports.every(({ report }) => report.kind === 'notice')) {
          request = await inbox.next();
        }
        return request;
      };

      it.runIf(writes)(
        `${provider.name} accepts what a person wrote to its account, and nothing without a proof`,
        async () => {
          const sampled = await account();
          const inbox = await open(sampled);
          try {
            await subscribe(sampled, inbox.url);
            await simulated.control('POST', ...(writes?.(sampled.credentials) ?? ['', {}]));
            const request = await inbox.next();
            const from = expect.stringMatching(/./) as unknown;
            expect(await read(sampled, request)).toMatchObject({ reports: [], inbound: [{ from }] });
            expect(await read(await account(), request)).toBeUndefined();
            const body = Buffer.from(`${request.body.toString('utf8')} `);
            const forged = proof === 'sender' ? withoutProof(request) : { ...request, body };
            expect(await read(sampled, forged)).toBeUndefined();
          } finally {
            inbox.close();
          }
        },
      );

      it.skipIf(writes)(`${provider.name} accepts a report of its own, and no other`, async () => {
        const sampled = await account();
        const inbox = await open(sampled);
        try {
          await subscribe(sampled, inbox.url);
          await sender.send(sampled, await messages(1, inbox.url));
          const request = await nextReport(sampled, inbox);
          expect((await read(sampled, request))?.reports).toMatchObject([{ report: { kind: 'delivered' } }]);
          expect(await read(await account(), request)).toBeUndefined();
          const body = Buffer.from(request.body.toString('utf8').replace(/eliver(y|ed)/, 'eliverx'));
          const forged = proof === 'sender' ? withoutProof(request) : { ...request, url: `${request.url}x`, body };
          expect(await read(sampled, forged)).toBeUndefined();
        } finally {
          inbox.close();
        }
      });

      it(`${provider.name} believes an old request no longer, if the provider signs its time`, async () => {
        const sampled = await account();
        const inbox = await open(sampled);
        try {
          await subscribe(sampled, inbox.url);
          await (writes
            ? simulated.control('POST', ...writes(sampled.credentials))
            : sender.send(sampled, await messages(1, inbox.url)));
          const request = writes ? await inbox.next() : await nextReport(sampled, inbox);
          const { maxAgeMs } = provider.callbacks ?? {};
          const readLater = async (ms: number) => {
            vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
            return read(sampled, request).finally(() => vi.useRealTimers());
          };
          const first = await read(sampled, request);
          expect(first).toBeDefined();
          expect(await readLater((maxAgeMs ?? LONG_MS) - 30_000)).toEqual(first);
          expect(await readLater((maxAgeMs ?? LONG_MS) + 30_000)).toEqual(maxAgeMs === undefined ? first : undefined);
        } finally {
          inbox.close();
        }
      });

      it.runIf(provider.callbacks?.subscribe && !writes)(
        `${provider.name} gets reports of messages without an address as it is subscribed`,
        async () => {
          const sampled = await account();
          const inbox = await open(sampled);
          try {
            await subscribe(sampled, inbox.url);
            const batch = await messages(1);
            await sender.send(sampled, batch);
            const request = await nextReport(sampled, inbox);
            const [{ messageId, address: to } = { messageId: '', address: '' }] = batch;
            expect((await read(sampled, request))?.reports).toEqual([
              { messageId, address: to, report: { kind: 'delivered' } },
            ]);
            expect(await read(await account(), request)).toBeUndefined();
          } finally {
            inbox.close();
          }
        },
      );
    });
  });
}

/** Copies a request with other values in the headers of its provider. */
function withoutProof(request: CallbackRequest): CallbackRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    name.startsWith('x-') ? `${String(value)}0` : value,
  ]);
  return { ...request, headers: Object.fromEntries(headers) as CallbackRequest['headers'] };
}
