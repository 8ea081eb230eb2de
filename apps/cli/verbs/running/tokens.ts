import { DeadTokenService } from '#libs/delivery';
import { TokenRetirementService } from '#libs/users/devices';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { VerbCall, RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

export const tokensList: RunVerb = async ({ values }, { tell }) => {
  const deadTokens = await withAppContext(async (context) =>
    context
      .get(TokenRetirementService)
      .listDeadTokens((await findApp(context.get(ApplicationService), values['app'])).id),
  );
  for (const { dispatchId, reason, retired, suspected, example } of deadTokens) {
    tell(`dispatch ${dispatchId}  ${reason}: ${retired} out of use, ${suspected} suspected; for example ${example}`);
  }
  return { result: deadTokens };
};

export const tokensUndo: RunVerb = async ({ values }, { tell }) => {
  const { restored, cleared } = await withSend(values, (tokens, appId, sends) =>
    tokens.restoreTokens(appId, sends, operatorOrigin()),
  );
  tell(`${restored} tokens are in use again; ${cleared} are not suspected any more.`);
  return { result: { restored, cleared } };
};

export const tokensRetire: RunVerb = async ({ values }, { tell }) => {
  const retired = await withSend(values, (tokens, appId, sends) =>
    tokens.retireSuspects(appId, sends, operatorOrigin()),
  );
  tell(`${retired} tokens are out of use now.`);
  return { result: { retired } };
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
