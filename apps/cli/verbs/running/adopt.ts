import { CopyGuardService } from '#libs/delivery';
import { withAppContext } from '../../runtime/app-context.js';
import { say } from '../../runtime/environment.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { Verb } from '../../runtime/verb.js';

export const adopt: Verb = {
  name: 'adopt',
  summary: 'Declares a restored copy of the database as the new original, and resumes its paused sends.',
  operands: '',
  options: { stop: { type: 'boolean' } },
  explain: { stop: 'stop the paused sends instead' },
  async run({ values }) {
    const count = await withAppContext((context) =>
      context.get(CopyGuardService).adopt(values['stop'] === true, operatorOrigin()),
    );
    say(`${count} sends were held; ${values['stop'] === true ? 'they are stopped' : 'they go on'}.`);
    return 0;
  },
};

export const hold: Verb = {
  name: 'hold',
  summary: 'Pauses all open sends: for a copy of the data folder, before it starts beside the original.',
  operands: '',
  options: {},
  explain: {},
  async run() {
    const count = await withAppContext((context) => context.get(CopyGuardService).holdAll(operatorOrigin()));
    say(`${count} sends and calls of hooks are held; "herald adopt" lets them go.`);
    return 0;
  },
};
