import type { ImportColumns } from '../api/users/imports.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Table } from '../kit/tables/table.js';
import css from './imports.module.css';
import { optionsOf, type Choices, type Meaning } from './mapping.js';
import { useImportMessages } from './messages.js';

interface ColumnsCardProps {
  columns: ImportColumns;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/** Each column with what it means, as the server understands its name, and as the reader may say otherwise. */
export function ColumnsCard({ columns, choices, onChange }: ColumnsCardProps) {
  const messages = useImportMessages();
  const strange = columns.columns.filter(({ kind, name }) => kind === 'UNKNOWN' && choices[name] === '');
  const nameOf = ({ kind, name, label }: Meaning): string =>
    kind === 'field'
      ? (messages.fields[name] ?? name)
      : kind === 'attribute'
        ? messages.attribute(label ?? name)
        : messages.undefinedAttribute(name);
  const options = [
    ['', messages.leaveOut] as const,
    ...optionsOf(columns).map((meaning) => [meaning.id, nameOf(meaning)] as const),
  ];
  return (
    <Card title={messages.columns} note={messages.columnsNote} isFlush>
      {strange.length > 0 && (
        <p className={css['warning']}>{messages.strange(strange.map(({ name }) => name).join(', '))}</p>
      )}
      <Table
        caption={messages.columns}
        rows={columns.columns}
        keyOf={({ name }) => name}
        columns={[
          {
            id: 'column',
            name: messages.column,
            isName: true,
            renderCell: ({ name }) => <span className={css['name']}>{name}</span>,
          },
          {
            id: 'examples',
            name: messages.examples,
            renderCell: ({ examples }) => <span className={css['quiet']}>{examples.join(' · ')}</span>,
          },
          {
            id: 'means',
            name: messages.means,
            renderCell: ({ name }) => (
              <Select
                label={messages.meaningOf(name)}
                isBare
                value={choices[name] ?? ''}
                options={options}
                onChange={(choice) => onChange({ ...choices, [name]: choice })}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
