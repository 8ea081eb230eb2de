import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { type AccountTest, AccountTestService } from '#libs/delivery/accounts';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp, readAccountKey } from '../arguments.js';

export const accountTest: RunVerb = async ({ values, positionals: [name, ...more] }, { tell }) => {
  if (name === undefined || more.length > 0) {
    throw new OperatorError(
      `Usage: herald account test ACCOUNT [--to ADDRESS], ACCOUNT one of ${CHANNEL_NAMES.join(', ')}, or CHANNEL:NAME.`,
    );
  }
  const key = readAccountKey(name);
  const to = values['to'];
  const result = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    const options = { origin: operatorOrigin(), ...(typeof to === 'string' && { to }) };
    return context.get(AccountTestService).test(app.id, key, options);
  });
  formatTest(result).forEach(tell);
  return { result, code: result.works ? 0 : 1 };
};

/** A line for each thing that was tried, and what to do where it fails. */
export function formatTest({ account, simulator, works, paused, steps }: AccountTest): string[] {
  const lines = steps.flatMap(({ name, works: isGood, words, fault }) => [
    `${isGood ? 'ok    ' : 'FAILED'}  ${account}: ${name}${words === '' ? '' : `: ${words}`}`,
    ...(fault ? [`        ${fault.advice} (${fault.why}, ${fault.code})`] : []),
  ]);
  const simulated = simulator ? [`        This account is simulated: it says nothing about a real provider.`] : [];
  const stopped =
    works && paused
      ? [`        The account is still paused by an earlier fault: "herald account resume ${account}" ends that.`]
      : [];
  return [...lines, ...simulated, ...stopped];
}
