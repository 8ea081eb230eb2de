import { useQuery } from '@tanstack/react-query';
import { ALL_CATALOGS, Catalogs } from '../catalogs/catalogs.js';
import { useCatalogMessages } from '../catalogs/messages.js';
import { templates, type ListedTemplate } from '../api/templates/templates.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Denied, Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { MailGallery } from './mail-gallery.js';
import { RemoveDialog } from './remove-dialog.js';
import { TemplatePage } from './template-page.js';
import { VersionPage } from './version-page.js';
import { useTemplateMessages } from './messages.js';

interface TemplatesProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** The templates of e-mails: what there is, or one of them. */
export function Templates({ search: { template, begin, version, catalogs, after }, setSearch }: TemplatesProps) {
  const messages = useTemplateMessages();
  const { title: catalogsTitle } = useCatalogMessages();
  const { app, may } = useApplication();
  if (catalogs !== undefined && may('campaigns.write')) {
    return <Catalogs name={catalogs} after={after} setAfter={(next) => setSearch({ after: next })} />;
  }
  const isNew = template === undefined && begin !== undefined && may('templates.write');
  if (!may('campaigns.write')) {
    return (
      <Screen title={messages.title}>
        <Denied text={messages.forbidden} />
      </Screen>
    );
  }
  if (template !== undefined && version !== undefined) {
    return (
      <Screen
        title={messages.earlier}
        trail={
          <>
            <Link href={paths.templates(app.key)}>{messages.title}</Link>
            {' › '}
            <Link href={paths.templates(app.key, { template })}>{messages.edit}</Link>
          </>
        }
      >
        <VersionPage
          key={`${template} ${version}`}
          id={template}
          version={version}
          onRestored={() => setSearch({ version: undefined })}
        />
      </Screen>
    );
  }
  if (template !== undefined || isNew) {
    return (
      <Screen title={messages.edit} trail={<Link href={paths.templates(app.key)}>{messages.title}</Link>}>
        <TemplatePage
          key={template ?? begin}
          id={template}
          kind={begin === 'html' ? 'html' : 'blocks'}
          start={begin}
          onMade={(id) => setSearch({ template: id, begin: undefined })}
        />
      </Screen>
    );
  }
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      actions={
        <>
          <Link kind="button" href={paths.templates(app.key, { catalogs: ALL_CATALOGS })}>
            {catalogsTitle}
          </Link>
          {may('templates.write') && (
            <>
              <Link kind="primary" href={paths.templates(app.key, { begin: 'blocks' })}>
                {messages.addBlocks}
              </Link>
              <Link kind="button" href={paths.templates(app.key, { begin: 'html' })}>
                {messages.addHtml}
              </Link>
            </>
          )}
        </>
      }
    >
      <List />
      {may('templates.write') && <MailGallery />}
    </Screen>
  );
}

function List() {
  const { f } = useI18n();
  const messages = useTemplateMessages();
  const { app, may } = useApplication();
  const query = useQuery(templates(app.key));
  const columns: Column<ListedTemplate>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ id, name }) => <Link href={paths.templates(app.key, { template: id })}>{name}</Link>,
    },
    { id: 'kind', name: messages.kind, renderCell: ({ kind }) => messages.kinds[kind] },
    {
      id: 'uses',
      name: messages.uses,
      renderCell: ({ uses }) => (uses.length === 0 ? messages.unused : messages.used(uses.length)),
    },
    {
      id: 'version',
      name: messages.version,
      isNumber: true,
      from: 'wide',
      renderCell: ({ version }) => f.number(version),
    },
    { id: 'by', name: messages.changedBy, from: 'wide', renderCell: ({ changedBy }) => changedBy },
    {
      id: 'at',
      name: messages.changed,
      isShort: true,
      from: 'middle',
      renderCell: ({ changedAt }) => f.moment(changedAt),
    },
    ...(may('templates.write')
      ? [
          {
            id: 'actions',
            name: messages.actions,
            isShort: true,
            renderCell: (template: ListedTemplate) => <RemoveDialog template={template} />,
          },
        ]
      : []),
  ];
  return (
    <Card isFlush>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.none} help={messages.noneHelp} />
          ) : (
            <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Card>
  );
}
