import { randomBytes, randomInt } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, textField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

export interface TelegramCredentials {
  /** The token that BotFather issues: the id of the bot, a colon, and the secret. It stands in the path of each request. */
  botToken: string;
  /** Comes back with each update, as `secret_token` of `setWebhook` says. */
  webhookSecret: string;
}

export const TELEGRAM_FORM: CredentialForm<TelegramCredentials> = {
  fields: {
    botToken: textField(`Token of the bot, as BotFather gives it. ${REAL}`),
    webhookSecret: textField(`A word of your own, the same as \`secret_token\` of setWebhook. ${REAL}`),
  },
  secrets: { botToken: 'TELEGRAM_BOT_TOKEN', webhookSecret: 'TELEGRAM_WEBHOOK_SECRET' },

  read: (form: Form) => ({ botToken: readToken(form), webhookSecret: readSecret(form) }),

  simulate: async (_form, stored) =>
    stored ?? {
      botToken: `${randomInt(1e9, 9e9)}:${randomBytes(26).toString('base64url')}`,
      webhookSecret: randomBytes(24).toString('base64url'),
    },
};

/** The public part of a token: the id of the bot. */
export function botIdOf({ botToken }: Pick<TelegramCredentials, 'botToken'>): string {
  return botToken.split(':', 1)[0] ?? '';
}

function readToken(form: Form): string {
  const token = form.text('botToken');
  if (!/^[1-9]\d{0,15}:[A-Za-z0-9_-]{20,60}$/.test(token)) {
    throw malformed(
      `${joinPath(form.path, 'botToken')} should be a token as BotFather gives it: an id, a colon, a word`,
    );
  }
  return token;
}

/** Telegram, "setWebhook": `secret_token`. */
function readSecret(form: Form): string {
  const secret = form.text('webhookSecret');
  if (!/^[A-Za-z0-9_-]{16,256}$/.test(secret)) {
    throw malformed(`${joinPath(form.path, 'webhookSecret')} should have 16 to 256 letters, digits, _ and -`);
  }
  return secret;
}
