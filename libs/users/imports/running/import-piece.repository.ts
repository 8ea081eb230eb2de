import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import type { StoredImport } from '../model/import.types.js';

/** The stored file. */
export type FileId = Pick<StoredImport, 'appId' | 'importId'>;

const sealContext = ({ appId, importId }: FileId, piece: number): string =>
  `import ${appId}/${importId}, piece ${piece}`;

/** The column of stored files, for a change of the master key. */
export const SEALED_IMPORTS: SealedColumn = {
  table: 'users.import_piece',
  column: 'bytes',
  key: ['app_id', 'import_id', 'piece'],
  context: ['app_id', 'import_id', 'piece'],
  toContext: (row) =>
    sealContext({ appId: Number(row['app_id']), importId: Number(row['import_id']) }, Number(row['piece'])),
};

/** Statements of `users.import_piece`: files that wait for their import, sealed with the master key. */
@Injectable()
export class ImportPieceRepository {
  constructor(
    private readonly db: Database,
    private readonly masterKey: MasterKey,
  ) {}

  /** 1 row · primary key. */
  async insertPiece(file: FileId, piece: number, bytes: Buffer): Promise<void> {
    await this.db.affected('INSERT INTO users.import_piece (app_id, import_id, piece, bytes) VALUES ($1, $2, $3, $4)', [
      file.appId,
      file.importId,
      piece,
      this.masterKey.seal(bytes.toString('base64'), sealContext(file, piece)),
    ]);
  }

  /** 1 row · primary key. @throws Error when the piece is gone */
  async readPiece(file: FileId, piece: number): Promise<Buffer> {
    const row = await this.db.row<{ bytes: Buffer }>(
      'SELECT p.bytes FROM users.import_piece AS p WHERE p.app_id = $1 AND p.import_id = $2 AND p.piece = $3',
      [file.appId, file.importId, piece],
    );
    if (!row) {
      throw new Error(`Import ${file.importId} has no piece ${piece}`);
    }
    return Buffer.from(this.masterKey.open(row.bytes, sealContext(file, piece)), 'base64');
  }

  /** All pieces of a file · primary key. */
  async deleteFile(tx: Tx, { appId, importId }: FileId): Promise<void> {
    await tx.affected('DELETE FROM users.import_piece AS p WHERE p.app_id = $1 AND p.import_id = $2', [
      appId,
      importId,
    ]);
  }

  /** All pieces of a file that no import has · primary key. */
  async deleteUnclaimed(tx: Tx, { appId, importId }: FileId): Promise<void> {
    await tx.affected(
      `DELETE FROM users.import_piece AS p WHERE p.app_id = $1 AND p.import_id = $2
         AND NOT EXISTS (SELECT FROM users.import AS i WHERE i.app_id = $1 AND i.import_id = $2)`,
      [appId, importId],
    );
  }

  /** Files whose upload broke off before a time, of all applications · a scan of a small table. */
  async deleteUnfinished(tx: Tx, before: Date): Promise<void> {
    await tx.affected(
      `DELETE FROM users.import_piece AS p
       WHERE (p.app_id, p.import_id) IN (
         SELECT f.app_id, f.import_id FROM users.import_piece AS f
         WHERE f.piece = 0 AND f.stored_at < $1
           AND NOT EXISTS (SELECT FROM users.import AS i WHERE i.app_id = f.app_id AND i.import_id = f.import_id))`,
      [before],
    );
  }
}
