import type { PushRecipient } from '#libs/users';

/** A recipient as it is stored now: an installation, or a user. */
export interface Candidate {
  recipientId: number;
  uid: number;
  platform: number;
  /** Null: removed since the audience was frozen. */
  address: string | null;
  registeredAt?: Date;
  /** Absent: an address of a user, which counts as trusted. */
  isTrusted?: boolean;
  /** Null: the message may be sent. */
  skipReason: string | null;
  language: string | null;
  timeZone: string | null;
  /** Absent: an address of a user. */
  drawsMessages?: boolean;
  profile: Record<string, unknown> | undefined;
}

export function indexByRecipient(candidates: readonly Candidate[]): Map<number, Candidate> {
  const byId = new Map<number, Candidate>();
  candidates.forEach((candidate) => byId.set(candidate.recipientId, candidate));
  return byId;
}

export function toDeviceCandidate(device: PushRecipient, includeOptedOut: boolean): Candidate {
  return {
    recipientId: device.instId,
    uid: device.uid,
    platform: device.platform,
    address: device.token,
    registeredAt: device.tokenRegisteredAt ?? undefined,
    isTrusted: device.isTrusted,
    skipReason:
      device.token === null || device.retired
        ? 'NO_TOKEN'
        : device.pushPermitted || includeOptedOut
          ? null
          : 'OPTED_OUT',
    language: device.language,
    timeZone: device.timeZone,
    drawsMessages: device.drawsMessages,
    profile: device.profile,
  };
}
