import { ConfigError } from '#platform/config';
import { readSettings } from '../../../../up/settings.js';
import { failed, ok, type Check } from '../check.js';

export const settingsCheck: Check = {
  name: 'settings',
  async run({ env }) {
    try {
      readSettings(env);
      return ok('well-formed');
    } catch (error) {
      if (error instanceof ConfigError) {
        return error.faults.map(failed);
      }
      throw error;
    }
  },
};
