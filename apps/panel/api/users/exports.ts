import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, withSearch } from '../client.js';
import { Refusal, refusalOf } from '../refusal.js';

type Columns = components['schemas']['ExportColumnListDto'];

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/audience/export`;

/** What a file of users may have, for the member who asks. */
export const exportColumns = (app: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'columns'],
    queryFn: ({ signal }) => read<Columns>(`${pathOf(app)}/columns`, {}, signal),
  });

/**
 * The users of a target as CSV. It takes as long as there are users, and ends with the signal.
 *
 * @throws {Refusal} for any answer but 200, and with status 0 when it broke off
 */
export function exportUsers(
  app: string,
  order: { target: object; columns: readonly string[] },
  signal: AbortSignal,
): Promise<Blob> {
  return readFile(pathOf(app), order, signal);
}

/** Everything about a person as JSON. The audit log has it. @throws {Refusal} as `exportUsers` */
export function exportPerson(app: string, uid: string, signal: AbortSignal): Promise<Blob> {
  return readFile(`/apps/${encodeURIComponent(app)}/users/${encodeURIComponent(uid)}/export`, {}, signal);
}

async function readFile(path: string, order: object, signal: AbortSignal): Promise<Blob> {
  try {
    const answer = await fetch(withSearch(path), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Herald-Panel': '1' },
      body: JSON.stringify(order),
      credentials: 'same-origin',
      signal,
    });
    if (!answer.ok) {
      throw await refusalOf(answer);
    }
    return await answer.blob();
  } catch (error) {
    throw error instanceof Refusal || signal.aborted ? error : new Refusal(0, null, []);
  }
}
