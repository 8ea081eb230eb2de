import { CopyGuardService } from '#libs/delivery';
import { withRooms } from '../rooms.js';
import { say } from '../surroundings.js';
import type { Verb } from '../verb.js';

export const adopt: Verb = {
  name: 'adopt',
  summary: 'Says that a restored copy of the database takes the place of the original, and lets go what is held in it.',
  operands: '',
  options: { stop: { type: 'boolean' } },
  explain: { stop: 'what is held ends unsent instead' },
  async run({ values }) {
    const held = await withRooms((rooms) => rooms.get(CopyGuardService).adopt(values['stop'] === true));
    say(`${held} sends were held; ${values['stop'] === true ? 'they are stopped' : 'they go on'}.`);
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
    const held = await withRooms((rooms) => rooms.get(CopyGuardService).holdAll());
    say(`${held} sends and calls of hooks are held; "herald adopt" lets them go.`);
    return 0;
  },
};
