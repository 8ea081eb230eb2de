import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { readSettings } from '../../../../up/settings.js';
import { type Check, failed, ok } from '../check.js';

/** Applications whose commercial e-mails do not leave: without a public address they have no link to unsubscribe. */
export const unsubscribeCheck: Check = {
  name: 'unsubscribe',
  applies: ({ hasDatabase }) => hasDatabase,
  async run({ env, rooms }) {
    if (readSettings(env).PUBLIC_URL !== undefined) {
      return ok('e-mails have a link to unsubscribe');
    }
    const context = await rooms();
    const accounts = context.get(ProviderAccountService);
    const names: string[] = [];
    for (const { id, name } of await context.get(ApplicationService).listApplications()) {
      const mails = (await accounts.listAccounts(id)).filter(({ channel }) => channel === 'smtp');
      names.push(...(mails.some(({ simulator }) => !simulator) ? [name] : []));
    }
    return names.length === 0
      ? ok('no e-mail account sends to people')
      : failed(
          `commercial e-mails of ${names.join(', ')} fail with NO_UNSUBSCRIBE_LINK; set PUBLIC_URL to the address at ` +
            'which people reach this Herald',
        );
  },
};
