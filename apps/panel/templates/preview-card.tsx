import { useQuery } from '@tanstack/react-query';
import { composePreview } from '../api/compose/compose.js';
import type { Written } from '../api/compose/message.js';
import type { TemplateContent } from '../api/templates/templates.js';
import { Arrivals } from '../widgets/sends/arrivals.js';
import { useSettled } from '../widgets/use-settled.js';
import { Card } from '../kit/layout/card.js';
import { useApplication } from '../session/application.js';
import css from './templates.module.css';
import { useTemplateMessages } from './messages.js';

/** The pause after typing before the preview is drawn, in ms. */
export const TYPING_MS = 400;

/** A mail that says what the template says, by the renderer that sends. */
export function PreviewCard({ name, content }: { name: string; content: TemplateContent | undefined }) {
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const settled = useSettled(content && JSON.stringify(content), TYPING_MS);
  const preview = useQuery(composePreview(app.key, settled === undefined ? undefined : writtenOf(name, settled), {}));
  const items = preview.data?.items ?? [];
  return (
    <Card title={messages.preview}>
      {items.length === 0 ? (
        <p className={css['quiet']}>
          {preview.data?.warnings.find(({ blocks }) => blocks)?.text ?? messages.previewAsk}
        </p>
      ) : (
        <Arrivals items={items} isStale={preview.isPlaceholderData} />
      )}
    </Card>
  );
}

function writtenOf(title: string, text: string): Written {
  const { html, design } = JSON.parse(text) as TemplateContent;
  const message = { title, platforms: ['EMAIL'] };
  return design ? { message, mail: { design } } : { message: { ...message, text: html ?? '' } };
}
