import { ApplicationService } from '#libs/tenancy';
import { NumberCheckService, type QuestionableNumber } from '#libs/users';
import { withAppContext } from '../../runtime/app-context.js';
import { say } from '../../runtime/environment.js';
import type { Verb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

export const numbersCheck: Verb = {
  name: 'numbers check',
  summary: 'Lists stored phone numbers that are none, or that lack their calling code.',
  operands: '',
  options: { app: { type: 'string' } },
  explain: { app: 'name of the application (not needed when there is only one)' },
  async run({ values }) {
    const found = await withAppContext(async (context) => {
      const app = await findApp(context.get(ApplicationService), values['app']);
      let count = 0;
      for await (const number of context.get(NumberCheckService).findQuestionable(app.id)) {
        say(formatNumber(number));
        count += 1;
      }
      return count;
    });
    say(found === 0 ? 'Every stored number is one.' : `${found} numbers to look at; "updateMsisdn" replaces one.`);
    return found === 0 ? 0 : 1;
  },
};

function formatNumber({ extId, msisdn, meant }: QuestionableNumber): string {
  const fault = meant === undefined ? 'is no number' : `was perhaps meant as ${meant}`;
  return `${extId === null ? 'without a user' : `user ${extId}`}  ${msisdn}  ${fault}`;
}
