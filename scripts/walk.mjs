// npm run walk: compares the files that one campaign calls with the committed list, test/golden-walk/campaign.txt.
//
//   --write   writes the list
//   --names   prints the functions too
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from './setup.mjs';

const TEST = 'test/e2e/campaign-walk.e2e-spec.ts';

main(async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, names: { type: 'boolean' } } });
  const node = await setUp();
  const update = values.write ? ['--update'] : [];
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', '--project', 'whole', TEST, ...update], {
    TEST_WALK: values.names ? 'names' : 'counts',
  });
});
