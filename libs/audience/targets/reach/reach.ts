import { contactOfPlatform, listAddressesBeside, type AddressKind } from '#libs/channels/definitions';
import { PLATFORMS, type Platform } from '#libs/content';
import type { ReachableTarget, ReachLeaf } from './reach.types.js';

/** Users with a device of a platform that takes pushes, or with an address of it whose messages are not refused. */
export function reachLeafOf(platform: Platform): ReachLeaf {
  const column = contactOfPlatform(platform)?.address;
  return column === undefined
    ? { type: 'takesPush', platforms: [PLATFORMS[platform].number] }
    : { type: 'takesMessages', column };
}

export function resolveReachable({ mode, platforms }: ReachableTarget): ReachLeaf | ReachTree {
  const leaves = platforms.map(reachLeafOf);
  const [only] = leaves;
  return only && leaves.length === 1 && mode !== 'none' ? only : { type: NODES[mode], of: leaves };
}

interface ReachTree {
  type: 'and' | 'or' | 'not';
  of: ReachLeaf[];
}

const NODES = { any: 'or', all: 'and', none: 'not' } as const;

/** Addresses that decide who is reached: who sees the users learns whether they have one. */
export function listAddressesOf({ platforms }: ReachableTarget): AddressKind[] {
  return platforms.flatMap((platform) => {
    const contact = contactOfPlatform(platform);
    return contact ? listAddressesBeside(contact.address) : [];
  });
}
