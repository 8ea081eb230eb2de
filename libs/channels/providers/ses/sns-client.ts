import { Agent, request } from 'undici';
import { LruCache } from '#platform/collections';
import { lookupPublicAddress } from '#platform/net';
import { USER_AGENT } from '#platform/release';
import type { ProviderOrigin } from '../../sender/channels.types.js';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 64 * 1024;
/** SNS changes its certificate about once a year. */
const CERTIFICATE_TTL_MS = 24 * 60 * 60 * 1000;
/** A body may name any certificate of the host, so whoever sends many costs its account a few questions only. */
const MAX_QUESTIONS_A_MINUTE = 10;

/** Asks SNS, or its simulator. It connects to public addresses alone, follows no redirect, and reads little. */
export class SnsClient {
  private readonly certificates = new LruCache<string, string>({ max: 20, ttl: CERTIFICATE_TTL_MS });
  private readonly agent = new Agent({
    connections: 2,
    maxResponseSize: MAX_BYTES,
    connect: { lookup: lookupPublicAddress, timeout: TIMEOUT_MS },
  });
  private minute = 0;
  /** Questions of this minute, by account. */
  private readonly questions = new Map<number, number>();

  /** @returns the certificate as PEM; undefined when it cannot be had now, or the account has asked too often */
  async findCertificate(url: URL, accountId: number, origin?: ProviderOrigin): Promise<string | undefined> {
    const known = this.certificates.get(url.href);
    if (known !== undefined) {
      return known;
    }
    const certificate = await this.get(url, accountId, origin);
    if (certificate !== undefined) {
      this.certificates.set(url.href, certificate);
    }
    return certificate;
  }

  /** Visits the address by which a subscription is confirmed. @returns whether SNS has taken it */
  async confirm(url: URL, accountId: number, origin?: ProviderOrigin): Promise<boolean> {
    return (await this.get(url, accountId, origin)) !== undefined;
  }

  private async get(url: URL, accountId: number, origin: ProviderOrigin | undefined): Promise<string | undefined> {
    if (!this.mayAsk(accountId)) {
      return undefined;
    }
    const agent = origin ? new Agent({ connect: { ca: origin.ca, timeout: TIMEOUT_MS } }) : this.agent;
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        headers: { 'user-agent': USER_AGENT },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await body.text();
      return statusCode === 200 ? text : undefined;
    } catch {
      return undefined;
    } finally {
      if (agent !== this.agent) {
        await agent.close();
      }
    }
  }

  private mayAsk(accountId: number): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.questions.clear();
    }
    const count = (this.questions.get(accountId) ?? 0) + 1;
    this.questions.set(accountId, count);
    return count <= MAX_QUESTIONS_A_MINUTE;
  }
}
