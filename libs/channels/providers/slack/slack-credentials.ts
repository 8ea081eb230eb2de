import { randomBytes, randomInt } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, textField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

export interface SlackCredentials {
  /** The token of the bot user, `xoxb-…`, with the scope `chat:write`. */
  botToken: string;
  /** The secret of the app: proves events. */
  signingSecret: string;
  /** The workspace. One app may be in several, and its events name theirs. */
  teamId: string;
}

export const SLACK_FORM: CredentialForm<SlackCredentials> = {
  fields: {
    botToken: textField(`Token of the bot user, with the scope chat:write. ${REAL}`),
    signingSecret: textField(`Signing secret of the app, which proves events. ${REAL}`),
    teamId: textField(`Id of the workspace, as T012ABCDEF. ${REAL}`),
  },
  secrets: { botToken: 'SLACK_BOT_TOKEN', signingSecret: 'SLACK_SIGNING_SECRET' },

  read: (form: Form) => ({
    botToken: readMatching(form, 'botToken', /^xoxb-[A-Za-z0-9-]{10,200}$/, 'the token of a bot user: xoxb-…'),
    signingSecret: readMatching(form, 'signingSecret', /^[0-9a-f]{32}$/, '32 hexadecimal digits, as Slack shows it'),
    teamId: readMatching(form, 'teamId', /^[TE][A-Z0-9]{6,29}$/, 'the id of a workspace, such as T012ABCDEF'),
  }),

  async simulate(_form, stored) {
    const team = randomInt(1e9, 9e9);
    return (
      stored ?? {
        botToken: `xoxb-${team}-${randomInt(1e9, 9e9)}-${randomBytes(12).toString('hex')}`,
        signingSecret: randomBytes(16).toString('hex'),
        teamId: `T${team}`,
      }
    );
  },
};

/** The public part of a token: the numbers of the workspace and of the bot. */
export function botOf({ botToken }: Pick<SlackCredentials, 'botToken'>): string {
  return botToken.split('-').slice(1, 3).join('-');
}

function readMatching(form: Form, name: string, pattern: RegExp, rule: string): string {
  const text = form.text(name);
  if (!pattern.test(text)) {
    throw malformed(`${joinPath(form.path, name)} should be ${rule}`);
  }
  return text;
}
