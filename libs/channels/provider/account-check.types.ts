import type { AllowedAddresses } from '#platform/net';
import type { Account, AccountFault, Channel } from '../sender/channels.types.js';

/** One thing that was tried. */
export interface CheckStep {
  /** For people: `log-in`, `topic com.example.app` … */
  name: string;
  /** The text of the provider or the connection; '' where it only accepted. */
  words: string;
  /** Absent: it works. */
  fault?: AccountFault;
}

/** Tries the credentials of one channel's account without a message to anybody. It throws only for faults of its own. */
export type AccountCheck<C extends Channel, K extends object> = (
  account: Account<C, K>,
  services: CheckServices,
) => Promise<CheckStep[]>;

/** Services that checks share with the senders of a process. */
export interface CheckServices {
  /** Places in which a mail relay of an application may stand. */
  relays: AllowedAddresses;
}
