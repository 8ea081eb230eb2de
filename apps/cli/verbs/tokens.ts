import { DeadTokenService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { TokenRetirementService } from '#libs/users';
import { OperatorError } from '#platform/embedded';
import { withRooms } from '../rooms.js';
import { say } from '../surroundings.js';
import type { Call, Verb } from '../verb.js';
import { findApp } from './find-app.js';

const OF_A_SEND = {
  options: { app: { type: 'string' }, campaign: { type: 'string' }, dispatch: { type: 'string' } },
  explain: {
    app: 'name of the application (not needed when there is only one)',
    campaign: 'notification key: all that was sent under it',
    dispatch: 'number of one send, as "tokens list" shows it',
  },
} as const;

export const tokensList: Verb = {
  name: 'tokens list',
  summary: 'Shows tokens that providers called dead, by the send that found out.',
  operands: '',
  options: { app: { type: 'string' } },
  explain: { app: OF_A_SEND.explain.app },
  async run({ values }) {
    const struck = await withRooms(async (rooms) =>
      rooms
        .get(TokenRetirementService)
        .listDeadTokens((await findApp(rooms.get(ApplicationService), values['app'])).id),
    );
    for (const { dispatchId, reason, retired, suspected, example } of struck) {
      say(`dispatch ${dispatchId}  ${reason}: ${retired} out of use, ${suspected} suspected; for example ${example}`);
    }
    return 0;
  },
};

export const tokensUndo: Verb = {
  name: 'tokens undo',
  summary: 'Brings tokens back that a send took out of use, but for those registered anew since.',
  operands: '',
  ...OF_A_SEND,
  async run({ values }) {
    const { restored, cleared } = await withSend(values, (hygiene, appId, sends) => hygiene.restore(appId, sends));
    say(`${restored} tokens are in use again; ${cleared} are not suspected any more.`);
    return 0;
  },
};

export const tokensRetire: Verb = {
  name: 'tokens retire',
  summary: 'Takes tokens out of use that a send only suspected to be dead.',
  operands: '',
  ...OF_A_SEND,
  async run({ values }) {
    say(
      `${await withSend(values, (hygiene, appId, sends) => hygiene.retireSuspects(appId, sends))} tokens are out of use now.`,
    );
    return 0;
  },
};

async function withSend<T>(
  { app: name, campaign, dispatch }: Call['values'],
  work: (hygiene: DeadTokenService, appId: number, dispatchIds: number[]) => Promise<T>,
): Promise<T> {
  const number = Number(campaign ?? dispatch);
  if ((campaign === undefined) === (dispatch === undefined) || !Number.isSafeInteger(number) || number < 1) {
    throw new OperatorError('Name the send by --campaign KEY or by --dispatch NUMBER.');
  }
  return withRooms(async (rooms) => {
    const app = await findApp(rooms.get(ApplicationService), name);
    const hygiene = rooms.get(DeadTokenService);
    return work(hygiene, app.id, campaign === undefined ? [number] : await hygiene.findDispatches(app.id, number));
  });
}
