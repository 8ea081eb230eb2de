import type { WrittenContents } from '#libs/notifications/campaigns';
import { joinPath } from '#platform/forms';
import type { ContentsSend } from '../model/journey.types.js';

/** Contents of a step, for who reads them. @param journey  its name */
export function toWritten({ id, kind: _kind, ...raw }: ContentsSend, journey: string): WrittenContents {
  return { raw, title: `${journey}: ${id}`, path: joinPath(`journeys: ${journey}`, id) };
}
