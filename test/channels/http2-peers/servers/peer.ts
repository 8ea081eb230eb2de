import type { Authority } from '#platform/authority';
import type { Origin } from './origin.js';

/** A foreign server that runs for a test. */
export interface Peer {
  port: number;
  /** The number of answers by path; absent: the server does not count them. */
  answered?: () => ReadonlyMap<string, number>;
  /** Asks it to end or to restart, as its operators do: requests under way get their answers. */
  retire?: () => void;
  stop(): Promise<void>;
}

/** The start-up settings of a server. */
export interface PeerSetUp {
  authority: Authority;
  /** A folder of its own. */
  folder: string;
  /** Answers what a server passes on. */
  origin: Origin;
}

/** A server, with the settings of one test. */
export interface PeerKind {
  name: string;
  /** Why it is left out: its program is absent. */
  absent?: string;
  /** It answers with the body of the request, status 200 and headers of its own. */
  isPlainEcho?: boolean;
  /** Bytes of the longest header that it takes. */
  longestHeader: number;
  /** Bytes of the longest body that a test sends: a window of few bytes makes long ones slow. */
  longestBody: number;
  start(setUp: PeerSetUp): Promise<Peer>;
}
