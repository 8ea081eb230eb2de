import type { TimelineItem } from '../../api/types.js';

const EVENTS = ['JourneyEntered', 'JourneyLeft', 'JourneyConverted'] as const;

/** The journey that an entry of the timeline is about, with the reason of leaving; null for all other entries. */
export function journeyOf({
  kind,
  title,
  raw,
}: TimelineItem): { event: (typeof EVENTS)[number]; journey: string; reason: string | null } | null {
  const event = EVENTS.find((name) => name === title);
  const { attributes } = raw;
  if (kind !== 'event' || event === undefined || typeof attributes !== 'object' || attributes === null) {
    return null;
  }
  const { journey, reason }: { journey?: unknown; reason?: unknown } = attributes;
  if (typeof journey !== 'string') {
    return null;
  }
  return { event, journey, reason: typeof reason === 'string' ? reason : null };
}
