import type { SendReason, SendState } from './send-list.types.js';

/**
 * The end of a message of a test. `OPEN`: no answer yet. `SENT`: its provider took it. `DELIVERED`: the device or
 * the provider reports that it is there. `SKIPPED`: nothing was sent, as where there is no device.
 */
export const TEST_ENDS = ['OPEN', 'SENT', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type TestEnd = (typeof TEST_ENDS)[number];

/**
 * A message of a test to one device or address.
 *
 * @property platform        `PUSH` or `ANY`: the person was left out of all of them
 * @property installationId  null: an address, or nothing to send to
 * @property reason          Herald's word or the provider's code; null where there is none
 */
export interface TestMessage {
  platform: string;
  installationId: string | null;
  end: TestEnd;
  reason: string | null;
}

/** A test, with what became of it for each person. */
export interface MemberTest {
  dispatchId: number;
  notificationKey: number;
  state: SendState;
  reason: SendReason | null;
  people: { uid: number; messages: TestMessage[] }[];
}
