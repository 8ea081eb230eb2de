import { SEALED_COLUMNS } from '#libs/identity';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import { ResealingService } from '#platform/resealing';
import { masterKeys } from '../../../../runtime/environment.js';
import { failed, ok, type Check } from '../check.js';

/** Counts sealed secrets by the key that each needs. */
export const secretsCheck: Check = {
  name: 'secrets',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings) {
    const keys = await masterKeys(surroundings.home, false);
    const masterKey = new MasterKey(keys.MASTER_KEY, readPreviousKeys(keys.MASTER_KEY_PREVIOUS));
    const service = new ResealingService(await surroundings.database(), masterKey);
    const { current, previous, unknown } = await service.countValues(SEALED_COLUMNS);
    if (unknown > 0) {
      return failed(
        `${unknown} sealed values cannot be opened: their key is neither MASTER_KEY nor MASTER_KEY_PREVIOUS, so add it there`,
      );
    }
    const rest = previous > 0 ? `, ${previous} with MASTER_KEY_PREVIOUS: run "herald secrets reseal"` : '';
    return ok(`${current} values are sealed with MASTER_KEY${rest}`);
  },
};
