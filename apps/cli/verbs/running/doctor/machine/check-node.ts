import { ok, type Check } from '../check.js';

export const nodeCheck: Check = {
  name: 'node',
  run: async () => ok(process.version),
};
