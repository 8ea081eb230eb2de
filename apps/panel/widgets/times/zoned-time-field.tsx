import { Chips } from '../../kit/controls/chips.js';
import { TimeField } from '../../kit/controls/composing-fields.js';
import { useTimeMessages } from './messages.js';
import { clockTimes, instantOf, readWall, wallOf, type ClockTime } from './zoned-time.js';

interface ZonedTimeFieldProps {
  label: string;
  /** The value that `instantOf` takes. */
  at: string;
  /** IANA name. */
  zone: string;
  help: string;
  /** A problem beside the ones of the clock. */
  fault?: string | undefined;
  onChange: (at: string) => void;
}

/** A time by the clock of a zone. One that it skips is refused in words; of one that it shows twice, one is chosen. */
export function ZonedTimeField({ label, at, zone, help, fault, onChange }: ZonedTimeFieldProps) {
  const messages = useTimeMessages();
  const times = clockTimes(at, zone);
  const ofClock =
    readWall(at) === undefined
      ? messages.none
      : instantOf(at, zone) !== undefined
        ? undefined
        : times.length === 0
          ? messages.skipped(zone)
          : messages.twice(zone);
  return (
    <>
      <TimeField
        label={label}
        value={wallOf(at)}
        onChange={onChange}
        help={help}
        fault={at === '' ? fault : (ofClock ?? fault)}
      />
      {times.length > 1 && <Turns at={at} times={times} onChange={onChange} />}
    </>
  );
}

/** Asks which of two is meant, where a clock shows a time twice. */
function Turns({ at, times, onChange }: { at: string; times: readonly ClockTime[]; onChange: (at: string) => void }) {
  const messages = useTimeMessages();
  const wall = wallOf(at);
  return (
    <Chips
      label={messages.which}
      value={at}
      options={times.map(({ offset }, turn) => [`${wall}${offset}`, messages.turns[turn]?.(offset) ?? offset] as const)}
      onChange={onChange}
    />
  );
}
