import { describeMissing, describeUnknown, findSchemaGap } from '#platform/schema';
import { MIGRATION_NAMES } from '../../../../../../migrations/data-source.js';
import { failed, ok, warning, type Check } from '../check.js';

/** The database has had the migrations of this release. */
export const schemaCheck: Check = {
  name: 'schema',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings) {
    const gap = await findSchemaGap(await surroundings.database(), MIGRATION_NAMES);
    const missing = describeMissing(gap, MIGRATION_NAMES);
    if (missing !== undefined) {
      return failed(missing);
    }
    const newer = describeUnknown(gap);
    return newer === undefined ? ok(`${MIGRATION_NAMES.length} migrations, as this release has them`) : warning(newer);
  },
};
