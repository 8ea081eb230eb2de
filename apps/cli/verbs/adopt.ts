import { CopyGuardService } from '#libs/delivery';
import { withAppContext } from '../runtime/app-context.js';
import { say } from '../runtime/environment.js';
import type { Verb } from '../runtime/verb.js';

export const adopt: Verb = {
  name: 'adopt',
  summary: 'Says that a restored copy of the database takes the place of the original, and lets go what is held in it.',
  operands: '',
  options: { stop: { type: 'boolean' } },
  explain: { stop: 'what is held ends unsent instead' },
  async run({ values }) {
    const count = await withAppContext((rooms) => rooms.get(CopyGuardService).adopt(values['stop'] === true));
    say(`${count} sends were held; ${values['stop'] === true ? 'they are stopped' : 'they go on'}.`);
    return 0;
  },
};

export const hold: Verb = {
  name: 'hold',
  summary: 'Holds everything that is open: for a copy of the data folder, before it is started beside the original.',
  operands: '',
  options: {},
  explain: {},
  async run() {
    const count = await withAppContext((rooms) => rooms.get(CopyGuardService).holdAll());
    say(`${count} sends and calls of hooks are held; "herald adopt" lets them go.`);
    return 0;
  },
};
