import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PEER_NAMES, type PeerName } from './peer.js';

export interface PeerOptions {
  /** Installations of each campaign. */
  sizes: number[];
  peers: PeerName[];
  /** How often each size is measured; every second round has the systems the other way round. */
  rounds: number;
  /** The folder with the installed peers. */
  cache: string;
}

/** The simulators list no more messages than these, one by one. */
const LARGEST = 50_000;
const MOST_ROUNDS = 10;

/**
 * Reads the command line of the bench.
 *
 * @param env  `XDG_CACHE_HOME` says where caches are (XDG Base Directory Specification)
 * @throws Error that names the fault and the usage
 */
export function readOptions(args: readonly string[], env: Record<string, string | undefined>): PeerOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: '5000,20000' },
      peers: { type: 'string', default: PEER_NAMES.join(',') },
      rounds: { type: 'string', default: '1' },
      cache: { type: 'string', default: join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'herald-peers') },
    },
  });
  return {
    sizes: values.sizes.split(',').map((text) => readCount('--sizes', text, LARGEST)),
    peers: values.peers.split(',').map(readPeer),
    rounds: readCount('--rounds', values.rounds, MOST_ROUNDS),
    cache: values.cache,
  };
}

function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (!(count >= 1 && count <= most)) {
    throw usageError(`${name} has "${text}", which is no number from 1 to ${most}`);
  }
  return count;
}

function readPeer(text: string): PeerName {
  const name = PEER_NAMES.find((candidate) => candidate === text);
  if (name === undefined) {
    throw usageError(`--peers has "${text}", which is none of ${PEER_NAMES.join(', ')}`);
  }
  return name;
}

function usageError(fault: string): Error {
  return new Error(
    `${fault}. Usage: bench peers [--sizes 5000,20000] [--peers ${PEER_NAMES.join(',')}] [--rounds 1] [--cache FOLDER]`,
  );
}
