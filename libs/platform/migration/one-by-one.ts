/** What may hold a semicolon without ending a statement: quoted texts and names, dollar quotes, comments. */
const CLOSED =
  /\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;
const ENDS = /;/g;

/** Splits a message into its statements, without what is empty or only a comment. */
export function splitStatements(message: string): string[] {
  // As long as before, so that places stay.
  const bare = message.replace(CLOSED, (text) => ' '.repeat(text.length));
  const ends = [...bare.matchAll(ENDS)].map(({ index }) => index);
  const bounds = [-1, ...ends, message.length];
  return bounds.flatMap((from, at) => {
    const to = bounds[at + 1];
    return to === undefined || isEmpty(message.slice(from + 1, to)) ? [] : [message.slice(from + 1, to).trim()];
  });
}

function isEmpty(statement: string): boolean {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === '';
}

/** What is needed of a connection that migrates. */
interface Runner {
  readonly isTransactionActive: boolean;
  query(sql: string, ...rest: unknown[]): Promise<unknown>;
}

/**
 * Lets a connection send the statements of each message one by one: Citus takes no ALTER TABLE of a distributed table beside
 * others. Outside a transaction they are one, as those of a message are.
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
