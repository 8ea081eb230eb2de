import { type ChosenFrequency, topicChannelOf } from '#libs/channels/definitions';
import { countBit, findFreeTime, hasBit, listHolding, marksOf, startOfWindow } from '#libs/contact-policy';
import { channelOf, type Message, type MessagePolicy, PLATFORMS, type Platform } from '#libs/content';
import { LANES } from '#libs/delivery';
import { findOpening, policyOf } from '#libs/delivery/checks';
import type { ScenarioApplication } from './scenario-application.js';

/** A message that left. @property key  of the message on its channel: devices of a person get one together */
interface Counted {
  at: number;
  key: string;
  marks: number;
}

/** How the contact policy of an application takes messages. */
export class MessagePolicies {
  constructor(
    private readonly application: Pick<ScenarioApplication, 'caps' | 'quiet' | 'windows' | 'zone' | 'topicIds'>,
  ) {}

  /** Tests if a control group gets no such message. @param message  absent: one of which nothing is known */
  isHeldOut(message: Message | undefined, platform: Platform | undefined): boolean {
    return this.policyOf(message, platform) === 'marketing';
  }

  /** The earliest time at which it may leave, in epoch ms; undefined: there is none. */
  findOpening(
    message: Message | undefined,
    platform: Platform | undefined,
    timeZone: string | undefined,
    at: number,
  ): number | undefined {
    const { quiet, windows, zone } = this.application;
    if (!quiet && windows.length === 0) {
      return at;
    }
    const policy = this.policyOf(message, platform);
    const isBound = ({ binds = ['marketing'] }: { binds?: readonly string[] }) => binds.includes(policy);
    const hours = { quiet: quiet && isBound(quiet) ? quiet : null, windows: windows.filter(isBound), zone };
    return findOpening(hours, timeZone ?? null, new Date(at))?.getTime();
  }

  /**
   * Takes the place of a message on a platform under the caps.
   *
   * @param counted  what left to the person; gets this message
   * @param zone     of the person, for calendars
   * @param chosen   by the person: how often marketing by e-mail may come
   * @returns undefined where it leaves; else when a cap has a place for it again, Infinity where it is skipped
   */
  take(
    message: Message,
    platform: Platform,
    counted: Counted[],
    { at, node, zone, chosen }: { at: number; node: string; zone: string; chosen?: ChosenFrequency | undefined },
  ): number | undefined {
    const { caps, topicIds } = this.application;
    if (caps.length === 0) {
      return undefined;
    }
    const channel = topicChannelOf(PLATFORMS[platform].number, null);
    const sent = {
      policy: this.policyOf(message, platform),
      topicIds: (message.categories ?? []).flatMap((name) => topicIds.get(String(name)) ?? []),
      channel,
    };
    const marks = marksOf(caps, sent, chosen);
    const key = `${node} ${at} ${channel}`;
    const now = new Date(at);
    for (const cap of listHolding(caps, marks)) {
      const since = startOfWindow(cap, zone, now).getTime();
      const others = counted.filter((sent) => sent.at > since && sent.key !== key && hasBit(sent.marks, countBit(cap)));
      const times = new Map(others.map((sent) => [sent.key, sent.at]));
      if (times.size >= cap.entry.most) {
        const newestFirst = [...times.values()].toSorted((a, b) => b - a);
        const isDeferred = cap.entry.over === 'defer';
        return isDeferred ? findFreeTime(cap, newestFirst, { zone, now }).getTime() : Infinity;
      }
    }
    counted.push({ at, key, marks });
    return undefined;
  }

  /** The policy of a message. @param message  absent: one of which nothing is known */
  policyOf(message: Message | undefined, platform: Platform | undefined): MessagePolicy {
    return message && platform
      ? policyOf({ lane: LANES.bulk, message, options: {} }, channelOf(platform))
      : 'marketing';
  }
}
