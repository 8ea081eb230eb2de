import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateVersions, type Template, type TemplateVersion } from '../api/templates/templates.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useTemplateMessages } from './messages.js';

/** Lists versions of the template with author and time; each earlier one has a link. */
export function VersionsCard({ template: { id, version: newest } }: { template: Pick<Template, 'id' | 'version'> }) {
  const { f } = useI18n();
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const [after, setAfter] = useState<string>();
  const query = useQuery(templateVersions(app.key, id, after));
  const cursor = useCursor(after, query.data?.next, setAfter);
  const columns: Column<TemplateVersion>[] = [
    {
      id: 'version',
      name: messages.version,
      isName: true,
      renderCell: ({ version }) =>
        version === newest ? (
          messages.newest(f.number(version))
        ) : (
          <Link href={paths.templates(app.key, { template: id, version: String(version) })}>
            {messages.numbered(f.number(version))}
          </Link>
        ),
    },
    { id: 'by', name: messages.changedBy, renderCell: ({ savedBy }) => savedBy },
    { id: 'at', name: messages.changed, isShort: true, renderCell: ({ savedAt }) => f.moment(savedAt) },
  ];
  return (
    <Card title={messages.versions} isFlush>
      <Loaded query={query}>
        {({ items }) => (
          <>
            <Table
              caption={messages.versions}
              columns={columns}
              rows={items}
              keyOf={({ version }) => String(version)}
            />
            <Pages names={[messages.newer, messages.older]} {...cursor} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
