import { createHmac, randomBytes } from 'node:crypto';
import { BadRequest, loopbackUrl, readTexts } from '../server/control-input.js';
import type { CallbackMessage, CallbackPoster } from '../server/callback-poster.js';
import { PersonClock } from '../server/reporter.js';

/** The address for an app's events, as its owner has set it. */
interface Subscription {
  url: URL;
  signingSecret: string;
  teamId: string;
}

/** Events of an app in a workspace (docs.slack.dev/apis/events-api), signed with the secret of the app. */
export class SlackEvents {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly clock = new PersonClock();

  constructor(private readonly poster: CallbackPoster) {}

  /**
   * Sets the address of events, as the owner of an app does: `POST /slack-events` with `botToken`, `signingSecret`,
   * `teamId` and `url`. Slack posts a challenge first, and takes the URL only with the right answer.
   *
   * @throws BadRequest
   */
  async subscribe(input: unknown): Promise<{ verified: true }> {
    const { botToken, url, ...app } = readTexts(input, ['botToken', 'signingSecret', 'teamId', 'url']);
    const target = loopbackUrl(url);
    if (target === undefined) {
      throw new BadRequest(['url must be an http or https URL of this machine']);
    }
    const challenge = randomBytes(24).toString('hex');
    const question = sign(app.signingSecret, { type: 'url_verification', token: 'simulated', challenge });
    const { status, text } = await this.poster.ask(target, question);
    if (status !== 200 || text !== challenge) {
      throw new BadRequest([`Your URL did not respond with the value of the challenge parameter: status ${status}`]);
    }
    this.subscriptions.set(botOf(botToken), { ...app, url: target });
    return { verified: true };
  }

  /**
   * Sends a person's message to the bot: `POST /inbound-slack` with `botToken`, `user` and `text`.
   *
   * @throws BadRequest
   */
  async write(input: unknown): Promise<object> {
    const { botToken, user, text } = readTexts(input, ['botToken', 'user', 'text']);
    this.post(botOf(botToken), {
      type: 'message',
      channel: `D${user.slice(1)}`,
      channel_type: 'im',
      user,
      text,
      ts: `${this.clock.next(user)}.000100`,
    });
    return {};
  }

  /** The app was removed from its workspace: in any order, as at Slack. */
  endApp(bot: string): void {
    this.post(bot, { type: 'app_uninstalled' });
    this.post(bot, { type: 'tokens_revoked', tokens: { oauth: [], bot: ['U00000BOT'] } });
  }

  private post(bot: string, event: object): void {
    const subscription = this.subscriptions.get(bot);
    if (subscription) {
      const { url, signingSecret, teamId } = subscription;
      const eventId = `Ev${randomBytes(4).toString('hex').toUpperCase()}`;
      this.poster.postLater(url, () =>
        sign(signingSecret, {
          token: 'simulated',
          team_id: teamId,
          type: 'event_callback',
          event,
          event_id: eventId,
          event_time: Math.floor(Date.now() / 1000),
        }),
      );
    }
  }
}

/** The numbers of workspace and bot in a token. */
export function botOf(botToken: string): string {
  return botToken.split('-').slice(1, 3).join('-');
}

/** Slack, "Verifying requests from Slack". */
function sign(secret: string, content: object): CallbackMessage {
  const body = JSON.stringify(content);
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  };
}
