// The meaning of an answer of `npm audit --json` for a run.

/** Severities that fail a run. Lower ones are reported. */
const FAILING = ['high', 'critical'];

/**
 * @param {string} output  what npm printed; warnings may stand around the JSON
 * @param {{ advisory: string, reason: string, until: string }[]} accepted  `until`: yyyy-mm-dd
 * @param {Date} now
 * @returns {{ faults: string[], notes: string[] }}
 */
export function judgeAudit(output, accepted, now) {
  const report = readReport(output);
  if (report?.vulnerabilities === undefined) {
    return { faults: [], notes: [`left out: the registry gives no advisories (${reasonOf(report)})`] };
  }
  const today = now.toISOString().slice(0, 10);
  const faults = [];
  const notes = [];
  const advisories = new Map(
    Object.values(report.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((entry) => typeof entry === 'object')
      .map((entry) => [idOf(entry), entry]),
  );
  for (const [id, { name, title, severity, range }] of advisories) {
    const line = `${severity}: ${name} ${range}: ${title} (${id})`;
    const acceptance = accepted.find(({ advisory }) => advisory === id);
    if (!FAILING.includes(severity)) {
      notes.push(line);
    } else if (acceptance === undefined) {
      faults.push(line);
    } else if (acceptance.until < today) {
      faults.push(`${line}; it was accepted until ${acceptance.until}`);
    } else {
      notes.push(`${line}; accepted until ${acceptance.until}: ${acceptance.reason}`);
    }
  }
  const unknown = accepted.filter(({ advisory }) => !advisories.has(advisory));
  notes.push(...unknown.map(({ advisory }) => `${advisory} is accepted, but no dependency has it any more`));
  return { faults, notes: notes.length + faults.length === 0 ? ['no known weakness'] : notes };
}

function readReport(output) {
  const [from, to] = [output.indexOf('{'), output.lastIndexOf('}')];
  try {
    return JSON.parse(output.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

function reasonOf(report) {
  return report?.message ?? report?.error?.summary ?? 'no answer';
}

/** The number of an advisory in GitHub's database, or its address. */
function idOf({ url = '', source }) {
  return /GHSA(-\w{4}){3}/.exec(url)?.[0] ?? (url || String(source));
}
