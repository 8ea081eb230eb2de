import { readdirSync, readFileSync } from 'node:fs';

export const RUNBOOKS = 'docs/runbooks';

/** A command of a page, with its continuation lines, as a shell gets it. */
export interface RunbookCommand {
  page: string;
  text: string;
}

/** Every command of the blocks for a shell, in the order of the pages. */
export function readRunbookCommands(): RunbookCommand[] {
  return readdirSync(RUNBOOKS).flatMap((page) =>
    [...readFileSync(`${RUNBOOKS}/${page}`, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      splitCommands(block).map((text) => ({ page, text })),
    ),
  );
}

/** Lines up to one where every quote is closed; lines of comments alone fall away. */
function splitCommands(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    open = open === '' ? line.trim() : `${open}\n${line}`;
    if (open === '' || open.startsWith('#')) {
      open = '';
    } else if (!isOpen(open)) {
      commands.push(open);
      open = '';
    }
  }
  return commands;
}

/** Tests if a quote is open at the end, or the line continues. */
function isOpen(text: string): boolean {
  let quote = '';
  for (const [at, sign] of text.split('').entries()) {
    if (quote === '' && sign === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      const end = text.indexOf('\n', at);
      return end !== -1 && isOpen(text.slice(end + 1));
    }
    if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign;
    } else if (sign === quote) {
      quote = '';
    }
  }
  return quote !== '' || text.endsWith('\\') || text.endsWith('|');
}

/** Why a test runs no command that matches, in the order in which they are tried. */
const REASONS: readonly [RegExp, string][] = [
  [/^(kubectl|docker)\b/, 'needs a cluster or an engine'],
  [/psql "\$STANDBY_URL"|\bredis-cli\b/, 'speaks with another server'],
  [/^(pg_dump|pg_restore|pg_basebackup|createdb|ALTER|sudo|systemctl|initdb)\b/, 'belongs to the server of Postgres'],
  [/^(topk|sum|max|min|rate|increase|histogram_quantile|herald_|count)\b/, 'is a query of Prometheus'],
  [/^top\b/, 'waits for keys'],
  [/\$PGDATA\b/, 'belongs to the server of Postgres'],
  [/\bherald (adopt|hold)\b/, 'holds or releases every send'],
  [/\bherald key (rotate|revoke)\b/, 'ends a key'],
  [/\bherald (member|approval|tokens)\b.*\b(owner|undo|retire)\b/, 'changes people or devices'],
  [/--write\b/, 'changes rows by hand'],
  [/\bherald campaign (pause|resume|stop)\b/, 'changes a campaign'],
  [/\bapi\.push\.apple\.com\b/, 'needs the internet'],
];

/** Programs that a page may run on one machine. */
const SAFE = /^(?:(?:npx )?herald|curl|df|openssl)\b/;

/** The reason why a test does not run a command; undefined: it runs. */
export function reasonToSkip({ text }: RunbookCommand): string | undefined {
  const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1];
  return reason ?? (SAFE.test(text) ? undefined : 'is a step outside of Herald');
}
