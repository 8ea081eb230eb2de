import { type ContactPolicy, DEFAULT_EXCEPT, listHoldoutDraws } from '#libs/contact-policy';
import type { Message, MessagePolicy, Platform } from '#libs/content';
import { drawShare } from '#libs/delivery';
import { isHeldOut } from '../running/held-out.js';
import type { Journey } from '../model/journey.types.js';
import { MessagePolicies } from '../scenarios/message-policy.js';

/** The contact policy of an application, as it is now. @property zone  of the application */
export interface ReplayedPolicy extends ContactPolicy {
  appId: number;
  zone: string;
}

/** Keeps messages back as the contact policy does. */
export class ReplayPolicy {
  readonly messages: MessagePolicies;

  constructor(private readonly policy: ReplayedPolicy) {
    const { caps, quietHours: quiet, sendWindows: windows, zone } = policy;
    const topics = caps.flatMap(({ entry, topicIds }) =>
      (entry.topics ?? []).map((topic, index) => [topic, topicIds[index] ?? 0] as const),
    );
    this.messages = new MessagePolicies({ caps, quiet, windows, zone, topicIds: new Map(topics) });
  }

  /** Tests if a person is in a control group of the application or of the journey. Shared addresses are not looked at. */
  isHeldOut(journey: Journey, uid: number, message: Message, platform: Platform, at: Date): boolean {
    const { appId, holdouts } = this.policy;
    if (holdouts.length === 0 && journey.definition.holdout === undefined) {
      return false;
    }
    const policy: MessagePolicy = this.messages.policyOf(message, platform);
    const draws = listHoldoutDraws(appId, holdouts, at).filter(({ except }) => !except.includes(policy));
    const isBound = policy !== 'exempt' && !DEFAULT_EXCEPT.includes(policy);
    return (isBound && isHeldOut(journey, uid)) || draws.some(({ share, name }) => drawShare(uid, share, name));
  }
}
