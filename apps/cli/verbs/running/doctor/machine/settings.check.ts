import { readSettings } from '../../../../up/settings.js';
import { ok, type Check } from '../check.js';

export const settingsCheck: Check = {
  name: 'settings',
  async run({ env }) {
    readSettings(env);
    return ok('well-formed');
  },
};
