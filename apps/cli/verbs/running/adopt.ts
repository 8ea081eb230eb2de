import { CopyGuardService } from '#libs/delivery/control';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';

export const adopt: RunVerb = async ({ values }, { tell }) => {
  const count = await withAppContext((context) =>
    context.get(CopyGuardService).adopt(values['stop'] === true, operatorOrigin()),
  );
  const stopped = values['stop'] === true;
  tell(`${count} sends were held; ${stopped ? 'they are stopped' : 'they go on'}.`);
  return { result: { sends: count, stopped } };
};

export const hold: RunVerb = async (_, { tell }) => {
  const count = await withAppContext((context) => context.get(CopyGuardService).holdAll(operatorOrigin()));
  tell(`${count} sends and calls of hooks are held; "herald adopt" lets them go.`);
  return { result: { sends: count } };
};
