import { ACCOUNT_CHANNELS, AccountService, ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withRooms } from '../rooms.js';
import { say } from '../surroundings.js';
import type { Verb } from '../verb.js';
import { findApp, oneOf } from './find-app.js';

const OF_AN_APP = {
  options: { app: { type: 'string' } },
  explain: { app: 'name of the application (not needed when there is only one)' },
} as const;

export const accountList: Verb = {
  name: 'account list',
  summary: 'Shows the provider accounts of an application, and why one is paused.',
  operands: '',
  ...OF_AN_APP,
  async run({ values }) {
    const accounts = await withRooms(async (rooms) => {
      const app = await findApp(rooms.get(ApplicationService), values['app']);
      return rooms.get(AccountService).list(app.id);
    });
    for (const { channel, simulator, paused } of accounts) {
      const state = paused ? `paused since ${paused.since.toISOString()}: ${paused.why} (${paused.code})` : 'ready';
      say(`${channel.padEnd(8)} ${simulator ? 'simulator' : 'provider '}  ${state}`);
    }
    return 0;
  },
};

export const accountResume: Verb = {
  name: 'account resume',
  summary: 'Lets an account send again that was paused because its provider refused it.',
  operands: 'CHANNEL',
  ...OF_AN_APP,
  async run({ values, positionals }) {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) {
      throw new OperatorError(`Usage: herald account resume CHANNEL, one of ${ACCOUNT_CHANNELS.join(', ')}.`);
    }
    const channel = oneOf(ACCOUNT_CHANNELS, name, 'CHANNEL');
    const resumed = await withRooms(async (rooms) => {
      const app = await findApp(rooms.get(ApplicationService), values['app']);
      return rooms.get(AccountService).resume(app.id, channel);
    });
    say(
      resumed ? `${channel}: resumed; what waited for it is sent within half a minute.` : `${channel}: was not paused.`,
    );
    return 0;
  },
};
