import { DeadTokenService } from '#libs/delivery';
import { TokenRetirementService } from '#libs/users';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { VerbCall, Verb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

const SEND_OPTIONS = {
  options: { app: { type: 'string' }, campaign: { type: 'string' }, dispatch: { type: 'string' } },
  explain: {
    app: 'name of the application (not needed when there is only one)',
    campaign: 'notification key: all sends under it',
    dispatch: 'number of one send, as "tokens list" shows it',
  },
} as const;

export const tokensList: Verb = {
  name: 'tokens list',
  summary: 'Lists tokens that providers reported as dead, by send.',
  operands: '',
  options: { app: { type: 'string' } },
  explain: { app: SEND_OPTIONS.explain.app },
  example: 'herald tokens list',
  async run({ values }, { tell }) {
    const deadTokens = await withAppContext(async (context) =>
      context
        .get(TokenRetirementService)
        .listDeadTokens((await findApp(context.get(ApplicationService), values['app'])).id),
    );
    for (const { dispatchId, reason, retired, suspected, example } of deadTokens) {
      tell(`dispatch ${dispatchId}  ${reason}: ${retired} out of use, ${suspected} suspected; for example ${example}`);
    }
    return { result: deadTokens };
  },
};

export const tokensUndo: Verb = {
  name: 'tokens undo',
  summary: 'Restores tokens that a send retired, except tokens registered again since.',
  operands: '',
  ...SEND_OPTIONS,
  example: 'herald tokens undo --campaign 12',
  async run({ values }, { tell }) {
    const { restored, cleared } = await withSend(values, (tokens, appId, sends) =>
      tokens.restoreTokens(appId, sends, operatorOrigin()),
    );
    tell(`${restored} tokens are in use again; ${cleared} are not suspected any more.`);
    return { result: { restored, cleared } };
  },
};

export const tokensRetire: Verb = {
  name: 'tokens retire',
  summary: 'Retires tokens that a send only suspected.',
  operands: '',
  ...SEND_OPTIONS,
  example: 'herald tokens retire --dispatch 345',
  async run({ values }, { tell }) {
    const retired = await withSend(values, (tokens, appId, sends) =>
      tokens.retireSuspects(appId, sends, operatorOrigin()),
    );
    tell(`${retired} tokens are out of use now.`);
    return { result: { retired } };
  },
};

async function withSend<T>(
  { app: name, campaign, dispatch }: VerbCall['values'],
  work: (tokens: TokenRetirementService, appId: number, dispatchIds: number[]) => Promise<T>,
): Promise<T> {
  const number = Number(campaign ?? dispatch);
  if ((campaign === undefined) === (dispatch === undefined) || !Number.isSafeInteger(number) || number < 1) {
    throw new OperatorError('Name the send by --campaign KEY or by --dispatch NUMBER.');
  }
  return withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), name);
    const dispatchIds =
      campaign === undefined ? [number] : await context.get(DeadTokenService).findDispatches(app.id, number);
    return work(context.get(TokenRetirementService), app.id, dispatchIds);
  });
}
