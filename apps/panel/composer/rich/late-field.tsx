import { Select } from '../../kit/controls/select.js';
import { LATE_POLICIES } from './rich.js';
import { useRichWords } from './words.js';

/** Chooses the handling of a campaign whose time is long past, as after an outage. */
export function LateField({ late, onChange }: { late: string; onChange: (late: string) => void }) {
  const words = useRichWords();
  return (
    <Select
      label={words.late}
      value={late}
      options={LATE_POLICIES.map((policy) => [policy, words.latePolicies[policy]] as const)}
      onChange={onChange}
    />
  );
}
