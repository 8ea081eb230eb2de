import type { Answer } from '../contract/gateway.js';
import { askPanel, PAGE_HEADERS } from '../contract/panel-member.js';

/**
 * The answer of a gateway to a browser that returns.
 *
 * @property place  where it leads to
 */
export interface CameBack {
  status: number;
  place: string;
  headers: Headers;
}

/** A browser with its cookies, which goes to the provider and back as a person would. */
export class OidcBrowser {
  private readonly cookies = new Map<string, string>();

  /** @param origin  of the gateway, as the browser names it */
  constructor(private readonly origin: string) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** True while it has a live session. */
  async isSignedIn(): Promise<boolean> {
    return (await this.get('/me')).status === 200;
  }

  async get(path: string): Promise<Answer> {
    return askPanel(this.origin, path, { cookie: this.cookie });
  }

  async post(path: string, body: object = {}): Promise<Answer> {
    const answer = await askPanel(this.origin, path, {
      method: 'POST',
      headers: PAGE_HEADERS,
      cookie: this.cookie,
      body,
    });
    this.keep(answer.headers);
    return answer;
  }

  /** Begins a way. @returns the address of the provider */
  async begin(path = '/session/oidc', returnTo = '/panel/'): Promise<string> {
    const answer = await this.post(path, { returnTo });
    if (answer.status !== 200) {
      throw new Error(`${answer.status} ${answer.text}`);
    }
    return (answer.json as { address: string }).address;
  }

  /** Visits the provider. @returns where that sends the browser back to */
  async visit(address: string): Promise<string> {
    const answer = await fetch(address, { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  /** Follows the provider back to the gateway. */
  async comeBack(address: string): Promise<CameBack> {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    this.keep(answer.headers);
    return { status: answer.status, place: answer.headers.get('location') ?? '', headers: answer.headers };
  }

  /** The whole way. */
  async go(path = '/session/oidc', returnTo = '/panel/'): Promise<CameBack> {
    return this.comeBack(await this.visit(await this.begin(path, returnTo)));
  }

  private keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const [name = '', value = ''] = pair.split('=', 2);
      if (value === '') {
        this.cookies.delete(name);
      } else {
        this.cookies.set(name, value);
      }
    }
  }
}
