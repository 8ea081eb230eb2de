import { useState } from 'react';
import { useMe } from './session-gate.js';

/** The member's own time zone, an IANA name. */
export function useZone(): string {
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return useMe().member.timeZone ?? ownZone;
}
