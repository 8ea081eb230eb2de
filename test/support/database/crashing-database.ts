import type { Database, Statements, Tx } from '#platform/db';

/** Thrown in place of a statement that the process no longer lived to make. */
export class Crash extends Error {}

/** How many statements a process still makes. */
export interface Fuse {
  left: number;
}

/** A database as a process sees it that dies between any two statements: what was not committed is rolled back. */
export function crashingDatabase(db: Database, fuse: Fuse): Database {
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'tx' || name === 'snapshot') {
        return async <R>(work: (tx: Tx) => Promise<R>): Promise<R> =>
          target[name](async (tx) => {
            const answer = await work(dying(tx, fuse));
            burn(fuse);
            return answer;
          });
      }
      return STATEMENTS.has(name) ? dyingStatement(target, name, fuse) : Reflect.get(target, name, receiver);
    },
  });
}

const STATEMENTS: ReadonlySet<string | symbol> = new Set(['rows', 'row', 'affected'] satisfies (keyof Statements)[]);

function dying(tx: Tx, fuse: Fuse): Tx {
  return new Proxy(tx, {
    get: (target, name, receiver) =>
      STATEMENTS.has(name) ? dyingStatement(target, name, fuse) : Reflect.get(target, name, receiver),
  });
}

function dyingStatement(on: Statements, name: string | symbol, fuse: Fuse): unknown {
  return async (...statement: Parameters<Statements['rows']>): Promise<unknown> => {
    burn(fuse);
    return name === 'rows' ? on.rows(...statement) : name === 'row' ? on.row(...statement) : on.affected(...statement);
  };
}

function burn(fuse: Fuse): void {
  if (fuse.left <= 0) {
    throw new Crash('The process died');
  }
  fuse.left -= 1;
}
