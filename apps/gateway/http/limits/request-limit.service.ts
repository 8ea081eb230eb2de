import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller, RateLimit } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { SHARED_BUCKETS, type SharedBuckets } from '#platform/limits';
import { clientNetwork } from '#platform/net';
import type { Logger } from '#platform/runtime';
import { LocalBuckets, type ConsumeResult } from './local-buckets.js';

/** How often a process reports what it used. For so long each process may be ahead of the shared count. */
const REPORT_MS = 500;
/** Buckets of one limit in a report. */
const MOST_BUCKETS = 1000;

/** Wrong tries to sign in from one address. */
const SIGN_INS_PER_MINUTE = 20;
/** Sign-ins that begin from one address; each writes a row that goes after its time. */
const SIGN_IN_STARTS_PER_MINUTE = 120;

/** Forms of subscriptions from one address: several people may share it, and each sends a few. */
const SUBSCRIPTIONS_PER_ADDRESS = 20;
/** Forms of subscriptions to one application, from all addresses: more than its pages send, and less than a flood. */
const SUBSCRIPTIONS_PER_APPLICATION = 600;

/** A limit that a request counts against. */
interface Applied {
  buckets: LocalBuckets;
  rate: RateLimit;
  /** The caller that it counts for. */
  key: string;
  /** For the refusal. */
  subject: string;
}

/**
 * Limits of requests: by key, by address, by installation, and of registrations. All processes share the buckets. A
 * request is decided by the count of its own process and waits for no one; `LocalBuckets` says how that follows the
 * others. A server's key has a limit only where its application or the configuration sets one.
 *
 * The header fields are those of draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy` says that `q` requests may
 * come in `w` seconds, `RateLimit` that `r` may follow at once and that in `t` seconds it will be `q` again. They tell
 * the limit of the key, or the one that refused.
 */
@Injectable()
export class RequestLimitService implements OnModuleDestroy {
  private readonly keys = new LocalBuckets('key');
  private readonly addresses = new LocalBuckets('address');
  private readonly installations = new LocalBuckets('installation');
  private readonly addressRegistrations = new LocalBuckets('address-registrations');
  private readonly registrations = new LocalBuckets('registrations');
  private readonly unknownKeys = new LocalBuckets('unknown-keys');
  private readonly signIns = new LocalBuckets('panel-sign-ins');
  private readonly signInStarts = new LocalBuckets('panel-sign-in-starts');
  private readonly addressSubscriptions = new LocalBuckets('address-subscriptions');
  private readonly subscriptions = new LocalBuckets('subscriptions');
  private readonly rates: ReturnType<typeof readRates>;
  private readonly timer: NodeJS.Timeout;
  private isReporting = false;
  private isUnreachable = false;

  constructor(
    config: Config,
    @Inject(SHARED_BUCKETS) private readonly shared: SharedBuckets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rates = readRates(config);
    this.timer = setInterval(() => void this.report(), REPORT_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Counts a request with a known key. @throws AppError rate_limited */
  countRequest(caller: Caller, response: Response): void {
    const { appId, keyId, address, rateLimit } = caller;
    if (caller.kind === 'rest') {
      const rate = rateLimit ?? this.rates.restKey;
      this.count(response, { buckets: this.keys, rate, key: String(keyId), subject: 'The API key' });
      return;
    }
    // A flood from one address ends at its own limit and leaves the key to the others.
    const rate = this.rates.address;
    this.count(response, { buckets: this.addresses, rate, key: addressKey(appId, address), subject: 'An address' });
    this.count(response, {
      buckets: this.keys,
      rate: rateLimit ?? this.rates.deviceKey,
      key: String(keyId),
      subject: 'The API key',
    });
  }

  /** Counts a request without a known key. @throws AppError rate_limited */
  countUnknownKey(address: string | undefined, response: Response): void {
    this.count(response, {
      buckets: this.unknownKeys,
      rate: this.rates.unknownKey,
      key: addressKey(0, address),
      subject: 'An address without a known API key',
    });
  }

  /** Counts a sign-in to the panel that begins: no one is known yet. @throws AppError rate_limited */
  countSignInStart(address: string | undefined, response: Response): void {
    this.count(response, {
      buckets: this.signInStarts,
      rate: this.rates.signInStart,
      key: addressKey(0, address),
      subject: 'An address that begins to sign in',
    });
  }

  /**
   * Runs a try to sign in to the panel. Wrong ones count for their address, and past the limit none is tried at all.
   *
   * @throws AppError rate_limited; errors of `work`
   */
  async limitSignIns<R>(address: string | undefined, response: Response, work: () => Promise<R>): Promise<R> {
    const key = addressKey(0, address);
    const rate = this.rates.signIn;
    const applied = { buckets: this.signIns, rate, key, subject: 'An address that signs in' };
    if (this.signIns.waitFor(key, rate, performance.now()) > 0) {
      this.count(response, applied);
    }
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unauthenticated') {
        this.count(response, applied);
      }
      throw error;
    }
  }

  /**
   * Counts a request of an installation, by the secret that it names: whoever names another one uses nothing of it.
   *
   * @throws AppError rate_limited
   */
  countInstallation({ appId }: Caller, credentials: { installationId: string; secret: string }, response: Response) {
    this.count(response, {
      buckets: this.installations,
      rate: this.rates.installation,
      key: JSON.stringify([appId, credentials.installationId, credentials.secret]),
      subject: 'An installation',
    });
  }

  /** Counts the registration of a new installation. @throws AppError rate_limited */
  countRegistration({ appId, address }: Caller, response: Response): void {
    this.count(response, {
      buckets: this.addressRegistrations,
      rate: this.rates.addressRegistration,
      key: addressKey(appId, address),
      subject: 'An address that registers installations',
    });
    this.count(response, {
      buckets: this.registrations,
      rate: this.rates.registration,
      key: String(appId),
      subject: 'An application that registers installations',
    });
  }

  /**
   * Counts a form of a subscription before anything is looked up. A name counts as it was written, so a refusal shows
   * nothing of the applications that exist.
   *
   * @throws AppError rate_limited
   */
  countSubscription(app: string, address: string | undefined, response: Response): void {
    this.count(response, {
      buckets: this.addressSubscriptions,
      rate: this.rates.addressSubscription,
      key: addressKey(0, address),
      subject: 'An address that subscribes',
    });
    this.count(response, {
      buckets: this.subscriptions,
      rate: this.rates.subscription,
      key: app,
      subject: 'An application that people subscribe to',
    });
  }

  private count(response: Response, { buckets, rate, key, subject }: Applied): void {
    if (rate.perSecond === 0) {
      return;
    }
    const result = buckets.consume(key, rate, performance.now());
    if (!result.isAllowed || buckets === this.keys) {
      setHeaders(response, buckets.name, rate, result);
    }
    if (!result.isAllowed) {
      throw new AppError('rate_limited', `${subject} may make ${describe(rate)}`, {
        retryAfterSeconds: Math.max(1, result.retryAfterSeconds),
      });
    }
  }

  /** Reports what this process used, and takes what all used. Without an answer the process goes on by itself. */
  private async report(): Promise<void> {
    if (this.isReporting) {
      return;
    }
    this.isReporting = true;
    const all = [
      this.keys,
      this.addresses,
      this.installations,
      this.addressRegistrations,
      this.registrations,
      this.unknownKeys,
      this.signIns,
      this.signInStarts,
      this.addressSubscriptions,
      this.subscriptions,
    ];
    const reports = all.map((buckets) => buckets.takeReport(performance.now(), MOST_BUCKETS));
    for (const report of reports.filter(({ uses }) => uses.length > 0)) {
      try {
        report.accept(await this.shared.report(report.uses), performance.now());
        this.isUnreachable = false;
      } catch (error) {
        report.giveBack();
        if (!this.isUnreachable) {
          this.logger.warn({ err: error }, 'rate limits are not shared: each gateway counts for itself');
        }
        this.isUnreachable = true;
      }
    }
    this.isReporting = false;
  }
}

/** The limits of the configuration. 0 a second: none. */
function readRates(config: Config) {
  const perSecond = (rate: number, burst: number): RateLimit => ({ perSecond: rate, burst: Math.max(rate, burst) });
  const perMinute = (rate: number): RateLimit => ({ perSecond: rate / 60, burst: rate });
  return {
    restKey: perSecond(config.RATE_LIMIT_PER_SECOND, config.RATE_LIMIT_BURST),
    deviceKey: perSecond(config.DEVICE_KEY_PER_SECOND, config.DEVICE_KEY_PER_SECOND * 10),
    address: perSecond(config.DEVICE_ADDRESS_PER_SECOND, config.DEVICE_ADDRESS_PER_SECOND * 20),
    installation: perSecond(config.DEVICE_PER_SECOND, config.DEVICE_PER_SECOND * 10),
    addressRegistration: perMinute(config.ADDRESS_REGISTRATIONS_PER_MINUTE),
    registration: perMinute(config.REGISTRATIONS_PER_MINUTE),
    unknownKey: perMinute(config.UNKNOWN_KEYS_PER_MINUTE),
    signIn: perMinute(SIGN_INS_PER_MINUTE),
    signInStart: perMinute(SIGN_IN_STARTS_PER_MINUTE),
    addressSubscription: perMinute(SUBSCRIPTIONS_PER_ADDRESS),
    subscription: perMinute(SUBSCRIPTIONS_PER_APPLICATION),
  };
}

/** Applications do not share the limit of an address: a stranger to one uses nothing of the other's. */
function addressKey(appId: number, address: string | undefined): string {
  return `${appId} ${address === undefined ? '' : clientNetwork(address)}`;
}

function setHeaders(response: Response, policy: string, { perSecond, burst }: RateLimit, result: ConsumeResult): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  response.setHeader('RateLimit', `"${policy}";r=${result.remaining};t=${result.resetSeconds}`);
}

function describe({ perSecond }: RateLimit): string {
  return Number.isInteger(perSecond) && perSecond >= 1
    ? `${perSecond} requests a second`
    : `${Math.round(perSecond * 60)} requests a minute`;
}
