import { ApplicationService } from '#libs/tenancy';
import { NumberCheckService, type QuestionableNumber } from '#libs/users/registry';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

export const numbersCheck: RunVerb = async ({ values }, { tell, progress }) => {
  const found = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    const numbers: QuestionableNumber[] = [];
    for await (const number of context.get(NumberCheckService).findQuestionable(app.id)) {
      tell(formatNumber(number));
      numbers.push(number);
      progress.report({ done: numbers.length, unit: 'numbers to look at' });
    }
    return numbers;
  });
  tell(
    found.length === 0
      ? 'Every stored number is one.'
      : `${found.length} numbers to look at; "updateMsisdn" replaces one.`,
  );
  return { result: found, code: found.length === 0 ? 0 : 1 };
};

function formatNumber({ extId, msisdn, meant }: QuestionableNumber): string {
  const fault = meant === undefined ? 'is no number' : `was perhaps meant as ${meant}`;
  return `${extId === null ? 'without a user' : `user ${extId}`}  ${msisdn}  ${fault}`;
}
