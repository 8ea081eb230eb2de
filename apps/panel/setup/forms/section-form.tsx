import { EntryFields } from './entry-fields.js';
import { EntryList } from './entry-list.js';
import type { FormSpec } from './form-specs.js';
import type { Row } from './rows.js';

interface SectionFormProps {
  section: string;
  form: FormSpec;
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
}

/** The form of a section: a list of entries, or the fields of one map. */
export function SectionForm({ section, form, rows, onChange }: SectionFormProps) {
  const [first] = rows;
  return form.key === null && first ? (
    <EntryFields
      section={section}
      form={form}
      entry={first.entry}
      stored={first.stored}
      onChange={(entry) => onChange([{ ...first, entry }])}
    />
  ) : (
    <EntryList section={section} form={form} rows={rows} onChange={onChange} />
  );
}
