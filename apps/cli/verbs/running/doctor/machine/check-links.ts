import { NO_PUBLIC_URL } from '#platform/config';
import { readSettings } from '../../../../up/settings.js';
import { ok, warning, type Check } from '../check.js';

export const linksCheck: Check = {
  name: 'links',
  async run({ env }) {
    const { PUBLIC_URL } = readSettings(env);
    return PUBLIC_URL === undefined ? warning(NO_PUBLIC_URL) : ok(`lead to ${PUBLIC_URL}`);
  },
};
