import type { DataSource, EntityManager, ObjectLiteral, ObjectType, Repository } from 'typeorm';
import { createEntityManager } from './entity-manager.js';
import type { Param, RawResult, Statements } from './statements.js';

/** SQL and repositories over one way to run a statement: both see the same transaction. */
export abstract class StatementRunner implements Statements {
  private manager: EntityManager | undefined;

  constructor(protected readonly source: DataSource) {}

  abstract run(sql: string, params: readonly Param[]): Promise<RawResult>;

  async rows<R extends object>(sql: string, params: readonly Param[] = []): Promise<R[]> {
    return (await this.run(sql, params)).rows as R[];
  }

  async row<R extends object>(sql: string, params: readonly Param[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, params))[0];
  }

  async affected(sql: string, params: readonly Param[] = []): Promise<number> {
    return (await this.run(sql, params)).rowCount ?? 0;
  }

  repository<E extends ObjectLiteral>(entity: ObjectType<E>): Repository<E> {
    this.manager ??= createEntityManager(this.source, (sql, params) => this.run(sql, params));
    return this.manager.getRepository(entity);
  }
}
