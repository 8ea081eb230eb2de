import { Agent, fetch } from 'undici';
import { loopbackUrl } from './control-input.js';

const TIMEOUT_MS = 5000;
/** Delay after the message is accepted. */
const DELAY_MS = 100;

/** Requests of simulated providers to their customers. They go to this machine only, and nothing is retried. */
export class CallbackPoster {
  /** Accepts any certificate of this machine. */
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false }, connections: 20 });

  /** Posts a report soon. One without a listener is lost. @param build  the request, made when it leaves */
  postLater(url: string | undefined, build: () => { headers: Record<string, string>; body: string }): void {
    const target = loopbackUrl(url ?? '');
    if (target !== undefined) {
      setTimeout(() => {
        this.post(target, build()).catch(() => undefined);
      }, DELAY_MS).unref();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async post(url: URL, request: { headers: Record<string, string>; body: string }): Promise<void> {
    const { body } = await fetch(url, {
      method: 'POST',
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher: this.agent,
    });
    await body?.cancel();
  }
}
