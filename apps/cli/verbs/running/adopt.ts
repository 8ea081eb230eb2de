import { CopyGuardService } from '#libs/delivery';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { Verb } from '../../runtime/verb.js';

export const adopt: Verb = {
  name: 'adopt',
  summary: 'Declares a restored copy of the database as the new original, and resumes its paused sends.',
  operands: '',
  options: { stop: { type: 'boolean' } },
  explain: { stop: 'stop the paused sends instead' },
  example: 'herald adopt --stop',
  async run({ values }, { tell }) {
    const count = await withAppContext((context) =>
      context.get(CopyGuardService).adopt(values['stop'] === true, operatorOrigin()),
    );
    const stopped = values['stop'] === true;
    tell(`${count} sends were held; ${stopped ? 'they are stopped' : 'they go on'}.`);
    return { result: { sends: count, stopped } };
  },
};

export const hold: Verb = {
  name: 'hold',
  summary: 'Pauses all open sends: for a copy of the data folder, before it starts beside the original.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald hold',
  async run(_, { tell }) {
    const count = await withAppContext((context) => context.get(CopyGuardService).holdAll(operatorOrigin()));
    tell(`${count} sends and calls of hooks are held; "herald adopt" lets them go.`);
    return { result: { sends: count } };
  },
};
