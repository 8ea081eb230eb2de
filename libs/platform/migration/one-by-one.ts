/** Parts of a statement that may hold a semicolon without ending it: quoted texts and names, dollar quotes, comments. */
const CLOSED =
  /\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** A body in SQL holds statements up to its END; a CASE inside it has an END of its own. */
const MARKS = /\bBEGIN\s+ATOMIC\b|\bCASE\b|\bEND\b|;/gi;

/** Splits a message into its statements, without what is empty or only a comment. */
export function splitStatements(message: string): string[] {
  // The text keeps its length, so that positions stay.
  const bare = message.replace(CLOSED, (text) => ' '.repeat(text.length));
  const ends = findEnds(bare);
  const bounds = [-1, ...ends, message.length];
  return bounds.flatMap((from, at) => {
    const to = bounds[at + 1];
    return to === undefined || isEmpty(message.slice(from + 1, to)) ? [] : [message.slice(from + 1, to).trim()];
  });
}

/** Places of the semicolons that end a statement. */
function findEnds(bare: string): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (const { 0: mark, index } of bare.matchAll(MARKS)) {
    const word = mark.toUpperCase();
    if (word.startsWith('BEGIN') || (word === 'CASE' && depth > 0)) {
      depth += 1;
    } else if (word === 'END' && depth > 0) {
      depth -= 1;
    } else if (word === ';' && depth === 0) {
      ends.push(index);
    }
  }
  return ends;
}

function isEmpty(statement: string): boolean {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === '';
}

/** The part of a connection that a migration needs. */
interface Runner {
  readonly isTransactionActive: boolean;
  query(sql: string, ...rest: unknown[]): Promise<unknown>;
}

/**
 * Lets a connection send the statements of each message one by one: Citus takes no ALTER TABLE of a distributed table
 * beside others. Outside a transaction they are one, as those of a message are.
 */
export function sendOneByOne(runner: Runner): void {
  const send = runner.query.bind(runner);
  Object.assign(runner, {
    async query(sql: string, ...rest: unknown[]): Promise<unknown> {
      const statements = rest[0] === undefined ? splitStatements(sql) : [sql];
      if (statements.length < 2) {
        return send(sql, ...rest);
      }
      if (runner.isTransactionActive) {
        return sendAll(statements);
      }
      await send('BEGIN');
      try {
        const last = await sendAll(statements);
        await send('COMMIT');
        return last;
      } catch (error) {
        await send('ROLLBACK').catch(() => undefined);
        throw error;
      }
    },
  });
  async function sendAll(statements: readonly string[]): Promise<unknown> {
    let last: unknown;
    for (const statement of statements) {
      last = await send(statement);
    }
    return last;
  }
}
