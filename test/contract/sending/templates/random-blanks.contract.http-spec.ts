import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import {
  ATTRIBUTES,
  BLANK_CATALOG,
  BLANK_FETCHES,
  BLANK_KINDS,
  lacksSomething,
  randomBlankTemplate,
  randomProfile,
} from '../../../support/templates/blank-people.js';
import { Random } from '../../../support/templates/random-template.js';

/** `BLANK_TEMPLATES=200 BLANK_SEED=7 npm test -- test/contract/sending/templates`. */
const COUNT = Number(process.env['BLANK_TEMPLATES'] ?? 24);
const SEED = Number(process.env['BLANK_SEED'] ?? 1);
const PEOPLE = 16;
const TOKEN = (n: number) => `${n}`.padStart(64, 'a');

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply(
      { app: 'shop', attributes: ATTRIBUTES, catalogs: [BLANK_CATALOG], fetches: BLANK_FETCHES },
      { dryRun: false },
    );
  await sending.simulators.answerLive({ json: { temperature: 21, city: 'Izmir', last: 7 } });
  const random = new Random(SEED);
  const people = Array.from({ length: PEOPLE }, (_none, n) => ({
    extId: `p${n}`,
    platform: 'IOS',
    deviceToken: TOKEN(n),
    profile: randomProfile(random),
    tags: ['all'],
  }));
  await sending.post('registerUsers', people);
});
afterAll(() => sending.close());

/** Texts that arrived, by the number of their template. */
async function arrived(): Promise<Map<number, string[]>> {
  const texts = new Map<number, string[]>();
  for await (const { payload } of sending.simulators.everyDelivery('apns')) {
    const { title, body } = (payload as { body: { aps: { alert: { title: string; body: string } } } }).body.aps.alert;
    const n = Number(title);
    texts.set(n, [...(texts.get(n) ?? []), body]);
  }
  return texts;
}

describe('Blanks of random templates', () => {
  it(`The foretold number of people lacks something in what arrives: ${COUNT} templates from seed ${SEED}`, async () => {
    const kindOf = (n: number) => BLANK_KINDS[n % BLANK_KINDS.length] ?? 'presence';
    const templates = Array.from({ length: COUNT }, (_none, n) =>
      randomBlankTemplate(new Random(SEED * 1000 + n), kindOf(n)),
    );
    const foretold: { people: number; isComplete: boolean; restsOn?: string[] }[] = [];
    for (const [n, text] of templates.entries()) {
      const message = { title: String(n), text, platforms: ['IOS'], ios: { title: String(n) }, templates: 'liquid' };
      const body = { message, target: { tag: 'all' } };
      const { blanks } = await sending.post<{ blanks: (typeof foretold)[number] }>('sendBulkNotification/dryRun', body);
      expect(blanks.isComplete).toBe(blanks.restsOn === undefined);
      expect(blanks.isComplete || kindOf(n) === 'fetches').toBe(true);
      foretold.push(blanks);
      await sending.bulk(body);
    }
    await sending.drain();
    const texts = await arrived();
    const differences = templates.flatMap((text, n) => {
      const whole = (texts.get(n) ?? []).filter((received) => !lacksSomething(received));
      const lacking = PEOPLE - whole.length;
      const { people = 0, isComplete = false } = foretold[n] ?? {};
      const isRight = isComplete ? lacking === people : people <= lacking;
      return isRight ? [] : [{ n, text, foretold: foretold[n], lacking, arrived: texts.get(n) }];
    });
    expect(differences.slice(0, 5)).toEqual([]);
  });
});
