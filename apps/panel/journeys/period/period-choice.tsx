import { Chips } from '../../kit/controls/chips.js';
import { usePeriodMessages } from './messages.js';
import { PERIODS, readPeriod, type Period } from './period.js';

interface PeriodChoiceProps {
  value: Period;
  onChange: (period: Period) => void;
}

/** The period of figures at steps. */
export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const messages = usePeriodMessages();
  return (
    <Chips
      label={messages.label}
      value={value}
      options={PERIODS.map((period) => [period, messages.periods[period] ?? period] as const)}
      onChange={(period) => onChange(readPeriod(period))}
    />
  );
}
