import { toJsonObject } from '#platform/collections';
import { BadRequest, loopbackUrl } from './control-input.js';
import type { Delivery } from './delivery-log.js';

const MAX_ACCOUNTS = 1000;

/**
 * A request to report about a delivery of the log.
 *
 * @property kind  one that the simulator names for the delivery
 * @property port  of the server for returned mail, on this machine; 0: there is none
 * @property url   for answers to text messages by Twilio, of this machine
 * @property text  of an answer
 */
export interface AskedReport {
  kind: string;
  port: number;
  url: string;
  text: string;
}

/** The part of a simulated provider that reports by hand what its real one would report by itself. */
export interface Reporter {
  /** Kinds of reports of a delivery. */
  kindsOf(delivery: Delivery): readonly string[];
  /**
   * @returns what the receiver of the report answered, such as `204`; undefined: the report has no place to go
   * @throws BadRequest when the receiver does not answer
   */
  report(delivery: Delivery, asked: AskedReport): Promise<string | undefined>;
}

export function isReporter(simulator: Partial<Reporter>): simulator is Reporter {
  return simulator.kindsOf !== undefined && simulator.report !== undefined;
}

/** The address for an account's reports and messages of people. */
export interface AccountPlace {
  url: URL;
  /** A proof in the requests, where the provider signs nothing; else ''. */
  password: string;
}

/** Settings of the owners of accounts in the console of a provider. A restart drops them. */
export class AccountPlaces {
  private readonly places = new Map<string, AccountPlace>();

  /**
   * `POST` of the control API with `account`, `url` of this machine, and `password` where the provider asks for one.
   *
   * @throws BadRequest
   */
  set(input: unknown): { subscribed: true } {
    const { account, url: text, password = '' } = toJsonObject(input);
    const url = loopbackUrl(typeof text === 'string' ? text : '');
    if (url === undefined || typeof account !== 'string' || account === '' || typeof password !== 'string') {
      throw new BadRequest(['account is required, and url must be an http or https URL of this machine']);
    }
    if (this.places.size >= MAX_ACCOUNTS) {
      this.places.clear();
    }
    this.places.set(account, { url, password });
    return { subscribed: true };
  }

  find(account: string): AccountPlace | undefined {
    return this.places.get(account);
  }

  /** The URL that a message names for its reports, if it is one of this machine; else that of its account. */
  placeOf(account: string, named: unknown): URL | undefined {
    return (typeof named === 'string' ? loopbackUrl(named) : undefined) ?? this.places.get(account)?.url;
  }
}

/**
 * Gives messages of people their second. Some providers have no finer time, and a person does not write two messages in
 * one second: the second of two gets the next second.
 */
export class PersonClock {
  private readonly last = new Map<string, number>();

  /** @returns seconds since 1970 */
  next(person: string): number {
    if (this.last.size >= MAX_ACCOUNTS) {
      this.last.clear();
    }
    const seconds = Math.max(Math.floor(Date.now() / 1000), (this.last.get(person) ?? 0) + 1);
    this.last.set(person, seconds);
    return seconds;
  }
}
