import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Source: core.telegram.org/bots/api and core.telegram.org/bots/faq. */
export const TELEGRAM_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(401|404|421)$/,
    kind: 'credentials',
    advice: 'Telegram knows no bot by botToken: it was revoked, or a part is missing. BotFather shows it with /token.',
  },
  {
    code: /^(private )?chat not found$/,
    kind: 'configuration',
    advice:
      'Nobody of these chats is known to the bot: botToken may be that of another bot. A chat is known to the bot that it began with.',
  },
  {
    code: /^429$/,
    kind: 'rate',
    advice: 'Messages come faster than Telegram allows: set ratePerSecond to 30 or less.',
  },
];
