import { Select } from '../../kit/controls/select.js';
import { LATE_POLICIES } from './rich.js';
import { useRichMessages } from './messages.js';

/** Chooses the handling of a campaign whose time is long past, as after an outage. */
export function LateField({ late, onChange }: { late: string; onChange: (late: string) => void }) {
  const messages = useRichMessages();
  return (
    <Select
      label={messages.late}
      value={late}
      options={LATE_POLICIES.map((policy) => [policy, messages.latePolicies[policy]] as const)}
      onChange={onChange}
    />
  );
}
