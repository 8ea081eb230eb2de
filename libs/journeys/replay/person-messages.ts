import type { ChosenFrequency } from '#libs/channels/definitions';
import type { Message, Platform } from '#libs/content';
import { DAY_MS } from '#platform/spelling';
import type { Journey } from '../model/journey.types.js';
import type { ReplayPolicy } from './replay-policy.js';
import type { ReplayTally } from './replay-tally.js';

/** A message waits for a place under a cap at most so long. */
const MAX_DEFERRAL_MS = 28 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** Contents of a step: marketing without topics. */
const NO_MESSAGE: Message = { platforms: [], ios: {}, android: {} };

/** A message of one platform. @property at  when it leaves @property dueAt  when it was handed over */
interface Waiting {
  at: number;
  dueAt: number;
  node: string;
  platform: Platform;
  message: Message;
}

/** A message that a step hands over. @property message  absent: contents of a step */
export interface HandedMessage {
  node: string;
  platforms: readonly Platform[];
  message?: Message | undefined;
}

/** The person who gets them. @property zone  its own; null: not known @property chosen  how often e-mail may come */
export interface AddressedPerson {
  uid: number;
  zone: string | null;
  country: string | undefined;
  chosen?: ChosenFrequency | undefined;
}

/** The messages of one person, from the steps that hand them over until they leave, by the contact policy. */
export class PersonMessages {
  private readonly counted: Parameters<ReplayPolicy['messages']['take']>[2] = [];
  private waiting: Waiting[] = [];
  /** Times at which messages left; those of one step are one. */
  private readonly left = new Set<number>();

  constructor(
    private readonly journey: Journey,
    private readonly policy: ReplayPolicy,
    private readonly person: AddressedPerson,
    private readonly tally: ReplayTally,
    private readonly applicationZone: string,
  ) {}

  /** Takes a message over. @param handed.platforms  that reach the person */
  accept({ node, platforms, message = NO_MESSAGE }: HandedMessage, at: Date): void {
    const { journey, policy, person, tally } = this;
    tally.hand(platforms.length > 0);
    for (const platform of platforms) {
      const opening = policy.messages.findOpening(message, platform, person.zone ?? undefined, at.getTime());
      if (policy.isHeldOut(journey, person.uid, message, platform, at)) {
        tally.keepBack('HOLDOUT');
      } else if (opening === undefined) {
        tally.keepBack('QUIET_HOURS');
      } else {
        tally.defer('quietHours', opening > at.getTime());
        this.waiting.push({ at: opening, dueAt: at.getTime(), node, platform, message });
      }
    }
  }

  /** Lets messages leave in the order of time. @param until  those of later times are still to come */
  settle(until: number): void {
    while (this.waiting.length > 0) {
      const next = this.waiting.reduce((first, each) => (each.at < first.at ? each : first));
      this.waiting = this.waiting.filter((each) => each !== next);
      if (next.at >= until) {
        this.tally.keepBack('LATER');
      } else {
        this.leave(next);
      }
    }
    const times = this.left.size > 1 ? [...this.left].toSorted((a, b) => a - b) : [];
    if (times.some((time, index) => time - (times[index - 1] ?? -Infinity) < WEEK_MS)) {
      this.tally.twiceInWeek += 1;
    }
  }

  private leave(waiting: Waiting): void {
    const { at, dueAt, node, platform, message } = waiting;
    const { policy, person, tally } = this;
    const zone = person.zone ?? this.applicationZone;
    const free = policy.messages.take(message, platform, this.counted, { at, node, zone, chosen: person.chosen });
    if (free === undefined) {
      this.left.add(at);
      tally.send(new Date(at), platform, person.country);
      return;
    }
    const opening =
      free < Infinity ? policy.messages.findOpening(message, platform, person.zone ?? undefined, free) : undefined;
    if (opening !== undefined && opening <= dueAt + MAX_DEFERRAL_MS) {
      tally.defer('caps', true);
      this.waiting.push({ ...waiting, at: opening });
    } else {
      tally.keepBack('FREQUENCY_CAP');
    }
  }
}
