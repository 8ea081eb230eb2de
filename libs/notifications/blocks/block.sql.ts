import type { Statements } from '#platform/db';

/** A version of a part that templates render by its name. */
export interface Block {
  name: string;
  version: number;
  params: string[];
  text: string;
}

/** Every version, oldest first · the rows of an application · primary key · no locks. */
export async function findBlocks(on: Statements, appId: number): Promise<Block[]> {
  return on.rows<Block>(
    `SELECT b.name, b.version, b.params, b.text FROM notifications.template_block AS b
      WHERE b.app_id = $1 ORDER BY b.name, b.version`,
    [appId],
  );
}
