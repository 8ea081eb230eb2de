import { topicChannelOf } from '#libs/channels';
import { countBit, hasBit, listHolding, marksOf, startOfWindow } from '#libs/contact-policy';
import { channelOf, type Message, type MessagePolicy, PLATFORMS, type Platform } from '#libs/content';
import { findOpening, LANES, policyOf } from '#libs/delivery';
import type { ScenarioApplication } from './scenario-application.js';

/** A message that left. @property key  of the message on its channel: devices of a person get one together */
interface Counted {
  at: number;
  key: string;
  marks: number;
}

/** How the contact policy of an application takes messages. */
export class MessagePolicies {
  constructor(private readonly application: ScenarioApplication) {}

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
    const policy = this.policyOf(message, platform);
    const isBound = ({ binds = ['marketing'] }: { binds?: readonly string[] }) => binds.includes(policy);
    const { quiet, windows, zone } = this.application;
    const hours = { quiet: quiet && isBound(quiet) ? quiet : null, windows: windows.filter(isBound), zone };
    return findOpening(hours, timeZone ?? null, new Date(at))?.getTime();
  }

  /**
   * Takes the place of a message on a platform under the caps.
   *
   * @param counted  what left to the person; gets this message
   * @param zone     of the person, for calendars
   * @returns false where a cap is full
   */
  take(
    message: Message,
    platform: Platform,
    counted: Counted[],
    { at, node, zone }: { at: number; node: string; zone: string },
  ): boolean {
    const channel = topicChannelOf(PLATFORMS[platform].number, null);
    const { caps, topicIds } = this.application;
    const marks = marksOf(caps, {
      policy: this.policyOf(message, platform),
      topicIds: (message.categories ?? []).flatMap((name) => topicIds.get(String(name)) ?? []),
      channel,
    });
    const key = `${node} ${at} ${channel}`;
    const isFull = listHolding(caps, marks).some((cap) => {
      const since = startOfWindow(cap, zone, new Date(at)).getTime();
      const others = counted.filter((sent) => sent.at > since && sent.key !== key && hasBit(sent.marks, countBit(cap)));
      return new Set(others.map((sent) => sent.key)).size >= cap.entry.most;
    });
    if (!isFull) {
      counted.push({ at, key, marks });
    }
    return !isFull;
  }

  private policyOf(message: Message | undefined, platform: Platform | undefined): MessagePolicy {
    return message && platform
      ? policyOf({ lane: LANES.bulk, message, options: {} }, channelOf(platform))
      : 'marketing';
  }
}
