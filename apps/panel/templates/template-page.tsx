import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import {
  createTemplate,
  saveTemplate,
  template,
  templateKey,
  typedRegions,
  type Template,
  type TemplateContent,
} from '../api/templates/templates.js';
import { gallery, type GalleryMail } from '../api/templates/gallery.js';
import { useSettled } from '../widgets/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Field, TextArea } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Columns, Stack } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { BlocksFields } from '../mails/mail-editor.js';
import { designOf, formOfDesign, newMail, type MailForm } from '../mails/mail-form.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { PreviewCard, TYPING_MS } from './preview-card.js';
import css from './templates.module.css';
import { VersionsCard } from './versions-card.js';
import { useTemplateMessages } from './messages.js';

interface TemplatePageProps {
  /** Undefined: it is made. */
  id: string | undefined;
  /** The kind of a new template. */
  kind: Template['kind'];
  /** The mail of the gallery with which a new template begins; any other word begins with nothing. */
  start?: string | undefined;
  onMade: (id: string) => void;
}

/** Writes a template; what was written with an earlier version stays as it is. */
export function TemplatePage({ id, kind, start, onMade }: TemplatePageProps) {
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const read = useQuery(template(app.key, id));
  const isFromGallery = id === undefined && start !== undefined && start !== 'blocks' && start !== 'html';
  const { language } = useI18n();
  const offered = useQuery({ ...gallery(app.key, language), enabled: isFromGallery });
  if (isFromGallery) {
    return (
      <Loaded query={offered}>
        {({ items }) => (
          <Editor stored={undefined} begin={items.find((mail) => mail.id === start)} kind="blocks" onMade={onMade} />
        )}
      </Loaded>
    );
  }
  return id === undefined ? (
    <Editor stored={undefined} kind={kind} onMade={onMade} />
  ) : (
    <Loaded query={read} missing={{ title: messages.missing, help: '' }}>
      {/* Another version than the one that is written on is another editor. */}
      {(stored) => <Editor key={stored.version} stored={stored} kind={stored.kind} onMade={onMade} />}
    </Loaded>
  );
}

interface EditorProps extends Omit<TemplatePageProps, 'id' | 'start'> {
  stored: Template | undefined;
  begin?: GalleryMail | undefined;
}

function Editor({ stored, begin, kind, onMade }: EditorProps) {
  const { w } = useI18n();
  const messages = useTemplateMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const [name, setName] = useState(stored?.name ?? begin?.name ?? '');
  const [mail, setMail] = useState<MailForm>(() => ({
    ...newMail(),
    ...(begin && formOfDesign(begin.design)),
    ...(stored?.design && formOfDesign(stored.design)),
    html: stored?.html ?? '',
  }));
  const content: TemplateContent = {
    name: name.trim(),
    kind,
    ...(kind === 'html' ? { html: mail.html } : { design: designOf(mail) }),
  };
  const isReady = content.name !== '' && (kind === 'html' ? mail.html.trim() !== '' : mail.blocks.length > 0);
  const saving = useMutation({
    mutationFn: () => (stored ? saveTemplate(app.key, stored, content) : createTemplate(app.key, content)),
    onSuccess: ({ id }) => {
      notify(messages.saved);
      void client.invalidateQueries({ queryKey: templateKey(app.key) });
      onMade(id);
    },
  });
  const refusal = saving.error instanceof Refusal ? saving.error : undefined;
  return (
    <Columns>
      <Card title={messages.kinds[kind]}>
        <div className={css['rows']}>
          <Field label={messages.name} value={name} onChange={setName} />
          {kind === 'html' ? (
            <>
              <TextArea
                label={messages.html}
                help={messages.htmlHelp}
                rows={18}
                value={mail.html}
                onChange={(html) => setMail({ ...mail, html })}
              />
              <Regions html={mail.html} />
            </>
          ) : (
            <BlocksFields mail={mail} onChange={(fields) => setMail({ ...mail, ...fields })} />
          )}
          {saving.error !== null && (
            <p className={css['warning']} role="alert">
              {refusal?.code === 'changed_meanwhile'
                ? messages.moved
                : refusalText(refusal, w.state.offline, w.state.serverFault)}
            </p>
          )}
          {may('templates.write') && (
            <p>
              <Button kind="primary" isDisabled={!isReady} isPending={saving.isPending} onPress={() => saving.mutate()}>
                {messages.save}
              </Button>
            </p>
          )}
        </div>
      </Card>
      <Stack>
        <PreviewCard
          name={content.name === '' ? messages.edit : content.name}
          content={isReady ? content : undefined}
        />
        {stored && <VersionsCard template={stored} />}
      </Stack>
    </Columns>
  );
}

/** Lists the regions of the HTML as it stands. */
function Regions({ html }: { html: string }) {
  const { w } = useI18n();
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const settled = useSettled(html.trim() === '' ? undefined : html, TYPING_MS);
  const { data, error } = useQuery(typedRegions(app.key, settled));
  if (settled === undefined) {
    return <p className={css['quiet']}>{messages.beforeRegions}</p>;
  }
  if (error !== null) {
    const refusal = error instanceof Refusal ? error : undefined;
    return (
      <p className={css['warning']} role="status">
        {refusalText(refusal, w.state.offline, w.state.serverFault)}
      </p>
    );
  }
  if (data === undefined) {
    return null;
  }
  return data.regions.length === 0 ? (
    <p className={css['warning']}>{messages.noRegions}</p>
  ) : (
    <section aria-label={messages.regions}>
      <Facts
        facts={data.regions.map(({ name, kind, text }) => ({
          name,
          value: messages.region(messages.regionKinds[kind], text),
        }))}
      />
    </section>
  );
}
