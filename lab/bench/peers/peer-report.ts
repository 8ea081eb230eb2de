import { round2 } from '../support/measurements.js';
import type { PeerName } from './peer.js';
import type { RoundFigures } from './peer-round.js';

const TITLES: Record<PeerName, string> = { herald: 'Herald', parse: 'Parse Server', recipe: 'recipe' };
const HEAD = [
  'installations',
  'system',
  'arrived',
  'its processes',
  'Redis',
  'Postgres',
  'all, ms / 1,000',
  'sends / s',
  'memory, MB',
  'lost, twice',
  'killed at',
  'lost',
  'twice',
  'seen twice',
  'says: ended, sent',
];

/** The rounds of one system at one size. */
interface Group {
  peer: PeerName;
  installations: number;
  rounds: RoundFigures[];
}

/** The rounds as a table of Markdown: medians of CPU, rate and memory, and what each round lost and sent twice. */
export function toTable(rounds: readonly RoundFigures[]): string {
  const rows = groupsOf(rounds).map(({ peer, installations, rounds }) => {
    const list = (select: (round: RoundFigures) => number | string): string => rounds.map(select).join('; ');
    const median = (select: (round: RoundFigures) => number): string => toText(medianOf(rounds.map(select)));
    return [
      installations.toLocaleString('en-US'),
      TITLES[peer],
      list(({ accepted }) => accepted),
      median(({ cpu }) => cpu.processes),
      median(({ cpu }) => cpu.redis),
      median(({ cpu }) => cpu.postgres),
      median(totalOf),
      median(rateOf),
      median(({ memoryMb }) => memoryMb),
      list(({ quiet }) => `${quiet.lost}, ${quiet.twice}`),
      list(({ killed }) => killed.acceptedAtKill),
      list(({ killed }) => killed.lost),
      list(({ killed }) => killed.twice),
      list(({ killed }) => killed.seenTwice),
      list(({ killed }) => `${killed.hasEnded ? 'yes' : 'no'}, ${killed.toldSent}`),
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes the rounds as one flat object: `parse_5000_postgres_cpu_ms_per_1000` and so on; sums of what all rounds lost and sent twice. */
export function toFigures(rounds: readonly RoundFigures[]): Record<string, number> {
  return Object.fromEntries(
    groupsOf(rounds).flatMap(({ peer, installations, rounds }) => {
      const median = (select: (round: RoundFigures) => number): number => round2(medianOf(rounds.map(select)));
      const sum = (select: (round: RoundFigures) => number): number =>
        rounds.reduce((total, round) => total + select(round), 0);
      return Object.entries({
        cpu_ms_per_1000: median(({ cpu }) => cpu.processes),
        redis_cpu_ms_per_1000: median(({ cpu }) => cpu.redis),
        postgres_cpu_ms_per_1000: median(({ cpu }) => cpu.postgres),
        whole_cpu_ms_per_1000: median(totalOf),
        measured_lost: sum(({ installations, accepted }) => installations - accepted),
        rate_per_s: median(rateOf),
        memory_mb: median(({ memoryMb }) => memoryMb),
        lost: sum(({ quiet }) => quiet.lost),
        twice: sum(({ quiet }) => quiet.twice),
        strangers: sum(({ quiet, killed }) => quiet.strangers + killed.strangers),
        killed_lost: sum(({ killed }) => killed.lost),
        killed_twice: sum(({ killed }) => killed.twice),
        killed_seen_twice: sum(({ killed }) => killed.seenTwice),
        killed_unended: sum(({ killed }) => (killed.hasEnded ? 0 : 1)),
      }).map(([name, value]): [string, number] => [`${peer}_${installations}_${name}`, value]);
    }),
  );
}

function totalOf({ cpu }: RoundFigures): number {
  return cpu.processes + cpu.redis + cpu.postgres;
}

/** Messages that arrived a second: a system that gives up early is not a fast one. */
function rateOf({ accepted, seconds }: RoundFigures): number {
  return accepted / seconds;
}

/** In the order in which the sizes and systems first appear. */
function groupsOf(rounds: readonly RoundFigures[]): Group[] {
  const groups = new Map<string, Group>();
  for (const round of rounds) {
    const { peer, installations } = round;
    const key = `${installations} ${peer}`;
    const group = groups.get(key) ?? { peer, installations, rounds: [] };
    group.rounds.push(round);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The middle, or the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}

function toText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
