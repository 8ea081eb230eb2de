import { Agent, fetch } from 'undici';
import { BadRequest } from './control-input.js';

const TIMEOUT_MS = 5000;
/** Delay after the message is accepted. */
const DELAY_MS = 100;
/** The length of an answer that is read, in characters. */
const MAX_ANSWER = 1000;

/** Headers by which Herald distinguishes a person from a script. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'en-GB,en;q=0.7',
};

export interface CallbackMessage {
  headers: Record<string, string>;
  body: string;
}

/** Requests of simulated providers to their customers. They go to this machine only, and nothing is retried. */
export class CallbackPoster {
  /** Accepts any certificate of this machine. */
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false }, connections: 20 });

  /**
   * Posts a report soon. One without a listener is lost.
   *
   * @param url    as `loopbackUrl` has read it
   * @param build  the request, made when it leaves
   */
  postLater(url: URL | undefined, build: () => CallbackMessage): void {
    if (url !== undefined) {
      setTimeout(() => {
        this.postNow(url, build()).catch(() => undefined);
      }, DELAY_MS).unref();
    }
  }

  /**
   * Posts a report.
   *
   * @param url  as `loopbackUrl` has read it
   * @returns the status of the answer
   * @throws BadRequest without an answer, with the cause
   */
  async postNow(url: URL, message: CallbackMessage): Promise<number> {
    return (await this.call(url, { method: 'POST', ...message })).status;
  }

  /**
   * Fetches a picture or follows a link, as the browser of a person does.
   *
   * @param url  as `loopbackUrl` has read it
   * @returns the status
   * @throws BadRequest without an answer, with the cause
   */
  async visit(url: URL): Promise<number> {
    return (await this.call(url, { method: 'GET', headers: BROWSER })).status;
  }

  /**
   * Sends a question to a URL.
   *
   * @param url  as `loopbackUrl` has read it
   * @param question  posted; absent: the URL itself asks
   * @returns the status, and the beginning of the answer
   * @throws BadRequest without an answer, with the cause
   */
  async ask(url: URL, question?: CallbackMessage): Promise<{ status: number; text: string }> {
    return this.call(url, question ? { method: 'POST', ...question } : { method: 'GET' });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async call(
    url: URL,
    init: Partial<CallbackMessage> & { method: string },
  ): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(url, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        dispatcher: this.agent,
      });
      return { status: answer.status, text: (await answer.text()).slice(0, MAX_ANSWER) };
    } catch (error) {
      throw new BadRequest([`${url.origin} does not answer: ${causeOf(error)}`]);
    }
  }
}

/** `fetch` has what happened in the cause of its error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) {
    return 'the request failed';
  }
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
