import { useState } from 'react';
import type { ImportColumns } from '../api/users/imports.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Table } from '../kit/tables/table.js';
import { useApplication } from '../session/application.js';
import css from './imports.module.css';
import { optionsOf, type Choices, type Meaning } from './mapping.js';
import { useImportMessages } from './messages.js';
import { NewAttributeDialog, type NewAttribute } from './new-attribute.js';

/** The choice that makes an attribute of a column. */
const NEW = 'new';

interface ColumnsCardProps {
  columns: ImportColumns;
  choices: Choices;
  onChange: (choices: Choices) => void;
  /** An attribute was made of a column. */
  onAdded: (attribute: NewAttribute) => void;
}

/** Each column with what it means, as the server understands its name, and as the reader may say otherwise. */
export function ColumnsCard({ columns, choices, onChange, onAdded }: ColumnsCardProps) {
  const messages = useImportMessages();
  const { may } = useApplication();
  const [becoming, setBecoming] = useState<string>();
  const strange = columns.columns.filter(({ kind, name }) => kind === 'UNKNOWN' && choices[name] === '');
  const nameOf = ({ kind, name, label }: Meaning): string =>
    kind === 'field'
      ? (messages.fields[name] ?? name)
      : kind === 'attribute'
        ? messages.attribute(label ?? name)
        : messages.undefinedAttribute(name);
  const options = [
    ['', messages.leaveOut] as const,
    ...(may('definitions.write') ? [[NEW, messages.newAttribute] as const] : []),
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
                onChange={(choice) => (choice === NEW ? setBecoming(name) : onChange({ ...choices, [name]: choice }))}
              />
            ),
          },
        ]}
      />
      <NewAttributeDialog
        column={columns.columns.find(({ name }) => name === becoming)}
        onClose={() => setBecoming(undefined)}
        onAdded={(attribute) => {
          onAdded(attribute);
          onChange({ ...choices, ...(becoming !== undefined && { [becoming]: `ATTRIBUTE:${attribute.code}` }) });
        }}
      />
    </Card>
  );
}
