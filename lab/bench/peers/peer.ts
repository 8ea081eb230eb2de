import type { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import type { BenchDatabase } from '../support/bench-database.js';

/** The systems, in the order of the table. */
export const PEER_NAMES = ['herald', 'parse', 'recipe'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export interface Surroundings {
  database: BenchDatabase;
  /** Their tokens are those of `reachableUsers`, numbered from 0. */
  installations: number;
  /** A folder of this start alone, which is removed afterwards. */
  home: string;
  /** The folder with the programs of the peers. */
  programs: string;
}

/** A process that belongs to a system. */
export interface PeerProcess {
  name: string;
  pid: number;
}

/** A system that runs, with its installations, and has sent nothing yet. */
export interface RunningPeer {
  simulators: SimulatorClient;
  /** Sends the bench's message to all. Resolves with the answer of the system, which may come before the messages. */
  send(): Promise<void>;
  /** True once the newest campaign has ended by the system's own state. */
  hasEnded(): Promise<boolean>;
  /** How many messages of the newest campaign the system says that it sent. */
  toldSent(): Promise<number>;
  /** Running processes, without Postgres, simulators and this bench. */
  processes(): PeerProcess[];
  /** Kills the process that talks to the provider and starts it again at once, as a supervisor does. */
  killSender(): Promise<void>;
  /** Ends every process that it started. */
  stop(): Promise<void>;
}

export type StartPeer = (surroundings: Surroundings) => Promise<RunningPeer>;
