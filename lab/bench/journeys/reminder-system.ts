import type { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import type { PeerProcess } from '../peers/peer.js';

/** A system that reminds people of a cart, unless they buy before. People are numbered from 0. */
export interface ReminderSystem {
  simulators: SimulatorClient;
  /** Begins a run: carts of an earlier one do not count any more. */
  begin(): Promise<void>;
  /** Fires an event of some people. Resolves with the answers. */
  fire(event: 'Cart' | 'Bought', people: readonly number[]): Promise<void>;
  /** Running processes, without Postgres, simulators and this bench. */
  processes(): PeerProcess[];
  /** Kills all of them at once, and starts them again. */
  killAll(): Promise<void>;
  stop(): Promise<void>;
}
