import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { ReceiverKeys } from './aes128gcm.js';
import { flavourOf } from './push-flavours.js';

const KEY_PAIRS = 4;
const ID = /^(\d)-[A-Za-z0-9_-]{16}$/;

/** A push subscription as a browser's PushSubscription.toJSON() gives it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Push subscriptions that the simulator can decrypt. A few key pairs serve all endpoints; the id of an endpoint names its
 * pair. The keys are derived from one secret, so subscriptions stay valid after a restart and none is stored.
 */
export class Subscriptions {
  private readonly pairs: ReceiverKeys[];

  constructor(secret: string) {
    this.pairs = Array.from({ length: KEY_PAIRS }, (_, index) => derivePair(secret, index));
  }

  /** @param origin  where the endpoints are, for example `https://127.0.0.1:9445` */
  make(origin: string, count: number): Subscription[] {
    const { endpointPath } = flavourOf(new URL(origin).host);
    const keys = this.pairs.map(({ publicKey, auth }) => ({
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    }));
    return Array.from({ length: count }, (_, i) => {
      const pair = i % KEY_PAIRS;
      return {
        endpoint: `${origin}${endpointPath(`${pair}-${randomBytes(12).toString('base64url')}`)}`,
        keys: keys[pair] ?? { p256dh: '', auth: '' },
      };
    });
  }

  /** Keys of the endpoint with this id; undefined for an unknown id. */
  keysOf(id: string): ReceiverKeys | undefined {
    const pair = ID.exec(id)?.[1];
    return pair === undefined ? undefined : this.pairs[Number(pair)];
  }
}

function derivePair(secret: string, index: number): ReceiverKeys {
  const derive = (label: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'web push subscription', `${label} ${index}`, bytes));
  const ecdh = createECDH('prime256v1');
  // 32 random bytes lie outside the curve's order with a chance below 2^-32; setPrivateKey would throw.
  ecdh.setPrivateKey(derive('private key', 32));
  return { privateKey: ecdh.getPrivateKey(), publicKey: ecdh.getPublicKey(), auth: derive('auth', 16) };
}
