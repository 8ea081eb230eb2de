import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Field } from '../../kit/controls/field.js';
import { PictureField } from '../../mails/picture-field.js';
import { useApplication } from '../../session/application.js';
import { Placeholders } from '../../targets/placeholders.js';
import css from '../terms/terms.module.css';
import { PAGE_KINDS, type Rich, type TypedPage } from './rich.js';
import { useRichMessages } from './messages.js';

const EMPTY: TypedPage = { title: '', content: '', image: '', link: '' };

interface PagesFieldProps {
  rich: Pick<Rich, 'pageKind' | 'pages'>;
  fault: string | undefined;
  onChange: (fields: Partial<Rich>) => void;
}

/** The pages of a carousel or slider. */
export function PagesField({ rich: { pageKind, pages }, fault, onChange }: PagesFieldProps) {
  const messages = useRichMessages();
  const write = (at: number, fields: Partial<TypedPage>): void =>
    onChange({ pages: pages.map((page, index) => (index === at ? { ...page, ...fields } : page)) });
  return (
    <div className={css['labelled']}>
      <span aria-hidden="true">{messages.pages}</span>
      <Chips
        label={messages.pages}
        value={pageKind}
        options={PAGE_KINDS.map((kind) => [kind, messages.pageKinds[kind]] as const)}
        onChange={(kind) => onChange({ pageKind: kind, pages: kind !== '' && pages.length === 0 ? [EMPTY] : pages })}
      />
      {pageKind !== '' && (
        <div className={css['rows']}>
          <p className={css['help']}>{messages.pagesHelp}</p>
          {pages.map((page, index) => (
            <PageFields
              // oxlint-disable-next-line react/no-array-index-key -- pages have no names, and keep their order
              key={index}
              page={page}
              at={index + 1}
              onChange={(fields) => write(index, fields)}
              onRemove={() => onChange({ pages: pages.filter((_, position) => position !== index) })}
            />
          ))}
          <p>
            <Button onPress={() => onChange({ pages: [...pages, EMPTY] })}>{messages.addPage}</Button>
          </p>
        </div>
      )}
      {fault !== undefined && <p className={css['warning']}>{fault}</p>}
    </div>
  );
}

interface PageFieldsProps {
  page: TypedPage;
  /** From 1. */
  at: number;
  onChange: (fields: Partial<TypedPage>) => void;
  onRemove: () => void;
}

function PageFields({ page, at, onChange, onRemove }: PageFieldsProps) {
  const messages = useRichMessages();
  const { app } = useApplication();
  const labels = { title: messages.pageTitle(at), content: messages.pageText(at), link: messages.pageLink(at) };
  return (
    <fieldset className={css['rows']} aria-label={messages.page(at)}>
      {(['title', 'content', 'link'] as const).map((name) => (
        <Placeholders key={name} app={app.key} text={page[name]} onChange={(text) => onChange({ [name]: text })}>
          <Field label={labels[name]} value={page[name]} onChange={(text) => onChange({ [name]: text })} />
        </Placeholders>
      ))}
      <PictureField label={messages.pagePicture(at)} value={page.image} onChange={(image) => onChange({ image })} />
      <p>
        <Button kind="quiet" onPress={onRemove}>
          {messages.removePage(at)}
        </Button>
      </p>
    </fieldset>
  );
}
