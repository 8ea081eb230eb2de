import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { describeWalks, listFiles, walkCampaign } from '../support/walk/campaign-walk.js';
import { Coverage } from '../support/walk/coverage.js';

const USERS = 20;
/** Set by `npm run walk`: what is printed, `counts` or `names`. */
const PRINTED = process.env['TEST_WALK'];

let database: FreshDatabase;
let coverage: Coverage;
let stack: Stack;
beforeAll(async () => {
  database = await freshDatabase();
  coverage = await Coverage.open();
  const { env } = coverage;
  stack = await startStack({ databaseUrl: database.url, envOf: { gateway: env, worker: env } });
  await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
});
afterAll(async () => {
  await stack?.stop();
  await coverage?.close();
  await database?.close();
});

describe('Walk of a campaign', () => {
  it('A campaign to iOS calls functions of the files on the committed list, and of no others', async () => {
    const walks = await walkCampaign(stack, coverage);
    if (PRINTED !== undefined) {
      console.log(describeWalks(walks, PRINTED === 'names'));
    }
    await expect(listFiles(walks), 'after a look at the difference: npm run walk -- --write').toMatchFileSnapshot(
      '../golden-walk/campaign.txt',
    );
  });
});
