import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService, type SuppressionChannel } from '#libs/users/consent';
import { WORD_WRITERS, type WritingProvider } from '../../../test/support/callbacks/signed-callbacks.js';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';

/** An application with an account of every provider that hands on what people write. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  const channels = {
    sms: { provider: 'twilio', simulator: true },
    'sms:vonage': { provider: 'vonage', simulator: true },
    'sms:infobip': { provider: 'infobip', simulator: true },
    'sms:http': { provider: 'http', simulator: true },
    smtp: { provider: 'http', simulator: true },
    whatsapp: { simulator: true },
    chat: { provider: 'telegram', simulator: true },
    'chat:slack': { provider: 'slack', simulator: true },
  };
  await gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
});
afterAll(() => gateway.close());

interface Writer {
  provider: WritingProvider;
  account: string;
  channel: SuppressionChannel;
  /** The field of a user. */
  field: string;
  /** The provider says when something was written. */
  isTimed: boolean;
  address(person: number): string;
}

const number = (person: number): string => `+4915${String(100_000_000 + person)}`;
const WRITERS: readonly Writer[] = [
  { provider: 'twilio', account: 'sms', channel: 'sms', field: 'msisdn', isTimed: false, address: number },
  { provider: 'vonage', account: 'sms:vonage', channel: 'sms', field: 'msisdn', isTimed: false, address: number },
  { provider: 'infobip', account: 'sms:infobip', channel: 'sms', field: 'msisdn', isTimed: true, address: number },
  { provider: 'http', account: 'sms:http', channel: 'sms', field: 'msisdn', isTimed: true, address: number },
  {
    provider: 'http',
    account: 'smtp',
    channel: 'email',
    field: 'email',
    isTimed: true,
    address: (person) => `person-${person}@example.com`,
  },
  { provider: 'whatsapp', account: 'whatsapp', channel: 'whatsapp', field: 'wpNumber', isTimed: true, address: number },
  {
    provider: 'telegram',
    account: 'chat',
    channel: 'chat',
    field: 'chatAddress',
    isTimed: true,
    address: (person) => `telegram:${500_000_000 + person}`,
  },
  {
    provider: 'slack',
    account: 'chat:slack',
    channel: 'chat',
    field: 'chatAddress',
    isTimed: true,
    address: (person) => `slack:U${String(person).padStart(9, '0')}`,
  },
];

interface Word {
  text: 'STOP' | 'START';
  /** Time of writing, from a moment hours ago on. */
  minute: number;
  id: string;
}

const BEGIN = new Date(Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000);
let people = 0;
let ids = 0;

async function deliver({ provider, account, address }: Writer, person: number, word: Word): Promise<void> {
  const stored = await gateway.app.get(ProviderAccountService).findByKey(gateway.appId, account);
  const url = `${gateway.base}/callbacks/accounts/shop`;
  const at = new Date(BEGIN.getTime() + word.minute * 60_000);
  const place = { url, credentials: (stored?.credentials ?? {}) as Record<string, unknown> };
  const request = WORD_WRITERS[provider](place, { from: address(person), text: word.text, id: word.id, at });
  const { status } = await fetch(url, { method: 'POST', ...request });
  expect(status).toBe(200);
}

async function consentOf({ channel, address }: Writer, person: number): Promise<string> {
  const suppressions = gateway.app.get(SuppressionService);
  const reasons = await suppressions.findReasons(gateway.appId, channel, [address(person)]);
  const answer = await gateway.call(`/rest/3.0/getConsentHistory?extId=person-${person}`, { method: 'GET' });
  const { list } = answer.json as { list: { subject: string; permitted: boolean }[] };
  const own = list.find(({ subject }) => !subject.endsWith('_ADDRESS'));
  return `${reasons.size > 0 ? 'suppressed' : 'free'} ${own?.permitted === false ? 'opted out' : 'opted in'}`;
}

/** The last word by its own time, or without one by its first arrival; STOP of two equal ones. */
function plainRule(deliveries: readonly Word[], isTimed: boolean): string {
  const timeOf = (word: Word): number => (isTimed ? word.minute : deliveries.indexOf(word));
  const latest = Math.max(...deliveries.map(timeOf));
  const isStop = deliveries.some((word) => timeOf(word) === latest && word.text === 'STOP');
  return isStop ? 'suppressed opted out' : 'free opted in';
}

function ordersOf<T>(items: readonly T[]): T[][] {
  return items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Words with their minutes. */
const SCENARIOS: readonly (readonly (readonly [Word['text'], number])[])[] = [
  [
    ['STOP', 5],
    ['START', 0],
  ],
  [
    ['STOP', 0],
    ['START', 5],
  ],
  [
    ['STOP', 5],
    ['START', 5],
  ],
  [
    ['STOP', 0],
    ['START', 5],
    ['STOP', 10],
  ],
];

describe('Words of people through every provider', () => {
  it.each(WRITERS.map((writer) => [`${writer.provider} on ${writer.channel}`, writer] as const))(
    'The last word to %s counts, however late, in which order and how often its webhooks arrive',
    async (_name, writer) => {
      for (const scenario of SCENARIOS) {
        const count = scenario.length;
        for (const order of ordersOf(Array.from({ length: count }, (_, index) => index))) {
          const person = (people += 1);
          await gateway.call('/rest/3.0/registerUsers', {
            body: [{ extId: `person-${person}`, [writer.field]: writer.address(person) }],
          });
          const words = scenario.map(([text, minute]): Word => ({ text, minute, id: String((ids += 1)) }));
          const once = order.flatMap((index) => words[index] ?? []);
          // All of them come again, in the opposite order.
          const deliveries = [...once, ...once.toReversed()];
          for (const word of deliveries) {
            await deliver(writer, person, word);
          }
          expect([scenario, order, await consentOf(writer, person)]).toEqual([
            scenario,
            order,
            plainRule(deliveries, writer.isTimed),
          ]);
        }
      }
    },
  );
});
