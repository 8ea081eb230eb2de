import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

const PEOPLE = 40;
const CAMPAIGNS = 12;
const PLATFORMS = ['IOS', 'ANDROID', 'SMS'] as const;
const TOWNS = ['Izmir', 'Bursa'];

interface Seen {
  hash: string;
  planned: number;
}

let sending: Sending;
let author: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [{ code: 'town', dataType: 'STRING' }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  await sending.post('registerUsers', fc.sample(people, { numRuns: 1, seed: 3 })[0]?.flatMap(registrationsOf) ?? []);
  author = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
});
afterAll(() => sending.close());

/** How many devices a person has of each platform, where they live, and whether they have a number. */
const people = fc.array(
  fc.record({ IOS: fc.nat(3), ANDROID: fc.nat(2), town: fc.constantFrom(...TOWNS), hasNumber: fc.boolean() }),
  { minLength: PEOPLE, maxLength: PEOPLE },
);

function registrationsOf(
  { town, hasNumber, ...devices }: { IOS: number; ANDROID: number; town: string; hasNumber: boolean },
  n: number,
): object[] {
  const person = {
    extId: `u${n}`,
    profile: { town, ...(hasNumber && { msisdn: `+9053000000${String(n).padStart(2, '0')}` }) },
  };
  const installed = (['IOS', 'ANDROID'] as const).flatMap((platform, index) =>
    Array.from({ length: devices[platform] }, (_, device) => ({
      ...person,
      platform,
      deviceToken: (n * 100 + index * 10 + device).toString(16).padStart(64, '0'),
    })),
  );
  return installed.length > 0 ? installed : [person];
}

const campaigns = fc.record({
  platforms: fc.subarray([...PLATFORMS], { minLength: 1 }),
  limit: fc.integer({ min: 1, max: PEOPLE + 5 }),
  target: fc.constantFrom<object>({ sendToAll: true }, { profile: { town: ['Izmir'] } }),
});

async function check(campaign: object): Promise<Seen> {
  const answer = await author.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  const { hash, planned } = checkOf(answer) as Seen;
  return { hash, planned };
}

describe('Campaign with a limit', () => {
  it(
    'A limited campaign to people with several devices reaches exactly as many as its check planned',
    { timeout: 120_000 },
    async () => {
      const numbers = new Set<number>();
      for (const { platforms, target, limit } of fc.sample(campaigns, { numRuns: CAMPAIGNS, seed: 5 })) {
        const campaign = { message: { title: 'Spring', text: 'Everything 20 % off', platforms }, target, limit };
        const seen = await check(campaign);
        const launch = await author.post('/apps/shop/compose/launch', { campaign, seen });
        if (seen.planned === 0) {
          continue;
        }
        expect(launch.status, launch.text).toBe(200);
        await sending.drain();
        const { planned } = await sending.dispatch(Number((launch.json as { key: string }).key));
        expect(planned, JSON.stringify(campaign)).toBe(seen.planned);
        numbers.add(planned);
      }
      expect(numbers.size).toBeGreaterThan(3);
    },
  );

  it('Each check of a limited campaign makes a new draw, and a launch without a matching check is refused', async () => {
    const { gateway } = sending;
    const campaign = {
      message: { title: 'Spring', text: 'x', platforms: ['IOS'] },
      target: { sendToAll: true },
      limit: 5,
    };
    await check(campaign);
    const seen = await check(campaign);
    const rows = await gateway.fresh.db.rows<{ draw: string }>(
      `SELECT request -> 'options' ->> 'draw' AS draw FROM notifications.campaign_check WHERE hash = $1`,
      [seen.hash],
    );
    expect(new Set(rows.map(({ draw }) => draw)).size).toBe(2);
    const answer = await author.post('/apps/shop/compose/launch', {
      campaign,
      // The audience is larger than any draw may have: the check before may have found one more.
      seen: { ...seen, planned: seen.planned + 1000 },
    });
    expect(answer).toMatchObject({ status: 409, json: { problems: [{ code: 'changed_meanwhile', path: 'planned' }] } });
  });
});
